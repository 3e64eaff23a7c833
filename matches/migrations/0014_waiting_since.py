from django.db import migrations
from django.utils import timezone


def begin_waiting(apps, schema_editor):
    """What waits already waits since now, for all that is known; and what harmed nobody then was offered first."""
    steps = apps.get_model("matches", "PostMatchStep").objects
    now = timezone.now()
    steps.filter(status__in=("waiting", "due")).update(since=now)
    for step in steps.filter(status="waiting", name__in=("winnings", "journeymen")):
        step.default = step.options[0] if step.options else ""
        step.save(update_fields=["default"])


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0013_choices_with_deadlines'),
    ]

    operations = [
        migrations.RunPython(begin_waiting, migrations.RunPython.noop),
    ]
