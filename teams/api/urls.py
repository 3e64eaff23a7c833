"""Addresses of teams in the API, below its namespace."""

from django.urls import path

from teams.api import deals, views

urlpatterns = [
    path("leagues/<slug:slug>/teams/", views.LeagueTeams.as_view(), name="league-teams"),
    path("leagues/<slug:slug>/draft-check/", views.DraftCheckView.as_view(), name="draft-check"),
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
