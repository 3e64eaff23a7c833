"""Between the engine's matches and their rows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from django.db.models import Q, QuerySet

from engine.dice import Dice, ReplayDice, Roll, SeededDice
from engine.match.before import Scene
from engine.match.clock import Moment
from engine.match.dealing import CardMove, CardTable, Dealing, dealt
from engine.match.events import Event
from engine.match.live import Entry
from engine.match.prematch import HeldCard, PreMatch
from engine.match.report import MatchReport
from engine.match.sides import SIDES, Side
from engine.match.throwing import AheadDice, LeagueDice
from engine.rulesets.model import Ruleset
from engine.typed import build
from matches.models import DiceRoll, DiceSession, LiveEvent, Match, MatchDay, MatchKind, Report


def report_from(data: Any) -> MatchReport:
    return build(MatchReport, data, "report")


def report_of(report: Report) -> MatchReport:
    return report_from(report.report)


def prematch_of(day: MatchDay | None) -> PreMatch:
    """What has been recorded before a match, for everybody to see: nothing yet, where nobody has begun."""
    return build(PreMatch, day.prematch if day else {}, "prematch")


def prematch_at(match: Match, day: MatchDay | None) -> PreMatch:
    """The same, with what the kind of the match says."""
    return replace(prematch_of(day), one_off=match.kind == MatchKind.EXHIBITION)


def asked_of(day: MatchDay | None) -> dict[Side, tuple[Moment, ...]]:
    """In which halves and turns each coach has asked for his match event."""
    told = day.asked if day else {}
    return {side: tuple((int(half), int(turn)) for half, turn in told.get(side, ())) for side in SIDES}


DEAL = "deal"  # where a day keeps the moves of virtual decks: on no side's part, which its coach may read whole


def dealing_of(session: DiceSession, day: MatchDay | None, scene: Scene) -> Dealing:
    """Virtual decks as they lie. Shuffles come from the sealed seed, whoever throws all other dice.

    They are no rolls on record while cards are hidden: whoever reads the record would know what lies on top. They were
    shuffled once: the first seed of the match has their order, whatever goes on from it.
    """
    dice = ReplayDice(map(roll_of, rolls_from(session)), fresh=SeededDice(bytes(session.seed)))
    thrown = {key: sum(faces) for key, faces in scene.fallen.items()}
    table = CardTable(scene.prematch, scene.teams, scene.ruleset, dice, thrown)
    return dealt(table, card_moves_of(day))


def card_moves_of(day: MatchDay | None) -> tuple[CardMove, ...]:
    return tuple(build(CardMove, move, "move") for move in (day.sealed.get(DEAL, []) if day else []))


def held_cards_of(data: Any) -> tuple[HeldCard, ...]:
    return tuple(build(HeldCard, card, "card") for card in data)


def entry_of(row: LiveEvent) -> Entry:
    return Entry(
        number=row.number,
        device=row.device,
        sequence=row.sequence,
        key=row.key,
        event=build(Event, row.event, "event") if row.event is not None else None,
        rank=row.rank,
        late=row.late,
        seen=row.seen,
        apart=row.apart,
    )


def entries_of(match: Match) -> list[Entry]:
    """All that phones have told of a match, in the order of arrival."""
    return [entry_of(row) for row in match.live_events.all()]


def roll_of(row: DiceRoll) -> Roll:
    return Roll.from_data({"key": row.key, "sides": row.sides, "faces": row.faces, "source": row.source})


GOES_ON = "+"  # between an occasion and the number of a session that goes on from its first one


def sessions_from(session: DiceSession) -> list[DiceSession]:
    """The session, and those that go on from it: the last one has the seed that nobody has seen."""
    found = [session]
    while (later := getattr(found[-1], "later", None)) is not None:
        found.append(later)
    return found


def seed_shown(session: DiceSession) -> bool:
    """Whether the first seed lies open: the match was over, and was reopened."""
    return len(sessions_from(session)) > 1


def rolls_from(session: DiceSession) -> list[DiceRoll]:
    """Everything that has fallen, whichever of its seeds it fell from."""
    return [row for one in sessions_from(session) for row in one.rolls.all()]


def seeded_from(session: DiceSession) -> SeededDice:
    """The server's dice, of the seed that nobody has seen."""
    return SeededDice(bytes(sessions_from(session)[-1].seed))


def rolls_in(league: int, occasion: str) -> QuerySet[DiceRoll]:
    """Everything that fell at an occasion, whichever of its seeds it fell from."""
    of_it = Q(session__occasion=occasion) | Q(session__occasion__startswith=f"{occasion}{GOES_ON}")
    return DiceRoll.objects.filter(of_it, session__league=league).order_by("pk")


def rolls_at(league: int, occasions: Sequence[str]) -> dict[str, list[DiceRoll]]:
    """The same of several occasions, read at once."""
    of_them = Q(session__occasion__in=occasions)
    for occasion in occasions:
        of_them |= Q(session__occasion__startswith=f"{occasion}+")
    found: dict[str, list[DiceRoll]] = {occasion: [] for occasion in occasions}
    for roll in DiceRoll.objects.filter(of_them, session__league=league).select_related("session").order_by("pk"):
        found[roll.session.occasion.partition("+")[0]].append(roll)
    return found


def dice_of(
    session: DiceSession,
    typed: Mapping[str, tuple[int, ...]],
    ruleset: Ruleset,
    *,
    corrected: bool = False,
    ahead: Mapping[str, tuple[int, ...]] = MappingProxyType({}),
) -> Dice:
    """The dice of a session: what already fell, then what coaches threw at the table, then the sealed seed.

    Who throws what is not lying there yet, the league says.
    ``corrected``: what is typed has been agreed to anew. A die that was typed in wrongly is corrected by it, one that
    the server threw lies as it lies.
    ``ahead`` is what a coach typed in before it was asked for; what is ``typed`` now goes before it.
    """
    waiting = {key: faces for key, faces in ahead.items() if key not in typed}
    fresh = AheadDice(waiting, LeagueDice(typed, seeded_from(session), ruleset), ruleset)
    rolls = rolls_from(session)
    fallen = (roll_of(row) for row in rolls if not corrected or row.source != "table" or row.key not in typed)
    return ReplayDice(fallen, fresh=fresh)


def fallen_of(rolls: Iterable[DiceRoll]) -> dict[str, tuple[int, ...]]:
    """The faces that lie on the table, by the keys of their rolls."""
    return {row.key: tuple(row.faces) for row in rolls}


def roll_rows(
    session: DiceSession,
    rolls: Iterable[Roll],
    actor_id: int | None,
    authors: Mapping[str, int] = MappingProxyType({}),
) -> list[DiceRoll]:
    """``authors`` are the coaches who typed rolls in ahead, by their keys; everything else the actor brought about."""
    fallen = {row.key for row in rolls_from(session)}
    return [
        DiceRoll(
            session=sessions_from(session)[-1],
            key=roll.key,
            sides=list(roll.sides),
            faces=list(roll.faces),
            source=roll.source,
            actor_id=authors.get(roll.key, actor_id) if roll.source == "table" else actor_id,
        )
        for roll in rolls
        if roll.key not in fallen
    ]
