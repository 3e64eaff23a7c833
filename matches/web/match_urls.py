"""Addresses of a match: ``matches.web.urls`` includes them."""

from django.urls import path

from matches.web import (
    arranging_views,
    inducement_views,
    kickoff_views,
    live_views,
    match_views,
    order_views,
    pdf_views,
    prematch_views,
)

urlpatterns = [
    path("matches/<int:pk>/", match_views.match, name="match"),
    path("matches/<int:pk>/accept/", arranging_views.accept, name="accept"),
    path("matches/<int:pk>/call-off/", arranging_views.call_off, name="call-off"),
    path("matches/<int:pk>/kick-off/", kickoff_views.kick_off, name="kick-off"),
    path("matches/<int:pk>/kick-off/undo/", kickoff_views.undo, name="kick-off-undo"),
    path("matches/<int:pk>/prematch/", prematch_views.prematch, name="prematch"),
    path("matches/<int:pk>/prematch/changed/", prematch_views.changed, name="prematch-changed"),
    path("matches/<int:pk>/prematch/inducement/budget/", inducement_views.budget, name="inducement-budget"),
    path("matches/<int:pk>/prematch/<slug:step>/", prematch_views.step, name="prematch-step"),
    path("matches/<int:pk>/order/", order_views.order, name="order"),
    path("matches/<int:pk>/settle/", order_views.settle, name="settle"),
    path("matches/<int:pk>/live/", live_views.live, name="live"),
    path("matches/<int:pk>/live/now/", live_views.now, name="live-now"),
    path("matches/<int:pk>/report/", match_views.report, name="report"),
    path("matches/<int:pk>/confirm/", match_views.confirm, name="confirm"),
    path("matches/<int:pk>/return/", match_views.give_back, name="return"),
    path("matches/<int:pk>/progress/", match_views.progress, name="progress"),
    path("matches/<int:pk>/rosters/<int:team_pk>.pdf", pdf_views.roster, name="roster-pdf"),
    path("steps/<int:pk>/choose/", match_views.choose, name="choose"),
    path("steps/<int:pk>/throw/", match_views.throw, name="throw"),
]
