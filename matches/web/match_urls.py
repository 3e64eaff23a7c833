"""Addresses of a match: ``matches.web.urls`` includes them."""

from django.urls import path

from matches.web import (
    agreement_views,
    dispute_views,
    draft_views,
    match_views,
    pdf_views,
    prematch_views,
    write_up_views,
)

urlpatterns = [
    path("matches/<int:pk>/", match_views.match, name="match"),
    path("matches/<int:pk>/prematch/", prematch_views.prematch, name="prematch"),
    path("matches/<int:pk>/prematch/changed/", prematch_views.changed, name="prematch-changed"),
    path("matches/<int:pk>/prematch/<slug:step>/", prematch_views.step, name="prematch-step"),
    path("matches/<int:pk>/report/", match_views.report, name="report"),
    path("matches/<int:pk>/report/draft/", draft_views.draft, name="report-draft"),
    path("matches/<int:pk>/report/lines/", agreement_views.lines_take, name="lines-take"),
    path("matches/<int:pk>/confirm/", match_views.confirm, name="confirm"),
    path("matches/<int:pk>/confirm/pin/", agreement_views.confirm_by_pin, name="confirm-by-pin"),
    path("matches/<int:pk>/confirm/code/", agreement_views.code, name="code"),
    path("matches/<int:pk>/confirm/code/<str:code>/", agreement_views.code_use, name="code-use"),
    path("matches/<int:pk>/dispute/", dispute_views.dispute, name="dispute"),
    path("matches/<int:pk>/dispute/differences/", agreement_views.dispute_all, name="dispute-differences"),
    path("matches/<int:pk>/reopen/", agreement_views.reopen, name="reopen"),
    path("matches/<int:pk>/write-up/", write_up_views.write_up, name="write-up"),
    path("matches/<int:pk>/write-ups/<int:author>/picture/", write_up_views.picture, name="write-up-picture"),
    path("matches/<int:pk>/write-ups/<int:author>/hide/", write_up_views.hide, name="write-up-hide"),
    path("disputes/<int:pk>/", dispute_views.dispute_line, name="dispute-line"),
    path("leagues/<slug:slug>/rulings/", dispute_views.rulings, name="rulings"),
    path("matches/<int:pk>/return/", match_views.give_back, name="return"),
    path("matches/<int:pk>/progress/", match_views.progress, name="progress"),
    path("matches/<int:pk>/rosters/<int:team_pk>.pdf", pdf_views.roster, name="roster-pdf"),
    path("steps/<int:pk>/choose/", match_views.choose, name="choose"),
    path("steps/<int:pk>/throw/", match_views.throw, name="throw"),
]
