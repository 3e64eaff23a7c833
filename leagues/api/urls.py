"""Addresses of leagues and rulesets in the API, below its namespace."""

from django.urls import path

from leagues.api import jobs, views

urlpatterns = [
    path("", views.Index.as_view(), name="index"),
    path("rulesets/", views.Rulesets.as_view(), name="rulesets"),
    path("rulesets/<str:key>/", views.RulesetView.as_view(), name="ruleset"),
    path("account/pin/", views.PinView.as_view(), name="account-pin"),
    path("leagues/", views.Leagues.as_view(), name="leagues"),
    path("leagues/<slug:slug>/", views.LeagueView.as_view(), name="league"),
    path("leagues/<slug:slug>/jobs/", jobs.LeagueJobs.as_view(), name="league-jobs"),
    path("jobs/<int:pk>/", jobs.JobView.as_view(), name="job"),
    path("jobs/<int:pk>/cancel/", jobs.JobCancel.as_view(), name="job-cancel"),
    path("leagues/<slug:slug>/join/", views.Join.as_view(), name="league-join"),
]
