"""What a league chooses among things that the tables only describe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# What becomes of a level score: it stands, or extra time and then a shoot-out breaks it, or a shoot-out alone.
Draws = Literal["stand", "overtime", "shoot-out"]
MaybeDraws = Literal["", "stand", "overtime", "shoot-out"]
Thrower = Literal["either", "server", "table"]
# What dice are thrown for: a league may say who throws for each of these.
Purpose = Literal[
    "weather",
    "stadium",
    "referee",
    "fans",
    "inducement",
    "card",
    "prayer",
    "match-event",
    "kick",
    "kick-off",
    "casualty",
    "shoot-out",
    "mvp",
    "winnings",
    "fan-factor",
    "sponsor",
    "expensive-mistakes",
    "improvement",
    "star-player-roll",
]


@dataclass(frozen=True, slots=True)
class Options:
    """The parts of the sequence ask for these; an edition's data has its defaults."""

    variant: str = "whole"  # the size of the game: the whole one, or a variant of the edition by its key
    weather: tuple[str, ...] = ("standard",)  # tables that may be thrown on
    kickoff: str = "standard"
    referees: bool = False
    stadiums: bool = False
    sponsors: bool = False
    rostered_stars: bool = False
    cards: str = "none"  # the way of dealing them
    match_events: bool = False
    special_balls: bool = False
    hall_of_fame: bool = False
    stars: bool = True
    same_star_twice: bool = False
    star_injuries_last: bool = False
    mercenaries: bool = True
    wizard: bool = True
    staff: bool = True
    optional_inducements: bool = False
    inducements_off: tuple[str, ...] = ()
    permanent_inducements: tuple[str, ...] = ()
    petty_cash: Literal["difference", "treasury-counts", "underdog-only"] = "difference"
    spiralling: bool = False
    short_league_money: bool = False
    double_fame_winnings: bool = False
    journeymen: bool = True
    concession_penalties: bool = True
    walkover_serves_missed_game: bool = False
    friendlies_serve_missed_game: bool = True
    redraft_capped: bool = False
    gold_per_season: int = 0
    prizes: tuple[int, ...] = ()
    bonus_touchdowns: int = 0  # league points for as many touchdowns as the next number says
    bonus_touchdowns_from: int = 3
    bonus_clean_sheet: int = 0
    bonus_casualties: int = 0
    bonus_casualties_from: int = 3
    piling_on: Literal["re-roll", "free", "none"] = "re-roll"
    claws: Literal["before", "after"] = "before"  # modifiers are added
    dice: Thrower = "either"
    inducements_sealed: bool = False  # both coaches buy without seeing what the other buys
    special_spectators: bool = False  # the White Dwarf and the Black Gobbo come to matches
    virtual_cards: bool = False  # the server shuffles and deals; otherwise coaches tick what they drew
    card_budget: int = 100_000  # where each coach has a sum of his own for cards
    pre_match_minutes: int = 0  # a clock that coaches see while they buy; 0: none. It decides nothing
    accept_after_hours: int = 0  # a report that nobody confirms or disputes counts by itself; 0: never
    dispute_hours: int = 72  # by then a dispute should be ruled on
    choice_hours: int = 0  # a harmless choice takes its default by itself; 0: never
    choice_reminder_hours: int = 0  # whoever a step after a match waits for is reminded; 0: never
    draws: Draws = "stand"  # what becomes of a level score, where a match does not say it itself
    teams_per_coach: int = 0  # 0: as many as he likes
    matches_in_a_row: int = 2
    hire_window: bool = True
    draft_approval: bool = False  # a draft waits for the commissioner before it is a team
    temporary_retirement: bool = False
    variant_special_plays: bool = False  # a special play that is bought is a card of its deck, whatever else is dealt
    shared_decks: bool = True  # both coaches draw from one set of decks
    merged_decks: bool = False  # the cheapest decks are shuffled into one
    decks: tuple[str, ...] = ()  # that are played with; none named: the edition's own
    supplements: tuple[str, ...] = ()  # further books, whose inducements are sold as well
    referee_tables: tuple[str, ...] = ("referee",)  # tables that may be thrown on, where a referee is thrown for
    server_rolls: tuple[Purpose, ...] = ()  # purposes for which the server throws, whatever ``dice`` says
    table_rolls: tuple[Purpose, ...] = ()  # ... and for which coaches throw real dice and type them in
