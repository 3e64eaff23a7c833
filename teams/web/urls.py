"""Addresses of drafts and teams."""

from django.urls import path

from teams.web import deal_views, pdf_views, running_views, views

app_name = "teams"

urlpatterns = [
    path("leagues/<slug:slug>/draft/", views.draft, name="draft"),
    path("leagues/<slug:slug>/draft/check/", views.draft_check, name="draft-check"),
    path("teams/<int:pk>/", views.team, name="team"),
    path("teams/<int:pk>/players/<slug:player>/", views.player, name="player"),
    path("teams/<int:pk>/statement/", views.statement, name="statement"),
    path("teams/<int:pk>/statement.csv", views.statement_csv, name="statement-csv"),
    path("teams/<int:pk>/roster.pdf", pdf_views.roster, name="roster-pdf"),
    path("leagues/<slug:slug>/deals/", deal_views.deals, name="deals"),
    path("teams/<int:pk>/deals/new/", deal_views.deal_new, name="deal-new"),
    path("deals/<int:pk>/", deal_views.deal, name="deal"),
    path("deals/<int:pk>/answer/", deal_views.answer, name="deal-answer"),
    path("teams/<int:pk>/transfer/", running_views.transfer, name="transfer"),
    path("teams/<int:pk>/retirement/", running_views.retirement, name="retirement"),
]
