"""Addresses of drafts and teams."""

from django.urls import path

from teams.web import deal_views, draft_views, entry_views, logo_views, pdf_views, ruling_views, running_views, views

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
    path("leagues/<slug:slug>/deals/", deal_views.deals, name="deals"),
    path("teams/<int:pk>/deals/new/", deal_views.deal_new, name="deal-new"),
    path("deals/<int:pk>/", deal_views.deal, name="deal"),
    path("deals/<int:pk>/answer/", deal_views.answer, name="deal-answer"),
    path("teams/<int:pk>/transfer/", running_views.transfer, name="transfer"),
    path("teams/<int:pk>/retirement/", running_views.retirement, name="retirement"),
]
