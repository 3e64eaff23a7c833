"""Addresses of leagues and accounts."""

from django.contrib.auth.views import LogoutView
from django.urls import path
from django.views.generic import TemplateView

from leagues.web import accounts, jobs, rules, views

app_name = "leagues"

account_patterns = [
    path("register/", accounts.RegisterView.as_view(), name="register"),
    path("login/", accounts.LoginView.as_view(), name="login"),
    path("login/link/", accounts.LoginLinkView.as_view(), name="login_link"),
    path(
        "login/link/sent/",
        accounts.SentView.as_view(lifetime="LOGIN_LINK_SECONDS", again="leagues:login_link"),
        name="login_link_sent",
    ),
    path("login/link/<uidb64>/<token>/", accounts.LoginLinkUseView.as_view(), name="login_link_use"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("password/reset/", accounts.PasswordResetView.as_view(), name="password_reset"),
    path(
        "password/reset/sent/",
        accounts.SentView.as_view(lifetime="PASSWORD_RESET_TIMEOUT", again="leagues:password_reset"),
        name="password_reset_sent",
    ),
    path(
        "password/reset/complete/",
        TemplateView.as_view(template_name="leagues/accounts/password_reset_complete.html"),
        name="password_reset_complete",
    ),
    path(
        "password/reset/<uidb64>/<token>/",
        accounts.PasswordResetConfirmView.as_view(),
        name="password_reset_confirm",
    ),
    path("account/", accounts.AccountView.as_view(), name="account"),
    path("account/password/", accounts.PasswordChangeView.as_view(), name="password_change"),
    path("account/pin/", accounts.PinView.as_view(), name="pin"),
    path("account/erase/", accounts.EraseView.as_view(), name="account_erase"),
]

league_patterns = [
    path("leagues/", views.league_index, name="list"),
    path("leagues/new/", views.league_new, name="new"),
    path("leagues/<slug:slug>/rules/", views.league_rules, name="league-rules"),
    path("leagues/<slug:slug>/join/", views.join, name="join"),
    path("leagues/<slug:slug>/jobs/", jobs.jobs, name="jobs"),
    path("jobs/<int:pk>/", jobs.job, name="job"),
    path("jobs/<int:pk>/progress/", jobs.progress, name="job-progress"),
    path("jobs/<int:pk>/cancel/", jobs.cancel, name="job-cancel"),
    path("join/<str:invitation>/", views.invitation, name="invitation"),
]

rules_patterns = [
    path("rules/", rules.ruleset_index, name="rules"),
    path("rules/compare/", rules.rules_compare, name="rules-compare"),
    path("rules/<slug:key>/", rules.ruleset_page, name="ruleset"),
    path("rules/<slug:key>/search/", rules.rules_search, name="rules-search"),
    path("rules/<slug:key>/part/<slug:part>/", rules.rules_part, name="rules-part"),
    path("rules/<slug:key>/<slug:roster>/", rules.roster_page, name="roster"),
]

urlpatterns = [*account_patterns, *league_patterns, *rules_patterns]
