"""Addresses of drafts and teams."""

from django.urls import path

from teams.web import entry_views, pdf_views, ruling_views, views

app_name = "teams"

urlpatterns = [
    path("leagues/<slug:slug>/draft/", views.draft, name="draft"),
    path("leagues/<slug:slug>/draft/check/", views.draft_check, name="draft-check"),
    path("leagues/<slug:slug>/enter/", entry_views.enter, name="enter"),
    path("leagues/<slug:slug>/entries/", entry_views.entries, name="entries"),
    path("entries/<int:pk>/", entry_views.entry, name="entry"),
    path("teams/<int:pk>/", views.team, name="team"),
    path("teams/<int:pk>/players/<slug:player>/", views.player, name="player"),
    path("teams/<int:pk>/rule/", ruling_views.rule, name="rule"),
    path("teams/<int:pk>/rulings/<slug:ruling>/undo/", ruling_views.undo, name="ruling-undo"),
    path("teams/<int:pk>/statement/", views.statement, name="statement"),
    path("teams/<int:pk>/statement.csv", views.statement_csv, name="statement-csv"),
    path("teams/<int:pk>/roster.pdf", pdf_views.roster, name="roster-pdf"),
]
