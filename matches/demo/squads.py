"""The teams of the demo: who coaches them, who plays, and how. Every name is made up."""

from __future__ import annotations

from dataclasses import dataclass

from engine.tally import Tally
from engine.team.draft import DraftedPlayer, TeamDraft

STAR = "*"


@dataclass(frozen=True, slots=True)
class Squad:
    """A team and its temper: ``flair`` scores touchdowns, ``fury`` fills the stretchers."""

    name: str
    roster: str
    coach: str
    colour: int
    players: str  # a line each: shirt number, position, name; a star behind those who get the ball. None: as drafted
    goods: Tally
    flair: int = 2
    fury: int = 2

    @property
    def draft(self) -> TeamDraft:
        lines = (line.rstrip(STAR).split(maxsplit=2) for line in self._lines())
        players = tuple(DraftedPlayer(position, int(number), name.strip()) for number, position, name in lines)
        return TeamDraft(self.name, self.roster, players, self.goods)

    @property
    def stars(self) -> frozenset[int]:
        """The shirt numbers of those who get the ball."""
        return frozenset(int(line.split()[0]) for line in self._lines() if line.endswith(STAR))

    def _lines(self) -> list[str]:
        return [line.strip() for line in self.players.strip().splitlines()]


SQUADS = (
    Squad(
        name="Harbour Lanterns",
        roster="human",
        coach="Odile Marsh",
        colour=2,
        players="""
            1 thrower Wick Tallow *
            2 catcher Nell Brightwater *
            3 catcher Tam Halfmoon
            4 blitzer Corin Flint *
            5 blitzer Maud Beacon
            6 blitzer Jory Saltmarsh
            7 blitzer Edda Keel
            8 lineman Barnaby Hook
            9 lineman Osric Dunnage
            10 lineman Wilf Bollard
            11 lineman Petra Gull
        """,
        goods=Tally({"reroll": 3, "fan-factor": 5, "apothecary": 1}),
        flair=4,
        fury=1,
    ),
    Squad(
        name="Rustgate Wreckers",
        roster="orc",
        coach="Bram Tolliver",
        colour=6,
        players="""
            1 black-orc Old Grumble
            2 black-orc Thudd
            3 black-orc Wide Ozbog
            4 black-orc Bosh the Quiet
            5 blitzer Skarn Doorbreaker *
            6 blitzer Uzg Mallet
            7 blitzer Brakka Hinge
            8 blitzer Nurt Crowbar
            9 thrower Fizgut Longarm
            10 lineman Rivet
            11 lineman Pokk Ladder
            12 lineman Lug Halfear
        """,
        goods=Tally({"reroll": 2, "fan-factor": 2}),
        flair=2,
        fury=4,
    ),
    Squad(
        name="Millbrook Haymakers",
        roster="human",
        coach="Hester Vane",
        colour=4,
        players="""
            1 ogre Little Humphrey
            3 lineman Tobin Chaff
            4 lineman Mags Scythe
            5 lineman Piers Barley
            6 lineman Ned Stubble
            7 thrower Ansel Furrow
            8 blitzer Rafe Threshing *
            9 blitzer Gunnar Stook
            10 blitzer Hob Winnow
            11 catcher Dilly Larkspur *
            12 lineman Aldous Rick
            13 lineman Sukie Oat
        """,
        goods=Tally({"reroll": 2, "fan-factor": 6}),
        flair=2,
        fury=3,
    ),
    Squad(
        name="Ironjaw Savings & Loot",
        roster="orc",
        coach="Pip Ashdown",
        colour=3,
        players="""
            1 lineman Floor Safe Hurk
            2 lineman Receipt Zog
            3 lineman Deposit Dakk
            4 lineman Penny Gnash
            5 lineman Audit Narg
            6 lineman Dunning Borka
            7 thrower Ledger Grash
            8 blitzer Compound Krag *
            9 blitzer Interest Ugbad
            10 blitzer Mortgage Mogg
            99 goblin Small Change
        """,
        goods=Tally({"reroll": 2, "fan-factor": 5}),
        flair=3,
        fury=2,
    ),
    Squad(
        name="Saint Oswin's Bellringers",
        roster="human",
        coach="Lucan Merriday",
        colour=5,
        players="""
            1 lineman Sexton Graves
            2 lineman Verger Holm
            3 lineman Big Carillon
            4 lineman Novice Tibb
            5 thrower Deacon Peal *
            6 thrower Wendell Rope
            7 catcher Treble Annis *
            8 catcher Matins Roe
            9 catcher Vesper Lowe
            10 catcher Chime Alcott
            11 blitzer Brother Clapper *
            12 blitzer Sister Tenor
        """,
        goods=Tally({"reroll": 3, "fan-factor": 3, "cheerleader": 1, "apothecary": 1}),
        flair=4,
        fury=1,
    ),
    Squad(
        name="Mudlark Marauders",
        roster="orc",
        coach="Isolde Fenn",
        colour=7,
        players="""
            1 troll Hungry Mabel
            2 goblin Starter
            3 goblin Mains
            4 goblin Afters
            5 goblin Seconds *
            6 blitzer Slurk Mudfist *
            7 blitzer Gulp Eelbane
            8 blitzer Varga Tidewrack
            9 blitzer Bilge Nokk
            10 thrower Flotsam Urt
            11 lineman Jetsam Urt
            12 lineman Barnacle Gruk
            13 lineman Wader Plonk
        """,
        goods=Tally({"reroll": 2, "fan-factor": 2, "apothecary": 1}),
        flair=2,
        fury=3,
    ),
    Squad(
        name="Gilded Gannets",
        roster="human",
        coach="Jasper Rook",
        colour=9,
        players="""
            1 thrower The Hon. Felix Arc
            2 blitzer Lord Percival Swoop *
            3 blitzer Lady Agnes Plume *
            4 blitzer Sir Bertrand Gape
            5 blitzer Dame Rosamund Crest
            6 lineman Simms the Valet
            7 lineman Pike the Footman
            8 lineman Grice the Butler
            9 lineman Tansy the Groom
            10 lineman Marrow the Cook
            11 lineman Moss the Under-Gardener
            12 lineman Bly the Coachman
            13 lineman Willet the Page
        """,
        goods=Tally({"reroll": 2, "fan-factor": 4, "assistant-coach": 1, "cheerleader": 2}),
        flair=3,
        fury=2,
    ),
    Squad(
        name="The Polite Society",
        roster="orc",
        coach="Greta Holloway",
        colour=12,
        players="""
            1 black-orc After-You Dorgan
            2 black-orc Mister Wumpus
            3 black-orc Doily
            4 black-orc Pardon Grimsk
            5 blitzer Curtsey Rakk *
            6 blitzer Madam Thok
            7 thrower Calling-Card Ulf
            8 thrower Bouquet Zarg
            9 lineman Kindly Smash
            10 lineman Beg-Your-Pardon Krul
            11 lineman Napkin
            12 lineman Sincerely Gob
        """,
        goods=Tally({"reroll": 2, "fan-factor": 3, "assistant-coach": 1, "cheerleader": 2}),
        flair=2,
        fury=4,
    ),
)

# The two sides of the private league.
CELLAR_SQUADS = (
    Squad(
        name="Candle-End Casuals",
        roster="human",
        coach="Hester Vane",
        colour=10,
        players="""
            1 thrower Ada Snuffer
            2 blitzer Bert Taper
            3 blitzer Cass Ember
            4 catcher Dot Spill
            5 lineman Eli Soot
            6 lineman Fern Ash
            7 lineman Gus Cinder
            8 lineman Hal Smoulder
            9 lineman Ivy Wax
            10 lineman Jem Dripping
            11 lineman Kit Stub
        """,
        goods=Tally({"reroll": 3, "fan-factor": 5}),
    ),
    Squad(
        name="Boiler Room Bruisers",
        roster="orc",
        coach="Bram Tolliver",
        colour=8,
        players="""
            1 black-orc Gasket
            2 black-orc Furnace Dugg
            3 blitzer Piston Rog
            4 blitzer Valve Ruk
            5 thrower Steam Whistle
            6 lineman Clinker
            7 lineman Ash Pan
            8 lineman Stoker Blod
            9 lineman Shovel
            10 lineman Grate Mok
            11 lineman Coal Bunker
        """,
        goods=Tally({"reroll": 2, "fan-factor": 4, "apothecary": 1}),
    ),
)
