import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def drafted_by_what_is_played(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """No league has changed its rules yet: what a team plays by is what it was drafted by."""
    apps.get_model("teams", "Team").objects.update(drafted_under=models.F("ruleset"))


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
        migrations.AlterField(
            "team",
            "drafted_under",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="leagues.storedruleset"
            ),
        ),
    ]
