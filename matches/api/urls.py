"""Addresses of seasons and matches in the API, below its namespace."""

from django.urls import path

from matches.api import arranging, changeover, deals, hiring, improvements, kickoff, live, order, prematch, views

urlpatterns = [
    path("leagues/<slug:slug>/rules/", changeover.LeagueRules.as_view(), name="league-rules"),
    path("leagues/<slug:slug>/rules/preview/", changeover.LeagueRulesPreview.as_view(), name="league-rules-preview"),
    path("leagues/<slug:slug>/improvements/", improvements.LeagueImprovers.as_view(), name="league-improvements"),
    path("leagues/<slug:slug>/matches/", arranging.LeagueMatches.as_view(), name="league-matches"),
    path("leagues/<slug:slug>/seasons/", views.LeagueSeasons.as_view(), name="league-seasons"),
    path(
        "teams/<int:pk>/players/<slug:player>/improvement/",
        improvements.ImprovementView.as_view(),
        name="player-improvement",
    ),
    path(
        "teams/<int:pk>/players/<slug:player>/improvement/choose/",
        improvements.ImprovementChoose.as_view(),
        name="player-improvement-choose",
    ),
    path("teams/<int:pk>/hiring/", hiring.HiringView.as_view(), name="team-hiring"),
    path("teams/<int:pk>/hiring/undo/", hiring.Undo.as_view(), name="team-hiring-undo"),
    path("teams/<int:pk>/window/", hiring.WindowView.as_view(), name="team-window"),
    path("teams/<int:pk>/window/close/", hiring.WindowClose.as_view(), name="team-window-close"),
    path("seasons/<int:pk>/", views.SeasonView.as_view(), name="season"),
    path("seasons/<int:pk>/standings/", views.Standings.as_view(), name="season-standings"),
    path("seasons/<int:pk>/matches/", views.SeasonMatches.as_view(), name="season-matches"),
    path("matches/<int:pk>/", views.MatchView.as_view(), name="match"),
    path("matches/<int:pk>/accept/", arranging.Accept.as_view(), name="match-accept"),
    path("matches/<int:pk>/call-off/", arranging.CallOff.as_view(), name="match-call-off"),
    path("matches/<int:pk>/kick-off/", kickoff.KickOffView.as_view(), name="match-kick-off"),
    path("matches/<int:pk>/kick-off/undo/", kickoff.KickOffUndo.as_view(), name="match-kick-off-undo"),
    path("matches/<int:pk>/prematch/", prematch.PreMatchView.as_view(), name="match-prematch"),
    path("matches/<int:pk>/prematch/weather/", prematch.PreMatchWeather.as_view(), name="prematch-weather"),
    path("matches/<int:pk>/prematch/stadium/", prematch.PreMatchStadium.as_view(), name="prematch-stadium"),
    path("matches/<int:pk>/prematch/referee/", prematch.PreMatchReferee.as_view(), name="prematch-referee"),
    path("matches/<int:pk>/prematch/fans/", prematch.PreMatchFans.as_view(), name="prematch-fans"),
    path("matches/<int:pk>/prematch/journeymen/", prematch.PreMatchJourneymen.as_view(), name="prematch-journeymen"),
    path("matches/<int:pk>/prematch/kick/", prematch.PreMatchKick.as_view(), name="prematch-kick"),
    path("matches/<int:pk>/live/", live.LiveView.as_view(), name="match-live"),
    path("matches/<int:pk>/order/", order.OrderView.as_view(), name="match-order"),
    path("matches/<int:pk>/settle/", order.Settle.as_view(), name="match-settle"),
    path("matches/<int:pk>/report/", views.ReportView.as_view(), name="match-report"),
    path("matches/<int:pk>/confirm/", views.Confirm.as_view(), name="match-confirm"),
    path("matches/<int:pk>/return/", views.Return.as_view(), name="match-return"),
    path("matches/<int:pk>/rosters/<int:team_pk>.pdf", views.MatchRosterPdf.as_view(), name="match-roster-pdf"),
    path("matches/<int:pk>/dice/", views.DiceView.as_view(), name="match-dice"),
    path("steps/<int:pk>/choose/", views.Choose.as_view(), name="step-choose"),
    path("steps/<int:pk>/throw/", views.Throw.as_view(), name="step-throw"),
    path("deals/<int:pk>/approve/", deals.DealApprove.as_view(), name="deal-approve"),
    path("inbox/", views.InboxView.as_view(), name="inbox"),
]
