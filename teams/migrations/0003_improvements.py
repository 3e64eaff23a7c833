from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("teams", "0002_rules_of_a_team")]

    operations = [migrations.AddField("playerrow", "improvements", models.JSONField(default=list))]
