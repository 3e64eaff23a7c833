from django.conf import settings
from django.db import migrations, models
import django.db.models.deletion


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('matches', '0012_clock_for_buying'),
    ]

    operations = [
        migrations.AddField(
            model_name='postmatchstep',
            name='chosen_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='postmatchstep',
            name='chosen_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='postmatchstep',
            name='default',
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name='postmatchstep',
            name='outlook',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='postmatchstep',
            name='reminded_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='postmatchstep',
            name='since',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='postmatchstep',
            name='timed_from',
            field=models.DateTimeField(null=True),
        ),
    ]
