"""What must happen in the demo, whatever the dice say: a death, a fat treasury, an expensive mistake."""

from __future__ import annotations

from dataclasses import dataclass

from engine.team.hiring import Act

LEAGUE = "The Tin Kettle League"
SEASON = "The Long Wet Autumn"
CELLAR = "The Cellar Cup"
RULESET = "bb2016"
SEED = 2018

# Every account of the demo has this password: it is printed wherever the demo is loaded.
PASSWORD = "kickoff-at-eight"  # noqa: S105
COMMISSIONER = "Wilhelmina Quill"
COMMISSIONER_MAIL = "commissioner@example.org"

ROUNDS_PLAYED = 4


def mail_of(coach: str) -> str:
    return f"{coach.split()[0].lower()}@example.org"


@dataclass(frozen=True, slots=True)
class Hurt:
    """A player whose fate the coaches rolled at the table."""

    shirt: int
    faces: tuple[int, int]
    cause: str = "block"


@dataclass(frozen=True, slots=True)
class Evening:
    """A team's match of which the story knows something beforehand; its dice are real ones, typed in by the coaches."""

    round: int
    team: str
    hurt: Hurt | None = None
    winnings: int | None = None
    mistakes: int | None = None


_BANKERS = "Ironjaw Savings & Loot"

EVENINGS = (
    # The Bellringers bury their sexton.
    Evening(2, "Saint Oswin's Bellringers", hurt=Hurt(1, (6, 4))),
    # Trolls are always hungry, and it was the goblin's turn to be thrown.
    Evening(3, "Mudlark Marauders", hurt=Hurt(2, (6, 1), cause="other")),
    Evening(2, "Rustgate Wreckers", hurt=Hurt(1, (5, 1))),
    Evening(3, "Harbour Lanterns", hurt=Hurt(8, (5, 3))),
    Evening(4, "Gilded Gannets", hurt=Hurt(11, (5, 6))),
    Evening(4, "The Polite Society", hurt=Hurt(3, (5, 7))),
    # The bankers save for years, lose half of it in one evening, and save again.
    Evening(1, _BANKERS, winnings=6, mistakes=6),
    Evening(2, _BANKERS, winnings=6, mistakes=2),
    Evening(3, _BANKERS, winnings=6, mistakes=6),
    Evening(4, _BANKERS, winnings=6, mistakes=6),
    Evening(5, _BANKERS, winnings=6, mistakes=6),
)


@dataclass(frozen=True, slots=True)
class Errand:
    """Something that a coach does in the first window, from this round on, in which he has the gold for it."""

    round: int
    team: str
    act: Act


ERRANDS = (
    # The Bellringers find a new sexton, and the Marauders another goblin for their troll.
    Errand(2, "Saint Oswin's Bellringers", Act("hire", position="lineman", number=1, name="Prudence Yew")),
    Errand(3, "Mudlark Marauders", Act("hire", position="goblin", number=2, name="Main Course")),
    # A re-roll that was not in the draft costs twice as much.
    Errand(1, "Millbrook Haymakers", Act("buy", good="reroll")),
    Errand(3, "Gilded Gannets", Act("buy", good="reroll")),
)


def errands_of(round_number: int, team: str) -> tuple[Act, ...]:
    return tuple(errand.act for errand in ERRANDS if errand.team == team and errand.round <= round_number)


def evening_of(round_number: int, team: str) -> Evening:
    known = (evening for evening in EVENINGS if (evening.round, evening.team) == (round_number, team))
    return next(known, Evening(round_number, team))


def spared(round_number: int, team: str) -> frozenset[int]:
    """Shirts whose evening is still to come: until then nothing happens to them."""
    return frozenset(
        evening.hurt.shirt
        for evening in EVENINGS
        if evening.hurt and evening.team == team and evening.round >= round_number
    )
