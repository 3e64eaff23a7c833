"""Addresses of teams in the API, below its namespace."""

from django.urls import path

from teams.api import entries, rulings, views

urlpatterns = [
    path("leagues/<slug:slug>/teams/", views.LeagueTeams.as_view(), name="league-teams"),
    path("leagues/<slug:slug>/draft-check/", views.DraftCheckView.as_view(), name="draft-check"),
    path("leagues/<slug:slug>/entries/", entries.LeagueEntries.as_view(), name="league-entries"),
    path("leagues/<slug:slug>/entries/check/", entries.EntryCheckView.as_view(), name="entry-check"),
    path("leagues/<slug:slug>/entered-teams/", entries.LeagueEntered.as_view(), name="league-entered"),
    path("entries/<int:pk>/", entries.EntryView.as_view(), name="entry"),
    path("entries/<int:pk>/return/", entries.EntryReturn.as_view(), name="entry-return"),
    path("teams/<int:pk>/rulings/", rulings.TeamRulings.as_view(), name="team-rulings"),
    path("teams/<int:pk>/rulings/preview/", rulings.TeamRulingPreview.as_view(), name="ruling-preview"),
    path("teams/<int:pk>/rulings/<slug:ruling>/undo/", rulings.RulingUndo.as_view(), name="ruling-undo"),
    path("teams/<int:pk>/", views.TeamView.as_view(), name="team"),
    path("teams/<int:pk>/roster.pdf", views.RosterPdf.as_view(), name="team-roster-pdf"),
    path("teams/<int:pk>/players/<slug:player>/", views.PlayerView.as_view(), name="team-player"),
    path("teams/<int:pk>/statement/", views.Statement.as_view(), name="team-statement"),
    path("teams/<int:pk>/effects/", views.Effects.as_view(), name="team-effects"),
]
