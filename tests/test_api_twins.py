"""Whatever a person can see or do on the site, a program can do over the API.

Every route of the site is listed with its twin. What has none says why; a page that is neither fails.
"""

from __future__ import annotations

from tests.routes import routes

GET, POST = "GET", "POST"

# (route of the site, method): (route of the API, method)
TWINS = {
    ("leagues:list", GET): ("api:leagues", GET),
    ("leagues:new", POST): ("api:leagues", POST),
    ("leagues:join", POST): ("api:league-join", POST),
    ("leagues:invitation", POST): ("api:league-join", POST),
    ("leagues:jobs", GET): ("api:league-jobs", GET),
    ("leagues:jobs", POST): ("api:league-jobs", POST),
    ("leagues:job", GET): ("api:job", GET),
    ("leagues:job-progress", GET): ("api:job", GET),
    ("leagues:job-cancel", POST): ("api:job-cancel", POST),
    ("leagues:league-rules", GET): ("api:league", GET),
    ("leagues:rules", GET): ("api:rulesets", GET),
    ("leagues:ruleset", GET): ("api:ruleset", GET),
    ("leagues:roster", GET): ("api:ruleset", GET),
    ("leagues:rules-part", GET): ("api:ruleset", GET),
    ("leagues:rules-search", GET): ("api:ruleset", GET),
    ("leagues:rules-compare", GET): ("api:ruleset", GET),
    ("teams:draft", POST): ("api:league-teams", POST),
    ("teams:draft-check", POST): ("api:draft-check", POST),
    ("teams:saved-draft", GET): ("api:draft", GET),
    ("teams:saved-draft", POST): ("api:draft", POST),
    ("teams:draft-delete", POST): ("api:draft-delete", POST),
    ("teams:draft-approve", POST): ("api:draft-approve", POST),
    ("teams:draft-return", POST): ("api:draft-return", POST),
    ("teams:logo", GET): ("api:team-logo", GET),
    ("teams:logo-change", POST): ("api:team-logo", POST),
    ("teams:enter", POST): ("api:league-entered", POST),
    ("teams:entries", GET): ("api:league-entries", GET),
    ("teams:entry", GET): ("api:entry", GET),
    ("teams:entry", POST): ("api:entry-return", POST),
    ("teams:rule", POST): ("api:team-rulings", POST),
    ("teams:ruling-undo", POST): ("api:ruling-undo", POST),
    ("teams:team", GET): ("api:team", GET),
    ("teams:player", GET): ("api:team-player", GET),
    ("teams:statement", GET): ("api:team-statement", GET),
    ("teams:statement-csv", GET): ("api:team-statement", GET),
    ("teams:roster-pdf", GET): ("api:team-roster-pdf", GET),
    ("teams:deals", GET): ("api:league-deals", GET),
    ("teams:deal-new", POST): ("api:team-deals", POST),
    ("teams:deal", GET): ("api:deal", GET),
    ("teams:deal-answer", POST): ("api:deal-answer", POST),
    ("matches:deal-approve", POST): ("api:deal-approve", POST),
    ("teams:transfer", POST): ("api:team-coaches", POST),
    ("teams:retirement", POST): ("api:team-retire", POST),
    ("matches:home", GET): ("api:inbox", GET),
    ("matches:league", GET): ("api:league", GET),
    ("matches:rules-change", POST): ("api:league-rules", POST),
    ("matches:season-new", POST): ("api:league-seasons", POST),
    ("matches:improve", GET): ("api:player-improvement", GET),
    ("matches:improve", POST): ("api:player-improvement-choose", POST),
    ("matches:hiring", GET): ("api:team-hiring", GET),
    ("matches:hiring", POST): ("api:team-hiring", POST),
    ("matches:window", POST): ("api:team-window", POST),
    ("matches:season", GET): ("api:season-standings", GET),
    ("matches:match", GET): ("api:match", GET),
    ("matches:arrange", POST): ("api:league-matches", POST),
    ("matches:accept", POST): ("api:match-accept", POST),
    ("matches:call-off", POST): ("api:match-call-off", POST),
    ("matches:order", GET): ("api:match-order", GET),
    ("matches:order", POST): ("api:match-order", POST),
    ("matches:settle", POST): ("api:match-settle", POST),
    ("matches:draws", POST): ("api:match-draws", POST),
    ("matches:kick-off", POST): ("api:match-kick-off", POST),
    ("matches:kick-off-undo", POST): ("api:match-kick-off-undo", POST),
    ("matches:prematch", GET): ("api:match-prematch", GET),
    ("matches:prematch-changed", GET): ("api:match-prematch", GET),
    ("matches:inducement-budget", POST): ("api:inducement-budget", POST),
    ("matches:prematch-step", GET): ("api:match-prematch", GET),
    ("matches:prematch-step", POST): ("api:prematch-kick", POST),
    ("matches:live", GET): ("api:match-live", GET),
    ("matches:live", POST): ("api:match-live", POST),
    ("matches:live-now", GET): ("api:match-live", GET),
    ("matches:report", POST): ("api:match-report", POST),
    ("matches:correct", POST): ("api:match-corrections", POST),
    ("matches:correction", GET): ("api:correction", GET),
    ("matches:correction", POST): ("api:correction-confirm", POST),
    ("matches:correction-report", POST): ("api:correction-tell", POST),
    ("matches:corrections", GET): ("api:league-corrections", GET),
    ("matches:confirm", POST): ("api:match-confirm", POST),
    ("matches:return", POST): ("api:match-return", POST),
    ("matches:choose", POST): ("api:step-choose", POST),
    ("leagues:pin", GET): ("api:account-pin", GET),
    ("leagues:pin", POST): ("api:account-pin", POST),
    ("matches:report-draft", POST): ("api:match-report-draft", POST),
    ("matches:lines-take", POST): ("api:match-report-lines", POST),
    ("matches:confirm-by-pin", POST): ("api:match-confirm-by-pin", POST),
    ("matches:code", GET): ("api:match-code", GET),
    ("matches:code-use", GET): ("api:match-agreement", GET),
    ("matches:dispute", POST): ("api:match-dispute", POST),
    ("matches:dispute-differences", POST): ("api:match-dispute-differences", POST),
    ("matches:dispute-line", GET): ("api:dispute", GET),
    ("matches:dispute-line", POST): ("api:dispute-rule", POST),
    ("matches:reopen", POST): ("api:match-reopen", POST),
    ("matches:write-up", POST): ("api:match-write-ups", POST),
    ("matches:write-up-picture", GET): ("api:match-write-up-picture", GET),
    ("matches:write-up-hide", POST): ("api:match-write-up-hide", POST),
    ("matches:rulings", GET): ("api:league-match-rulings", GET),
    ("matches:ahead", GET): ("api:match-dice-ahead", GET),
    ("matches:ahead", POST): ("api:match-dice-ahead", POST),
    ("matches:verify", GET): ("api:match-verify", GET),
    ("matches:league-dice", GET): ("api:league-dice", GET),
    ("matches:throw", POST): ("api:step-throw", POST),
    ("matches:progress", GET): ("api:match", GET),
    ("matches:roster-pdf", GET): ("api:match-roster-pdf", GET),
}
# Forms that are only filled in here: what they send has its twin above.
FORMS = {
    ("leagues:new", GET),
    ("leagues:join", GET),
    ("leagues:invitation", GET),
    ("teams:draft", GET),
    ("teams:deal-new", GET),
    ("teams:transfer", GET),
    ("teams:retirement", GET),
    ("teams:logo-change", GET),
    ("teams:enter", GET),
    ("teams:rule", GET),
    ("teams:ruling-undo", GET),
    ("matches:rules-change", GET),
    ("matches:season-new", GET),
    ("matches:arrange", GET),
    ("matches:report", GET),
    ("matches:dispute", GET),
    ("matches:write-up", GET),
    ("matches:correct", GET),
    ("matches:correction-report", GET),
}
# A person's own account, with his password and his mails, is his browser's business; programs come with tokens.
ACCOUNT = {
    "account_export",
    "leagues:account",
    "leagues:account_erase",
    "leagues:login",
    "leagues:login_link",
    "leagues:login_link_sent",
    "leagues:login_link_use",
    "leagues:logout",
    "leagues:password_change",
    "leagues:password_reset",
    "leagues:password_reset_complete",
    "leagues:password_reset_confirm",
    "leagues:password_reset_sent",
    "leagues:register",
}
# They say nothing about a league: the machine's health, the API's own papers, samples of design, a signpost.
ELSEWHERE = {"healthz", "readyz", "api-schema", "api-docs", "errors", "styleguide", "matches:match-by-key"}


def test_each_page_and_action_of_the_site_has_its_twin_or_says_why_not() -> None:
    found = {(route.name, method) for route in routes() for method in route.methods}
    site = {one for one in found if not one[0].startswith("api:") and one[0] not in ACCOUNT | ELSEWHERE}
    assert site == set(TWINS) | FORMS


def test_each_twin_exists() -> None:
    found = {(route.name, method) for route in routes() for method in route.methods}
    assert set(TWINS.values()) - found == set()


def test_nothing_is_excused_that_does_not_exist() -> None:
    assert (ACCOUNT | ELSEWHERE) - {route.name for route in routes()} == set()


def test_each_form_sends_something_that_has_a_twin() -> None:
    assert {(name, POST) for name, _ in FORMS} - set(TWINS) == set()
