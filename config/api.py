"""The addresses of the API, version 1. The apps own theirs."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from leagues.api.views import Nowhere

app_name = "api"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("leagues.api.urls")),
    path("", include("teams.api.urls")),
    path("", include("matches.api.urls")),
    # Only with a slash at its end: without one, Django leads to the address that has it.
    re_path(r"^.*/$", Nowhere.as_view(), name="nowhere"),
]
