"""Addresses of teams in the API, below its namespace."""

from django.urls import path

from teams.api import views

urlpatterns = [
    path("leagues/<slug:slug>/teams/", views.LeagueTeams.as_view(), name="league-teams"),
    path("leagues/<slug:slug>/draft-check/", views.DraftCheckView.as_view(), name="draft-check"),
    path("teams/<int:pk>/", views.TeamView.as_view(), name="team"),
    path("teams/<int:pk>/roster.pdf", views.RosterPdf.as_view(), name="team-roster-pdf"),
    path("teams/<int:pk>/players/<slug:player>/", views.PlayerView.as_view(), name="team-player"),
    path("teams/<int:pk>/statement/", views.Statement.as_view(), name="team-statement"),
    path("teams/<int:pk>/effects/", views.Effects.as_view(), name="team-effects"),
]
