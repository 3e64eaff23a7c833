"""Addresses of teams in the API, below its namespace."""

from django.urls import path

from teams.api import deals, draft_views, entries, rulings, views

urlpatterns = [
    path("leagues/<slug:slug>/teams/", views.LeagueTeams.as_view(), name="league-teams"),
    path("leagues/<slug:slug>/draft-check/", views.DraftCheckView.as_view(), name="draft-check"),
    path("leagues/<slug:slug>/drafts/", draft_views.LeagueDrafts.as_view(), name="league-drafts"),
    path("leagues/<slug:slug>/drafts/copy/", draft_views.CopyDraft.as_view(), name="draft-copy"),
    path("leagues/<slug:slug>/sample/<slug:roster>/", draft_views.Sample.as_view(), name="sample"),
    path("drafts/<int:pk>/", draft_views.DraftView.as_view(), name="draft"),
    path("drafts/<int:pk>/delete/", draft_views.DeleteDraft.as_view(), name="draft-delete"),
    path("drafts/<int:pk>/submit/", draft_views.SubmitDraft.as_view(), name="draft-submit"),
    path("drafts/<int:pk>/approve/", draft_views.ApproveDraft.as_view(), name="draft-approve"),
    path("drafts/<int:pk>/return/", draft_views.ReturnDraft.as_view(), name="draft-return"),
    path("drafts/<int:pk>/logo/", draft_views.DraftLogo.as_view(), name="draft-logo"),
    path("teams/<int:pk>/logo/", draft_views.TeamLogo.as_view(), name="team-logo"),
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
    path("leagues/<slug:slug>/deals/", deals.LeagueDeals.as_view(), name="league-deals"),
    path("teams/<int:pk>/deals/", deals.TeamDeals.as_view(), name="team-deals"),
    path("teams/<int:pk>/deals/preview/", deals.TeamDealPreview.as_view(), name="team-deal-preview"),
    path("deals/<int:pk>/", deals.DealView.as_view(), name="deal"),
    path("deals/<int:pk>/answer/", deals.DealAnswerView.as_view(), name="deal-answer"),
    path("teams/<int:pk>/coaches/", deals.TeamCoaches.as_view(), name="team-coaches"),
    path("teams/<int:pk>/retire/", deals.TeamRetire.as_view(), name="team-retire"),
    path("teams/<int:pk>/bring-back/", deals.TeamBringBack.as_view(), name="team-bring-back"),
]
