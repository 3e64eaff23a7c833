"""Who is answered what, on every route: a route that is not in the table fails, and so does a line too many."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import sending
from tests.routes import Route, routes
from tests.stage import Stage, address_of, coach_in, set_elsewhere, set_stage
from tests.undoing import undone

pytestmark = [pytest.mark.django_db, pytest.mark.once]

# The statuses in a public league. In a private one its people are answered the same, and outsiders get the last
# two columns: not found, as if it did not exist; a visitor may be asked to log in first, league or no league.
#
# 302 to a page that needs a login; 401 from the API. 422 and 409 stand for forms that everybody may send and that
# are refused here for what is in them.
TABLE = """
route                            method  visitor stranger member coach commissioner | visitor stranger
healthz                          GET     200     200      200    200   200          | 200     200
readyz                           GET     503     503      503    503   503          | 503     503
api-schema                       GET     200     200      200    200   200          | 200     200
api-docs                         GET     200     200      200    200   200          | 200     200
api:index                        GET     200     200      200    200   200          | 200     200
api:rulesets                     GET     200     200      200    200   200          | 200     200
api:ruleset                      GET     200     200      200    200   200          | 200     200
api:leagues                      GET     200     200      200    200   200          | 200     200
api:leagues                      POST    401     201      201    201   201          | 401     201
api:league                       GET     200     200      200    200   200          | 404     404
api:league-join                  POST    401     200      200    200   200          | 401     404
api:league-jobs                  GET     401     403      403    403   200          | 401     404
api:league-jobs                  POST    401     403      403    403   201          | 401     404
api:job                          GET     401     403      403    403   200          | 401     404
api:job-cancel                   POST    401     403      403    403   200          | 401     404
api:league-rules                 POST    401     403      403    403   422          | 401     404
api:league-rules-preview         POST    401     403      403    403   200          | 401     404
api:league-teams                 GET     200     200      200    200   200          | 404     404
api:league-teams                 POST    401     403      201    201   201          | 401     404
api:draft-check                  POST    401     200      200    200   200          | 401     404
api:league-drafts                GET     401     403      200    200   200          | 401     404
api:league-drafts                POST    401     403      201    201   201          | 401     404
api:draft-copy                   POST    401     403      201    201   201          | 401     404
api:sample                       GET     200     200      200    200   200          | 404     404
api:draft                        GET     401     404      404    200   200          | 401     404
api:draft                        POST    401     404      404    200   403          | 401     404
api:draft-delete                 POST    401     404      404    200   403          | 401     404
api:draft-submit                 POST    401     404      404    200   403          | 401     404
api:draft-approve                POST    401     404      404    403   200          | 401     404
api:draft-return                 POST    401     404      404    403   200          | 401     404
api:draft-logo                   POST    401     404      404    200   403          | 401     404
api:team-logo                    GET     200     200      200    200   200          | 404     404
api:team-logo                    POST    401     403      403    200   200          | 401     404
api:team                         GET     200     200      200    200   200          | 404     404
api:team-player                  GET     200     200      200    200   200          | 404     404
api:team-roster-pdf              GET     200     200      200    200   200          | 404     404
api:team-statement               GET     200     200      200    200   200          | 404     404
api:team-effects                 GET     200     200      200    200   200          | 404     404
api:league-improvements          GET     200     200      200    200   200          | 404     404
api:league-entries               GET     401     403      200    200   200          | 401     404
api:league-entries               POST    401     403      201    201   201          | 401     404
api:entry-check                  POST    401     200      200    200   200          | 401     404
api:league-entered               POST    401     403      403    403   201          | 401     404
api:entry                        GET     401     404      404    200   200          | 401     404
api:entry-return                 POST    401     404      404    403   200          | 401     404
api:team-rulings                 GET     200     200      200    200   200          | 404     404
api:team-rulings                 POST    401     403      403    403   201          | 401     404
api:ruling-preview               POST    401     403      403    403   200          | 401     404
api:ruling-undo                  POST    401     403      403    403   200          | 401     404
api:league-matches               GET     200     200      200    200   200          | 404     404
api:league-matches               POST    401     403      403    201   201          | 401     404
api:match-accept                 POST    401     403      403    200   200          | 401     404
api:match-call-off               POST    401     403      403    200   200          | 401     404
api:league-dice                  GET     200     200      200    200   200          | 404     404
api:league-seasons               GET     200     200      200    200   200          | 404     404
api:league-seasons               POST    401     403      403    403   201          | 401     404
api:season                       GET     200     200      200    200   200          | 404     404
api:season-standings             GET     200     200      200    200   200          | 404     404
api:season-matches               GET     200     200      200    200   200          | 404     404
api:match                        GET     200     200      200    200   200          | 404     404
api:match-order                  GET     200     200      200    200   200          | 404     404
api:match-order                  POST    401     403      403    200   200          | 401     404
api:match-settle                 POST    401     403      403    403   200          | 401     404
api:match-draws                  POST    401     403      403    403   200          | 401     404
api:match-kick-off               POST    401     403      403    200   200          | 401     404
api:match-kick-off-undo          POST    401     403      403    200   200          | 401     404
api:match-prematch               GET     200     200      200    200   200          | 404     404
api:match-inducements            GET     200     200      200    200   200          | 404     404
api:match-inducements            POST    401     403      403    200   200          | 401     404
api:inducement-budget            POST    401     403      403    200   200          | 401     404
api:inducement-transfer          POST    401     403      403    422   422          | 401     404
api:inducement-first             POST    401     403      403    200   200          | 401     404
api:prematch-weather             POST    401     403      403    200   200          | 401     404
api:prematch-stadium             POST    401     403      403    200   200          | 401     404
api:prematch-referee             POST    401     403      403    200   200          | 401     404
api:prematch-fans                POST    401     403      403    200   200          | 401     404
api:prematch-journeymen          POST    401     403      403    422   422          | 401     404
api:prematch-cards               POST    401     403      403    200   200          | 401     404
api:prematch-deal                POST    401     403      403    422   403          | 401     404
api:prematch-hand                POST    401     403      403    200   200          | 401     404
api:prematch-prayers             POST    401     403      403    422   422          | 401     404
api:prematch-event               POST    401     403      403    422   422          | 401     404
api:prematch-balls               POST    401     403      403    422   422          | 401     404
api:prematch-kick                POST    401     403      403    200   200          | 401     404
api:match-live                   GET     200     200      200    200   200          | 404     404
api:match-live                   POST    401     403      403    200   200          | 401     404
api:match-report                 GET     200     200      200    200   200          | 404     404
api:match-report                 POST    401     403      403    201   201          | 401     404
api:match-confirm                POST    401     403      403    200   200          | 401     404
api:match-return                 POST    401     403      403    200   200          | 401     404
api:match-agreement              GET     200     200      200    200   200          | 404     404
api:match-report-draft           GET     401     403      403    200   404          | 401     404
api:match-report-draft           POST    401     403      403    200   200          | 401     404
api:match-report-draft-delete    POST    401     403      403    200   200          | 401     404
api:match-report-lines           POST    401     403      403    200   409          | 401     404
api:match-confirm-by-pin         POST    401     403      403    409   409          | 401     404
api:match-code                   GET     401     403      403    200   200          | 401     404
api:match-dispute                POST    401     403      403    200   403          | 401     404
api:match-dispute-differences    POST    401     403      403    200   403          | 401     404
api:match-reopen                 POST    401     403      403    200   403          | 401     404
api:match-reopen-agree           POST    401     403      403    409   403          | 401     404
api:match-reopen-decline         POST    401     403      403    409   403          | 401     404
api:match-write-ups              GET     200     200      200    200   200          | 404     404
api:match-write-ups              POST    401     403      403    200   403          | 401     404
api:match-write-up-delete        POST    401     403      403    200   403          | 401     404
api:match-write-up-picture       GET     200     200      200    200   200          | 404     404
api:match-write-up-hide          POST    401     403      403    403   200          | 401     404
api:match-write-up-show          POST    401     403      403    403   200          | 401     404
api:dispute                      GET     200     200      200    200   200          | 404     404
api:dispute-accept               POST    401     403      403    403   403          | 401     404
api:dispute-withdraw             POST    401     403      403    200   403          | 401     404
api:dispute-rule                 POST    401     403      403    403   200          | 401     404
api:league-match-rulings         GET     200     200      200    200   200          | 404     404
api:league-corrections           GET     200     200      200    200   200          | 404     404
api:match-corrections            POST    401     403      403    403   201          | 401     404
api:correction                   GET     200     200      200    200   200          | 404     404
api:correction-tell              POST    401     404      404    404   200          | 401     404
api:correction-resolve           POST    401     404      404    404   200          | 401     404
api:correction-throw             POST    401     404      404    404   409          | 401     404
api:correction-confirm           POST    401     404      404    404   200          | 401     404
api:correction-drop              POST    401     404      404    404   200          | 401     404
api:correction-undo              POST    401     403      403    403   201          | 401     404
api:account-pin                  GET     401     200      200    200   200          | 401     200
api:account-pin                  POST    401     200      200    200   200          | 401     200
api:match-dice                   GET     200     200      200    200   200          | 404     404
api:match-dice-ahead             GET     200     200      200    200   200          | 404     404
api:match-dice-ahead             POST    401     403      403    200   200          | 401     404
api:match-verify                 GET     200     200      200    200   200          | 404     404
api:match-roster-pdf             GET     200     200      200    200   200          | 404     404
api:player-improvement           GET     200     200      200    200   200          | 404     404
api:player-improvement           POST    401     403      403    409   409          | 401     404
api:player-improvement-choose    POST    401     403      403    409   409          | 401     404
api:team-hiring                  GET     200     200      200    200   200          | 404     404
api:team-hiring                  POST    401     403      403    409   409          | 401     404
api:team-hiring-undo             POST    401     403      403    409   409          | 401     404
api:team-window                  POST    401     403      403    403   409          | 401     404
api:team-window-close            POST    401     403      403    409   409          | 401     404
api:step-throw                   POST    401     403      403    409   409          | 401     404
api:step-choose                  POST    401     403      403    200   200          | 401     404
api:league-deals                 GET     200     200      200    200   200          | 404     404
api:team-deals                   POST    401     403      403    201   403          | 401     404
api:team-deal-preview            POST    401     403      403    200   403          | 401     404
api:deal                         GET     404     404      404    200   200          | 404     404
api:deal-answer                  POST    401     404      404    200   403          | 401     404
api:deal-approve                 POST    401     404      404    404   200          | 401     404
api:team-coaches                 GET     200     200      200    200   200          | 404     404
api:team-coaches                 POST    401     403      403    403   200          | 401     404
api:team-retire                  POST    401     403      403    200   200          | 401     404
api:team-bring-back              POST    401     403      403    403   409          | 401     404
api:inbox                        GET     401     200      200    200   200          | 401     200
errors                           GET     200     200      200    200   200          | 200     200
account_export                   GET     302     200      200    200   200          | 302     200
styleguide                       GET     200     200      200    200   200          | 200     200
leagues:register                 GET     200     302      302    302   302          | 200     302
leagues:register                 POST    422     422      422    422   422          | 422     422
leagues:login                    GET     200     302      302    302   302          | 200     302
leagues:login                    POST    422     302      302    302   302          | 422     302
leagues:login_link               GET     200     200      200    200   200          | 200     200
leagues:login_link               POST    422     422      422    422   422          | 422     422
leagues:login_link_sent          GET     200     200      200    200   200          | 200     200
leagues:login_link_use           GET     409     409      409    409   409          | 409     409
leagues:login_link_use           POST    409     409      409    409   409          | 409     409
leagues:logout                   POST    302     302      302    302   302          | 302     302
leagues:password_reset           GET     200     200      200    200   200          | 200     200
leagues:password_reset           POST    422     422      422    422   422          | 422     422
leagues:password_reset_sent      GET     200     200      200    200   200          | 200     200
leagues:password_reset_complete  GET     200     200      200    200   200          | 200     200
leagues:password_reset_confirm   GET     409     409      409    409   409          | 409     409
leagues:password_reset_confirm   POST    409     409      409    409   409          | 409     409
leagues:account                  GET     302     200      200    200   200          | 302     200
leagues:account                  POST    302     302      302    302   302          | 302     302
leagues:password_change          GET     302     200      200    200   200          | 302     200
leagues:password_change          POST    302     422      422    422   422          | 302     422
leagues:pin                      GET     302     200      200    200   200          | 302     200
leagues:pin                      POST    302     302      302    302   302          | 302     302
leagues:account_erase            GET     302     200      200    200   200          | 302     200
leagues:account_erase            POST    302     422      422    422   422          | 302     422
leagues:list                     GET     200     200      200    200   200          | 200     200
leagues:new                      GET     302     200      200    200   200          | 302     200
leagues:new                      POST    302     302      302    302   302          | 302     302
leagues:league-rules             GET     200     200      200    200   200          | 404     404
leagues:join                     GET     302     200      200    200   200          | 302     404
leagues:join                     POST    302     302      302    302   302          | 302     404
leagues:invitation               GET     200     200      200    200   200          | 200     200
leagues:invitation               POST    302     302      302    302   302          | 302     302
leagues:jobs                     GET     302     403      403    403   200          | 302     404
leagues:jobs                     POST    302     403      403    403   302          | 302     404
leagues:job                      GET     302     403      403    403   200          | 302     404
leagues:job-progress             GET     302     403      403    403   200          | 302     404
leagues:job-cancel               POST    302     403      403    403   302          | 302     404
leagues:rules                    GET     200     200      200    200   200          | 200     200
leagues:rules-compare            GET     200     200      200    200   200          | 200     200
leagues:rules-part               GET     200     200      200    200   200          | 200     200
leagues:rules-search             GET     200     200      200    200   200          | 200     200
leagues:ruleset                  GET     200     200      200    200   200          | 200     200
leagues:roster                   GET     200     200      200    200   200          | 200     200
teams:draft                      GET     302     403      200    200   200          | 302     404
teams:draft                      POST    302     403      302    302   302          | 302     404
teams:draft-check                POST    302     403      200    200   200          | 302     404
teams:saved-draft                GET     302     404      404    200   200          | 302     404
teams:saved-draft                POST    302     404      404    302   403          | 302     404
teams:draft-delete               POST    302     404      404    302   403          | 302     404
teams:draft-approve              POST    302     404      404    403   302          | 302     404
teams:draft-return               POST    302     404      404    403   302          | 302     404
teams:logo                       GET     200     200      200    200   200          | 404     404
teams:logo-change                GET     302     403      403    200   200          | 302     404
teams:logo-change                POST    302     403      403    302   302          | 302     404
teams:enter                      GET     302     403      200    200   200          | 302     404
teams:enter                      POST    302     403      302    302   302          | 302     404
teams:entries                    GET     302     403      200    200   200          | 302     404
teams:entry                      GET     302     404      404    200   200          | 302     404
teams:entry                      POST    302     404      404    302   302          | 302     404
teams:rule                       GET     302     403      403    403   200          | 302     404
teams:rule                       POST    302     403      403    403   302          | 302     404
teams:ruling-undo                GET     302     403      403    403   200          | 302     404
teams:ruling-undo                POST    302     403      403    403   302          | 302     404
teams:team                       GET     200     200      200    200   200          | 404     404
teams:player                     GET     200     200      200    200   200          | 404     404
teams:statement-csv              GET     200     200      200    200   200          | 404     404
teams:statement                  GET     200     200      200    200   200          | 404     404
teams:roster-pdf                 GET     200     200      200    200   200          | 404     404
teams:deals                      GET     200     200      200    200   200          | 404     404
teams:deal-new                   GET     302     403      403    200   403          | 302     404
teams:deal-new                   POST    302     403      403    302   403          | 302     404
teams:deal                       GET     404     404      404    200   200          | 404     404
teams:deal-answer                POST    302     404      404    302   403          | 302     404
matches:deal-approve             POST    302     404      404    404   302          | 302     404
teams:transfer                   GET     302     403      403    403   200          | 302     404
teams:transfer                   POST    302     403      403    403   302          | 302     404
teams:retirement                 GET     302     403      403    200   200          | 302     404
teams:retirement                 POST    302     403      403    302   302          | 302     404
matches:home                     GET     200     200      200    200   200          | 200     200
matches:league                   GET     200     200      200    200   200          | 404     404
matches:rules-change             GET     302     403      403    403   200          | 302     404
matches:rules-change             POST    302     403      403    403   200          | 302     404
matches:improve                  GET     302     403      403    200   200          | 302     404
matches:improve                  POST    302     403      403    409   409          | 302     404
matches:hiring                   GET     200     200      200    200   200          | 404     404
matches:hiring                   POST    302     403      403    409   409          | 302     404
matches:window                   POST    302     403      403    403   409          | 302     404
matches:league-dice              GET     200     200      200    200   200          | 404     404
matches:season-new               GET     302     403      403    403   200          | 302     404
matches:season-new               POST    302     403      403    403   302          | 302     404
matches:match-by-key             GET     302     302      302    302   302          | 404     404
matches:season                   GET     200     200      200    200   200          | 404     404
matches:match                    GET     200     200      200    200   200          | 404     404
matches:arrange                  GET     302     403      200    200   200          | 302     404
matches:arrange                  POST    302     403      403    302   302          | 302     404
matches:accept                   POST    302     403      403    302   302          | 302     404
matches:call-off                 POST    302     403      403    302   302          | 302     404
matches:order                    GET     200     200      200    200   200          | 404     404
matches:order                    POST    302     403      403    302   302          | 302     404
matches:settle                   POST    302     403      403    403   302          | 302     404
matches:draws                    POST    302     403      403    403   302          | 302     404
matches:kick-off                 POST    302     403      403    302   302          | 302     404
matches:kick-off-undo            POST    302     403      403    302   302          | 302     404
matches:prematch                 GET     200     200      200    200   200          | 404     404
matches:prematch-changed         GET     204     204      204    204   204          | 404     404
matches:inducement-budget        POST    302     403      403    200   200          | 302     404
matches:prematch-step            GET     302     403      403    302   302          | 302     404
matches:prematch-step            POST    302     403      403    302   302          | 302     404
matches:live                     GET     200     200      200    200   200          | 404     404
matches:live                     POST    302     403      403    302   302          | 302     404
matches:live-now                 GET     200     200      200    200   200          | 404     404
matches:report                   GET     302     403      403    200   200          | 302     404
matches:report                   POST    302     403      403    302   302          | 302     404
matches:confirm                  POST    302     403      403    302   302          | 302     404
matches:return                   POST    302     403      403    302   302          | 302     404
matches:report-draft             POST    302     403      403    302   302          | 302     404
matches:lines-take               POST    302     403      403    422   409          | 302     404
matches:confirm-by-pin           POST    302     403      403    409   409          | 302     404
matches:code                     GET     302     403      403    200   200          | 302     404
matches:code-use                 GET     302     302      302    302   302          | 302     404
matches:dispute                  GET     302     403      403    200   403          | 302     404
matches:dispute                  POST    302     403      403    302   403          | 302     404
matches:dispute-differences      POST    302     403      403    302   403          | 302     404
matches:dispute-line             GET     200     200      200    200   200          | 404     404
matches:dispute-line             POST    302     403      403    302   403          | 302     404
matches:reopen                   POST    302     403      403    302   403          | 302     404
matches:correct                  GET     302     403      403    403   200          | 302     404
matches:correct                  POST    302     403      403    403   302          | 302     404
matches:correction               GET     200     200      200    200   200          | 404     404
matches:correction               POST    302     404      404    404   302          | 302     404
matches:correction-report        GET     302     404      404    404   200          | 302     404
matches:correction-report        POST    302     404      404    404   302          | 302     404
matches:corrections              GET     200     200      200    200   200          | 404     404
matches:write-up                 GET     302     403      403    200   403          | 302     404
matches:write-up                 POST    302     403      403    302   403          | 302     404
matches:write-up-picture         GET     200     200      200    200   200          | 404     404
matches:write-up-hide            POST    302     403      403    403   302          | 302     404
matches:rulings                  GET     200     200      200    200   200          | 404     404
matches:progress                 GET     200     200      200    200   200          | 404     404
matches:ahead                    GET     200     200      200    200   200          | 404     404
matches:ahead                    POST    302     403      403    302   302          | 302     404
matches:verify                   GET     200     200      200    200   200          | 404     404
matches:roster-pdf               GET     200     200      200    200   200          | 404     404
matches:throw                    POST    302     403      403    409   409          | 302     404
matches:choose                   POST    302     403      403    302   302          | 302     404
"""
ROLES = ("visitor", "stranger", "member", "coach", "commissioner")
Line = tuple[str, str]  # a route and a method


def table() -> dict[Line, tuple[list[int], list[int]]]:
    lines = [line.split() for line in TABLE.strip().splitlines()[1:]]
    read = {(line[0], line[1]): ([*map(int, line[2:7])], [*map(int, line[8:])]) for line in lines}
    assert len(read) == len(lines), "a line stands there twice"
    return read


def expected(line: Line, *, public: bool) -> dict[str, int]:
    own, outside = table()[line]
    statuses = dict(zip(ROLES, own, strict=True))
    if not public:
        statuses.update(zip(("visitor", "stranger"), outside, strict=True))
    # Whoever commissions another league is a stranger here.
    return {**statuses, "foreign commissioner": statuses["stranger"]}


def answered(stage: Stage, route: Route, method: str, role: str) -> int:
    address = reverse(route.name, kwargs=address_of(stage, route.name, route.pattern, method))
    client, coach = Client(), coach_in(role)
    if coach is not None:
        client.force_login(coach)
    with undone():
        if method == "GET":
            return client.get(address + sending.query(route.name, stage)).status_code
        if route.name.startswith("api:"):
            body = sending.body(stage, route.name, coach)
            return client.post(address, body, content_type="application/json").status_code
        return client.post(address + sending.query(route.name, stage), sending.typed(stage, route.name)).status_code


def test_every_route_and_method_is_in_the_table_and_no_other() -> None:
    found = {(route.name, method) for route in routes() for method in route.methods}
    assert found == set(table())


@pytest.mark.parametrize("public", [True, False], ids=["public", "private"])
def test_everybody_is_answered_as_the_table_says(public: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teams.printing.pdf", lambda *args, **kwargs: b"%PDF")  # who may see it, not how it looks
    set_elsewhere()
    stage = set_stage(public=public)
    wrong = []
    for route in routes():
        for method in sorted(route.methods):
            said = expected((route.name, method), public=public)
            got = {role: answered(stage, route, method, role) for role in said}
            wrong += [(route.name, method, role, got[role], said[role]) for role in said if got[role] != said[role]]
    assert wrong == []
