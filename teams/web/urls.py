"""Addresses of drafts and teams."""

from django.urls import path

from teams.web import draft_views, logo_views, pdf_views, views

app_name = "teams"

urlpatterns = [
    path("leagues/<slug:slug>/draft/", draft_views.draft, name="draft"),
    path("leagues/<slug:slug>/draft/check/", draft_views.draft_check, name="draft-check"),
    path("drafts/<int:pk>/", draft_views.saved_draft, name="saved-draft"),
    path("drafts/<int:pk>/delete/", draft_views.delete, name="draft-delete"),
    path("drafts/<int:pk>/approve/", draft_views.approve, name="draft-approve"),
    path("drafts/<int:pk>/return/", draft_views.send_back, name="draft-return"),
    path("teams/<int:pk>/logo.png", logo_views.logo, name="logo"),
    path("teams/<int:pk>/logo/", logo_views.logo_change, name="logo-change"),
    path("teams/<int:pk>/", views.team, name="team"),
    path("teams/<int:pk>/players/<slug:player>/", views.player, name="player"),
    path("teams/<int:pk>/statement/", views.statement, name="statement"),
    path("teams/<int:pk>/statement.csv", views.statement_csv, name="statement-csv"),
    path("teams/<int:pk>/roster.pdf", pdf_views.roster, name="roster-pdf"),
]
