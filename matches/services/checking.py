"""Whether a report may stand: errors refuse it, warnings are accepted by whoever files it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from engine.errors import Problem, ReportIllegal
from engine.match import before, checks, limits, live, played, prematch_checks
from engine.match.comparing import with_lines
from engine.match.prematch import PreMatch
from engine.match.report import Kind, MatchReport
from engine.match.sides import SIDES, Side
from engine.match.strays import without_strays
from engine.rulesets.choices import MaybeDraws
from engine.team.sheet import TeamSheet
from leagues.mapping import ruleset_of
from matches.mapping import entries_of, fallen_of, prematch_at, rolls_in
from matches.models import Match, MatchDay, MatchKind
from matches.selectors.hands import STEP as CARDS
from matches.selectors.hands import held
from matches.selectors.rematch import rematch_of
from matches.services.inducements import prematch_recorded
from matches.services.snapshots import sheets_now, sheets_of_day


def report_checked(match: Match, report: MatchReport, own: Sequence[Side] = ()) -> MatchReport:
    """The report as it is kept, or everything that is wrong with it. Called inside ``write()``.

    ``own`` are the sides of whoever files it: of another's hand a refusal would tell him.
    """
    report, sheets = of_this_kind(match, report), sheets_now(match)
    lying = _lying(match)
    found = (
        *_problems(match, report, sheets, lying),
        *rematch_of(match),
        *_unheld(match, report, sheets, lying, own),
    )
    if hindering := checks.blocking(found, report) or _untyped(match, report, sheets, lying):
        raise ReportIllegal(hindering)
    return report


def report_measured(report: MatchReport) -> None:
    """Nothing that is too long or too large goes any further."""
    if beyond := tuple(limits.problems(report)):
        raise ReportIllegal(beyond)


def report_made(match: Match, report: MatchReport, lines: Mapping[str, Any]) -> MatchReport:
    """``report`` with these lines: what does not belong to it any more is left out, and it is judged anew.

    Whoever took over or ruled on its lines has looked at what is unlikely about them.
    """
    report = with_lines(report, lines)
    report_measured(report)
    day = sheets_of_day(match, report.played_with)
    report = without_strays(report, lines, day, ruleset_of(match.ruleset_id))
    warned = {problem.code for problem in report_problems(match, report) if problem.severity == "warning"}
    return report_checked(match, replace(report, accepted=tuple(sorted({*report.accepted, *warned}))))


def hands_checked(match: Match, report: MatchReport) -> None:
    """Nobody has played a card that he did not hold: looked at when both have agreed, and hands lie open."""
    if found := _unheld(match, report, sheets_now(match), _lying(match), SIDES):
        raise ReportIllegal(found)


def report_problems(match: Match, report: MatchReport) -> tuple[Problem, ...]:
    return _problems(match, report, sheets_now(match), _lying(match))


def of_this_kind(match: Match, report: MatchReport) -> MatchReport:
    """What kind of match it was, and what becomes of a level score, says the fixture, whatever was sent."""
    one_off = match.kind == MatchKind.EXHIBITION
    prematch = replace(report.prematch, one_off=one_off) if report.prematch else None
    # No fixture is a play-off as yet: what was at stake is never what somebody sends.
    draws = cast(MaybeDraws, match.draws)
    return replace(report, kind=cast(Kind, match.kind), stage="ordinary", draws=draws, prematch=prematch)


def _lying(match: Match) -> before.Fallen:
    """The dice of the match that lie on the table."""
    return fallen_of(rolls_in(match.league_id, match.key))


def _problems(
    match: Match, report: MatchReport, sheets: Mapping[str, TeamSheet], lying: before.Fallen
) -> tuple[Problem, ...]:
    teams: dict[Side, TeamSheet] = {side: sheets[mine.team] for side, mine, _ in report.sides()}
    found = played.problems(match.key, report, sheets, ruleset_of(match.ruleset_id))
    told = prematch_checks.told_otherwise(prematch_recorded(match), report.prematch or PreMatch(), teams)
    return (*found, *told, *_against_dice(match, report, sheets, teams, lying), *_twins(match, report, sheets))


def _twins(match: Match, report: MatchReport, sheets: Mapping[str, TeamSheet]) -> Iterator[Problem]:
    """Only who has the entries of the phones knows which of its events two of them told alike."""
    if len(report.events) > 1 and match.kicked_off_at is not None:
        pairs = live.twins_to_merge([one for one in entries_of(match) if not one.late])
        if pairs:
            yield from checks.twins_undecided(report, pairs, sheets_of_day(match, report.prematch, sheets))


def _unheld(
    match: Match,
    report: MatchReport,
    sheets: Mapping[str, TeamSheet],
    lying: before.Fallen,
    sides: Sequence[Side],
) -> tuple[Problem, ...]:
    """By the hands that were dealt or written down here, which no report tells before both have agreed."""
    ruleset = ruleset_of(match.ruleset_id)
    if not sides or not any(event.kind == "card" for event in report.events) or not before.has_step(CARDS, ruleset):
        return ()
    day = MatchDay.objects.filter(match=match).first()
    teams: dict[Side, TeamSheet] = {side: sheets[one.team] for side, one, _ in report.sides()}
    hands = held(match, day, before.Scene(prematch_at(match, day), teams, ruleset, lying))
    mine = {side: hand for side, hand in hands.items() if side in sides}
    return checks.cards_unheld(report, mine, sheets_of_day(match, report.prematch, sheets), ruleset)


def _against_dice(
    match: Match,
    report: MatchReport,
    sheets: Mapping[str, TeamSheet],
    teams: Mapping[Side, TeamSheet],
    lying: before.Fallen,
) -> Iterator[Problem]:
    """What is told otherwise than dice say that lie on the table already: possible at a table, so it is asked."""
    ruleset = ruleset_of(match.ruleset_id)
    if report.prematch is not None:
        found = before.differences(report.prematch, lying, teams, ruleset)
        yield from (replace(problem, severity="warning") for problem in found)
    yield from checks.told_against_dice(report, sheets, lying)


def _untyped(
    match: Match, report: MatchReport, sheets: Mapping[str, TeamSheet], lying: before.Fallen
) -> tuple[Problem, ...]:
    """Dice that coaches throw at the table in this league, and that nobody has told yet."""
    return played.dice_missing(match.key, report, sheets, lying, ruleset_of(match.ruleset_id))
