"""Addresses of the home page, leagues, seasons and matches."""

from django.urls import URLPattern, URLResolver, include, path

from matches.web import (
    arranging_views,
    changeover_views,
    deal_views,
    hiring_views,
    improvement_views,
    statistics_views,
    views,
)

app_name = "matches"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.home, name="home"),
    path("leagues/<slug:slug>/", views.league, name="league"),
    path("leagues/<slug:slug>/rules/change/", changeover_views.rules_change, name="rules-change"),
    path("leagues/<slug:slug>/dice/", statistics_views.league_dice, name="league-dice"),
    path("leagues/<slug:slug>/seasons/new/", views.season_new, name="season-new"),
    path("leagues/<slug:slug>/matches/new/", arranging_views.arrange, name="arrange"),
    path("leagues/<slug:slug>/matches/<slug:key>/", views.match_by_key, name="match-by-key"),
    path("teams/<int:pk>/players/<slug:player>/improve/", improvement_views.improve, name="improve"),
    path("teams/<int:pk>/hiring/", hiring_views.hiring, name="hiring"),
    path("teams/<int:pk>/window/", hiring_views.window, name="window"),
    path("deals/<int:pk>/approve/", deal_views.approve, name="deal-approve"),
    path("seasons/<int:pk>/", views.season, name="season"),
    path("", include("matches.web.match_urls")),
]
