import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def drafted_by_what_is_played(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """No league has changed its rules yet: what a team plays by is what it was drafted by."""
    apps.get_model("teams", "Team").objects.update(drafted_under=models.F("ruleset"))


def remembered_as_it_is_now(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The last match remembers the value at kick-off and who was fit; of those before, nobody asks."""
    for team in apps.get_model("teams", "Team").objects.filter(last_match__isnull=False):
        team.last_match = {"value": 0, "fit": [], **team.last_match}
        team.save(update_fields=["last_match"])


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0001_initial"),
        ("teams", "0001_initial"),
    ]

    operations = [
        migrations.AddField("playerrow", "line", models.JSONField(null=True)),
        migrations.AddField(
            "team",
            "drafted_under",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="leagues.storedruleset",
            ),
        ),
        migrations.RunPython(drafted_by_what_is_played, migrations.RunPython.noop),
        migrations.RunPython(remembered_as_it_is_now, migrations.RunPython.noop),
        migrations.AlterField(
            "team",
            "drafted_under",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="leagues.storedruleset"
            ),
        ),
    ]
