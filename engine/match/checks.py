"""Can this report be true? Every problem at once, each with its rule and both numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from engine.dice import TableDice, check_faces
from engine.errors import DieImpossible, DieMissing, Problem, marked
from engine.match import injuries, mvp
from engine.match import report as keys
from engine.match.earning import deeds_of
from engine.match.matchday import in_the_draw
from engine.match.report import Casualty, MatchReport, SideReport
from engine.match.sides import Side
from engine.rulesets.model import Outcome, Ruleset
from engine.team.sheet import TeamSheet

# No rule of the game: two digits, so that a slip of the finger does not become a legend.
DEEDS_MOST = 99


def problems(report: MatchReport, sheets: Mapping[str, TeamSheet], ruleset: Ruleset) -> tuple[Problem, ...]:
    """``sheets`` are the two teams as they stood at kick-off, by team key."""
    found: list[Problem] = []
    for side, mine, other in report.sides():
        sheet, opponent = sheets[mine.team], sheets[other.team]
        found += _score_problems(side, mine, sheet)
        found += _deed_problems(side, mine, sheet, opponent, ruleset)
        found += _casualty_problems(side, mine, sheet, opponent, ruleset)
        found += _twice_problems(side, mine, sheet, opponent, report.dice, ruleset)
        found += _healing_problems(side, mine, sheet, opponent, report.dice, ruleset)
        found += _mvp_problems(side, mine, sheet, opponent, ruleset)
    found += _dice_problems(report, sheets, ruleset)
    return tuple(found)


def _score_problems(side: Side, mine: SideReport, sheet: TeamSheet) -> Iterator[Problem]:
    scored = sum(deeds.counts["touchdown"] for deeds in mine.deeds)
    if mine.score < 0:
        yield Problem(
            "score_negative",
            marked("{team}: a score of {score} is below 0."),
            "match-report.score",
            f"{side}.score",
            {"team": sheet.name, "score": mine.score},
        )
    if scored != mine.score:
        yield Problem(
            "score_mismatch",
            marked("{team}: the score is {score} but the players' touchdowns add up to {scored}."),
            "match-report.score",
            f"{side}.score",
            {"team": sheet.name, "score": mine.score, "scored": scored},
        )


def _deed_problems(
    side: Side, mine: SideReport, sheet: TeamSheet, opponent: TeamSheet, ruleset: Ruleset
) -> Iterator[Problem]:
    for deeds in mine.deeds:
        where = f"{side}.deeds.{deeds.player}"
        yield from _eligible(deeds.player, sheet, opponent, where)
        for deed, count in deeds.counts.items():
            if deed not in deeds_of(ruleset):
                yield Problem(
                    "unknown_deed",
                    marked("“{deed}” is nothing a player can be credited with here."),
                    "match-report",
                    where,
                    {"deed": deed},
                )
            elif count < 0:
                yield Problem(
                    "deed_negative",
                    marked("{count} is not a number of deeds."),
                    "match-report",
                    f"{where}.{deed}",
                    {"count": count},
                )
            elif count > DEEDS_MOST:
                yield Problem(
                    "deed_too_often",
                    marked("{count} times is more than one match has room for; the most is {most}."),
                    "match-report",
                    f"{where}.{deed}",
                    {"count": count, "most": DEEDS_MOST},
                )
    for player, times in Counter(deeds.player for deeds in mine.deeds).items():
        if times > 1:
            yield Problem(
                "deeds_twice",
                marked("{player} is listed {times} times."),
                "match-report",
                f"{side}.deeds.{player}",
                {"player": player, "times": times},
            )


def _casualty_problems(
    side: Side, mine: SideReport, sheet: TeamSheet, opponent: TeamSheet, ruleset: Ruleset
) -> Iterator[Problem]:
    for nth, casualty in enumerate(mine.casualties):
        where = f"{side}.casualties.{nth}"
        yield from _eligible(casualty.victim, sheet, opponent, where)
        if casualty.by is not None:
            yield from _eligible(casualty.by, opponent, sheet, f"{where}.by")
        if casualty.cause not in ruleset.casualty_causes:
            yield Problem(
                "unknown_cause",
                marked("“{cause}” is not a way to be hurt: {causes}."),
                "match-report.casualties",
                f"{where}.cause",
                {"cause": casualty.cause, "causes": ", ".join(ruleset.casualty_causes)},
            )


def _twice_problems(
    side: Side,
    mine: SideReport,
    sheet: TeamSheet,
    opponent: TeamSheet,
    typed: Mapping[str, tuple[int, ...]],
    ruleset: Ruleset,
) -> Iterator[Problem]:
    """Who is hurt again was healed before. The dice that say so were thrown at the table, so they are typed in."""
    times = Counter(casualty.victim for casualty in mine.casualties)
    for victim, count in times.items():
        own = tuple(casualty for casualty in mine.casualties if casualty.victim == victim)
        params = {"player": _name(victim, sheet), "times": count}
        if count < 2 or all(_was_healed(own, nth, sheet, opponent, typed, ruleset) for nth in range(1, count)):
            continue
        if all(_may_heal(one, sheet, opponent, ruleset) for one in own[:-1]):
            yield Problem(
                "casualty_not_healed",
                marked(
                    "{player} left the pitch as a casualty {times} times, but the dice typed in do not show "
                    "that he was healed each time before."
                ),
                "match-report.healing",
                f"{side}.casualties",
                params,
            )
        else:
            yield Problem(
                "casualty_twice",
                marked("{player} left the pitch as a casualty {times} times; once is the most."),
                "match-report.casualties",
                f"{side}.casualties",
                params,
            )


def _may_heal(casualty: Casualty, sheet: TeamSheet, opponent: TeamSheet, ruleset: Ruleset) -> bool:
    if sheet.player(casualty.victim) is None:
        return False
    patched_up = casualty.apothecary and ruleset.casualty.apothecary_reserves
    return patched_up or injuries.Injured(casualty, 1, sheet, opponent, ruleset).regeneration is not None


def _was_healed(
    own: tuple[Casualty, ...],
    nth: int,
    sheet: TeamSheet,
    opponent: TeamSheet,
    typed: Mapping[str, tuple[int, ...]],
    ruleset: Ruleset,
) -> bool:
    if sheet.player(own[0].victim) is None:
        return False
    injured = injuries.Injured(own[nth - 1], nth, sheet, opponent, ruleset)
    try:
        return bool(injuries.treated(injured, TableDice(typed)).saved)
    except (DieMissing, DieImpossible):
        return False


def _healing_problems(
    side: Side,
    mine: SideReport,
    sheet: TeamSheet,
    opponent: TeamSheet,
    typed: Mapping[str, tuple[int, ...]],
    ruleset: Ruleset,
) -> Iterator[Problem]:
    """Apothecaries and Igors, each of them once in a match."""
    treated = [
        *(
            (f"{side}.casualties.{nth}.apothecary", one.victim)
            for nth, one in enumerate(mine.casualties)
            if one.apothecary
        ),
        *((f"{side}.healed_kos.{nth}", player) for nth, player in enumerate(mine.healed_kos)),
    ]
    for nth, player in enumerate(mine.healed_kos):
        yield from _eligible(player, sheet, opponent, f"{side}.healed_kos.{nth}")
    if treated and not ruleset.roster(sheet.roster).apothecary:
        yield from (_no_apothecary(sheet, where) for where, _ in treated)
    else:
        owned = injuries.healers("apothecary", sheet, ruleset)
        if len(treated) > owned:
            yield from _apothecary_too_often(len(treated), owned, side, sheet)
    yield from _strangers_treated(treated, side, sheet, ruleset)
    yield from _igor_too_often(sum(one.igor for one in mine.casualties), side, sheet, ruleset)
    times: Counter[str] = Counter()
    for nth, casualty in enumerate(mine.casualties):
        times[casualty.victim] += 1
        if casualty.kept and not casualty.apothecary:
            yield Problem(
                "kept_without_apothecary",
                marked("Only an apothecary has a casualty thrown again: there is no second result to choose from."),
                "match-report.healing",
                f"{side}.casualties.{nth}.kept",
                {},
            )
        if casualty.igor and sheet.player(casualty.victim):
            injured = injuries.Injured(casualty, times[casualty.victim], sheet, opponent, ruleset)
            yield from _igor_problems(injured, f"{side}.casualties.{nth}.igor", typed)


def _strangers_treated(
    treated: list[tuple[str, str]], side: Side, sheet: TeamSheet, ruleset: Ruleset
) -> Iterator[Problem]:
    """Who is not a team's own is treated by some who heal, and not by others."""
    strangers = [(where, found) for where, key in treated if (found := sheet.player(key)) and found.status != "active"]
    for where, player in strangers:
        if injuries.healers("apothecary", sheet, ruleset, player.status):
            continue
        who = {"player": player.name, "team": sheet.name}
        if player.status == "journeyman":
            yield Problem(
                "apothecary_journeyman",
                marked("{player} is a journeyman: the apothecary of {team} does not treat him."),
                "hiring.journeymen",
                where,
                who,
            )
        elif player.guest:
            yield Problem(
                "apothecary_guest",
                marked("{player} was hired for this match: no apothecary of {team} treats him."),
                "match-report.healing",
                where,
                who,
            )
    for status, used in Counter(player.status for _, player in strangers).items():
        able = injuries.healers("apothecary", sheet, ruleset, status)
        if used > able > 0:
            yield from _apothecary_too_often(used, able, side, sheet)


def _igor_problems(injured: injuries.Injured, where: str, typed: Mapping[str, tuple[int, ...]]) -> Iterator[Problem]:
    rules, name = injured.regeneration, injured.player.name
    if injured.player.guest and not injuries.healers("igor", injured.sheet, injured.ruleset, injured.player.status):
        yield Problem(
            "igor_guest",
            marked("{player} was hired for this match: no Igor of {team} helps him."),
            "match-report.healing",
            where,
            {"player": name, "team": injured.sheet.name},
        )
        return
    if rules is None:
        yield Problem(
            "igor_without_regeneration",
            marked("{player} does not regenerate: an Igor can do nothing for him."),
            "match-report.healing",
            where,
            {"player": name},
        )
        return
    thrown = typed.get(keys.regeneration_key(*injured.subject), ())
    if thrown and rules.succeeds(thrown):
        yield Problem(
            "igor_unneeded",
            marked("{player} regenerated with {thrown}, where {target} is enough: an Igor has nothing to throw again."),
            "match-report.healing",
            where,
            {"player": name, "thrown": sum(thrown), "target": rules.target},
        )


def _no_apothecary(sheet: TeamSheet, where: str) -> Problem:
    return Problem(
        "apothecary_never",
        marked("{team} may have no apothecary."),
        "match-report.healing",
        where,
        {"team": sheet.name},
    )


def _apothecary_too_often(used: int, owned: int, side: Side, sheet: TeamSheet) -> Iterator[Problem]:
    yield Problem(
        "apothecary_too_often",
        marked("{team} used an apothecary {used} times and has {owned}: each helps once in a match."),
        "match-report.healing",
        f"{side}.casualties",
        {"team": sheet.name, "used": used, "owned": owned},
    )


def _igor_too_often(used: int, side: Side, sheet: TeamSheet, ruleset: Ruleset) -> Iterator[Problem]:
    owned = injuries.healers("igor", sheet, ruleset)
    if used > owned:
        yield Problem(
            "igor_too_often",
            marked("{team} used an Igor {used} times and has {owned}: each helps once in a match."),
            "match-report.healing",
            f"{side}.casualties",
            {"team": sheet.name, "used": used, "owned": owned},
        )


def _mvp_problems(
    side: Side, mine: SideReport, sheet: TeamSheet, opponent: TeamSheet, ruleset: Ruleset
) -> Iterator[Problem]:
    where = f"{side}.nominees"
    least, most = mvp.asked(ruleset.mvp, len(in_the_draw(sheet, ruleset.mvp)))
    named = len(set(mine.nominees))
    if not least <= named <= most or len(mine.nominees) != named:
        message = marked(
            "Different players nominated by {team} for most valuable player: {named}; it must be {wanted}."
        )
        if least != most:
            message = marked(
                "Different players named by {team} as most valuable player: {named}; "
                "it must be {wanted} at most, or none, and a die draws one."
            )
        yield Problem("nominees", message, "mvp", where, {"team": sheet.name, "named": named, "wanted": most})
    for nominee in mine.nominees:
        yield from _eligible(nominee, sheet, opponent, where)
        yield from _nominated_guest(nominee, sheet, where, ruleset)


def _nominated_guest(nominee: str, sheet: TeamSheet, where: str, ruleset: Ruleset) -> Iterator[Problem]:
    player = sheet.player(nominee)
    if player and player.guest and player not in in_the_draw(sheet, ruleset.mvp):
        yield Problem(
            "nominee_guest",
            marked("{player} was hired for this match by {team}: he cannot be most valuable player."),
            "mvp",
            where,
            {"player": player.name, "team": sheet.name},
        )


def _dice_problems(report: MatchReport, sheets: Mapping[str, TeamSheet], ruleset: Ruleset) -> Iterable[Problem]:
    expected = dict(dice_of(report, sheets, ruleset))
    for key, faces in report.dice.items():
        sides = expected.get(key)
        if sides is None:
            yield Problem(
                "die_unasked",
                marked("Nothing in this report asks for the die {key}."),
                "dice",
                f"dice.{key}",
                {"key": key},
            )
            continue
        try:
            check_faces(key, sides, faces)
        except DieImpossible as error:
            yield Problem(error.code, error.message, error.rule, f"dice.{key}", error.params)


def dice_of(
    report: MatchReport, sheets: Mapping[str, TeamSheet], ruleset: Ruleset
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every roll this match can ask for, so that coaches may type in what they threw."""
    for side, mine, other in report.sides():
        times: Counter[str] = Counter()
        for casualty in mine.casualties:
            times[casualty.victim] += 1
            nth, sheet = times[casualty.victim], sheets[mine.team]
            if sheet.player(casualty.victim):
                yield from injuries.dice_of(injuries.Injured(casualty, nth, sheet, sheets[other.team], ruleset))
            else:
                yield keys.casualty_key(mine.team, casualty.victim, nth), ruleset.casualty.dice
        yield from team_rolls(mine.team, report.outcome(side), ruleset).values()


def team_rolls(team: str, outcome: Outcome, ruleset: Ruleset) -> dict[str, tuple[str, tuple[int, ...]]]:
    """The rolls of one team whatever happened in the match, by a short name: key and dice."""
    rolls = {}
    if ruleset.mvp.method == "nominated":
        rolls["mvp"] = (keys.mvp_key(team), ruleset.mvp.dice)
    if ruleset.fans:
        rolls["fans"] = (keys.fans_key(team), ruleset.fans.dice)
    if ruleset.winnings and "winnings" in ruleset.post_match:
        rolls["winnings"] = (keys.winnings_key(team, 1), ruleset.winnings.dice)
        rolls["winnings2"] = (keys.winnings_key(team, 2), ruleset.winnings.dice)
    if ruleset.fan_factor and "fan-factor" in ruleset.post_match:
        dice = ruleset.fan_factor[outcome].dice
        rolls["fanfactor"] = (keys.fan_factor_key(team, dice), dice)
    if ruleset.expensive_mistakes and "expensive-mistakes" in ruleset.post_match:
        rolls["mistakes"] = (keys.mistakes_key(team), ruleset.expensive_mistakes.dice)
        rolls["minor"] = (keys.mistakes_key(team, "minor"), ruleset.expensive_mistakes.minor_dice)
        rolls["kept"] = (keys.mistakes_key(team, "kept"), ruleset.expensive_mistakes.kept_dice)
    return rolls


def _eligible(key: str, sheet: TeamSheet, opponent: TeamSheet, where: str) -> Iterator[Problem]:
    """May this player of ``sheet`` appear here at all?"""
    player = sheet.player(key)
    if player is None:
        yield _stranger(key, sheet, opponent, where)
        return
    who = {"player": player.name, "team": sheet.name}
    if player.status == "dead":
        yield Problem("player_dead", marked("{player} of {team} is dead."), "match-report.players", where, who)
    elif not player.on_the_roster and not player.guest:
        yield Problem(
            "player_gone", marked("{player} does not play for {team} any more."), "match-report.players", where, who
        )
    elif player.status == "retired":
        yield Problem(
            "player_retired",
            marked("{player} of {team} is temporarily retired."),
            "match-report.players",
            where,
            who,
        )
    elif player.misses_next:
        yield Problem(
            "player_missing",
            marked("{player} of {team} misses this match, injured."),
            "match-report.players",
            where,
            who,
        )


def _stranger(key: str, sheet: TeamSheet, opponent: TeamSheet, where: str) -> Problem:
    message = marked("{team} has no player {player}.")
    if opponent.player(key):
        message = marked("{team} has no player {player}; {opponent} has one.")
    return Problem(
        "player_of_another_team",
        message,
        "match-report.players",
        where,
        {"player": key, "team": sheet.name, "opponent": opponent.name},
    )


def _name(key: str, sheet: TeamSheet) -> str:
    player = sheet.player(key)
    return player.name if player else key
