"""How a match ended: who may give up, what that awards, and what was never played."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Problem, marked
from engine.match import endings
from engine.match.checks.scene import OneSide, Whole
from engine.match.running import stopped


def ending(whole: Whole) -> Iterator[Problem]:
    report, rules = whole.report, whole.ruleset
    yield from _who_gave_up(whole)
    least = rules.concession.free_below if rules.concession else None
    if report.could_field is not None and report.could_field < 0:
        yield Problem(
            "could_field_wrong",
            marked("{players} is not a number of players who could be set up."),
            "match-report.ending",
            "could_field",
            {"players": report.could_field},
        )
    elif report.gave_up and report.could_field is not None:
        yield from _fielded(whole)
    if (
        report.ending == "played"
        and rules.concession
        and rules.concession.forced
        and report.could_field is not None
        and rules.concession.is_free(report.could_field)
    ):
        yield Problem(
            "must_concede",
            marked("With {players} players to set up the match is over: who cannot put {least} on the line gives up."),
            "match-report.ending",
            "could_field",
            {"players": report.could_field, "least": least},
        )
    yield from _not_gone_on(whole)
    if report.minutes is not None and report.minutes < 0:
        yield Problem(
            "minutes_negative",
            marked("A match does not take {minutes} minutes."),
            "match-report",
            "minutes",
            {"minutes": report.minutes},
        )


def _not_gone_on(whole: Whole) -> Iterator[Problem]:
    """Whoever gives up instead of going on has told how it ended."""
    last = stopped(whole.report.events) if whole.report.ending == "played" else None
    if last is not None:
        yield Problem(
            "stopped_for_good",
            marked(
                "Play stopped (half {half}, turn {turn}) and nothing says that it went on. Was it played to its end?"
            ),
            "match-report.ending",
            f"events.{last.key}",
            {"half": last.half, "turn": last.turn},
            "warning",
        )


def _who_gave_up(whole: Whole) -> Iterator[Problem]:
    report = whole.report
    if report.ending == "played" and report.gave_up:
        yield Problem(
            "gave_up_and_played",
            marked("{team} gave up, and the match was played to its end: it is one or the other."),
            "match-report.ending",
            "gave_up",
            {"team": whole.sheets[report.gave_up].name},
        )
    if report.ending == "conceded" and not report.gave_up:
        yield Problem(
            "nobody_gave_up",
            marked("A match that was given up was given up by somebody: {home} or {away}?"),
            "match-report.ending",
            "gave_up",
            {"home": whole.sheets["home"].name, "away": whole.sheets["away"].name},
        )


def _fielded(whole: Whole) -> Iterator[Problem]:
    report = whole.report
    if report.gave_up == "" or report.could_field is None:
        return
    sheet = whole.sheets[report.gave_up]
    if report.could_field > len(sheet.fit):
        yield Problem(
            "could_field_too_many",
            marked("{team} could set up {players} players, and has {fit} who can play."),
            "match-report.ending",
            "could_field",
            {"team": sheet.name, "players": report.could_field, "fit": len(sheet.fit)},
        )


def awarded(one: OneSide) -> Iterator[Problem]:
    due = endings.awarded(one.report, one.side, one.ruleset)
    if one.mine.awarded != due:
        yield Problem(
            "awarded_wrong",
            marked("{team} is awarded {awarded} touchdowns that nobody scored; by the rules it is {due}."),
            "match-report.ending",
            f"{one.side}.awarded",
            {"team": one.sheet.name, "awarded": one.mine.awarded, "due": due},
        )
    if one.report.ending == "walkover":
        yield from _never_played(one)


def _never_played(one: OneSide) -> Iterator[Problem]:
    mine = one.mine
    told = {
        "deeds": sum(sum(deeds.counts.values()) for deeds in mine.deeds),
        "casualties": len(mine.casualties),
        "healed_kos": len(mine.healed_kos),
        "sent_off": len(mine.sent_off),
        "used": sum(mine.used.values()),
        "answered": len(mine.answered),
    }
    for where, count in told.items():
        if count:
            yield _walkover(f"{one.side}.{where}", count)
    if one.side == "home" and one.report.events:
        yield _walkover("events", len(one.report.events))
    if one.side == "home" and one.report.overtime:
        yield _walkover("overtime", 1)
    bought = one.report.prematch.side(one.side).induced if one.report.prematch else None
    if bought and one.report.kind != "exhibition":
        yield Problem(
            "walkover_unpaid",
            marked("{team} bought inducements for a match never played ({count} in all): nothing is paid for them."),
            "match-report.ending",
            f"prematch.{one.side}.induced",
            {"team": one.sheet.name, "count": sum(what.count for what in bought)},
            "warning",
        )


def _walkover(where: str, count: int) -> Problem:
    return Problem(
        "walkover_played",
        marked("A walkover was never played, and something is told that happened in it: {count} in all ({where})."),
        "match-report.ending",
        where,
        {"count": count, "where": where},
    )
