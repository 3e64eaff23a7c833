import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def ranked_by_what_is_played(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """No league has changed its rules yet: every season was played by those of its league."""
    for season in apps.get_model("matches", "Season").objects.select_related("league"):
        season.ruleset_id = season.league.ruleset_id
        season.save(update_fields=["ruleset"])


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0001_initial"),
        ("matches", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            "season",
            "ruleset",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seasons",
                to="leagues.storedruleset",
            ),
        ),
        migrations.RunPython(ranked_by_what_is_played, migrations.RunPython.noop),
        migrations.AlterField(
            "season",
            "ruleset",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="seasons", to="leagues.storedruleset"
            ),
        ),
    ]
