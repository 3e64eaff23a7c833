"""Every address of the site. The apps own theirs; here stand the ones that belong to the whole."""

import json

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import TemplateView
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from config import health
from config.errors_page import errors
from matches.web.account_export import account_export

SAMPLES = json.loads((settings.BASE_DIR / "templates" / "styleguide.json").read_text(encoding="utf-8"))

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("api/v1/docs/", SpectacularSwaggerSplitView.as_view(url_name="api-schema"), name="api-docs"),
    path("api/v1/", include("config.api")),
    path("docs/errors", errors, name="errors"),
    path("account/export/", account_export, name="account_export"),
    path(
        "styleguide/", TemplateView.as_view(template_name="styleguide.html", extra_context=SAMPLES), name="styleguide"
    ),
    path("", include("leagues.web.urls")),
    path("", include("teams.web.urls")),
    path("", include("matches.web.urls")),
]
