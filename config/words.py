"""Words for the keys that the engine and its data speak in: one word per idea, in the reader's language.

Names that belong to a ruleset (positions, skills, casualty results, goods) are data and come from it; here stand the
ideas that every ruleset shares. ``word("reason", key)`` and the template filter ``|word:"reason"`` read them.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Words = Mapping[str, Promise]

# Why gold moved.
REASONS: Words = {
    "starting-treasury": _("Starting treasury"),
    "player-hired": _("Player hired"),
    "goods-bought": _("Bought"),
    "not-banked": _("Left over: there is no bank"),
    "journeyman-hired": _("Journeyman hired"),
    "star-rostered": _("Star rostered"),
    "upkeep": _("Upkeep of a star"),
    "deal": _("Deal"),
    "ruling": _("The commissioner's word"),
    "as-entered": _("As entered"),
    "residency-kept": _("Paid to keep the home"),
    "residency-cancelled": _("Residency ended"),
    "stadium-bought": _("Stadium bought"),
    "stadium-fund": _("Paid into the stadium fund"),
    "stadium-sold": _("Stadium sold"),
    "winnings": _("Winnings"),
    "spiralling-expenses": _("Spiralling expenses"),
    "expensive-mistakes": _("Expensive mistake"),
    "inducements": _("Inducements"),
    "petty-cash": _("Petty cash"),
    "petty-cash-returned": _("Petty cash, not spent"),
    "sponsor": _("One-time sponsorship"),
    "sponsorships": _("Ongoing sponsorships"),
    "insurance": _("Insurance for a player who died"),
    "sponsor-fee": _("Fee of a sponsor"),
    "sponsor-fee-unpaid": _("Taken for a fee that was not paid"),
}

# The parts that an amount of gold adds up from.
PARTS: Words = {
    "die": _("Die"),
    "fame": _("FAME"),
    "win": _("Bonus for a win"),
    "draw": _("Bonus for a draw"),
    "loss": _("Bonus for a loss"),
    "given-for-inducements": _("Gold that was given for it"),
    "value-difference": _("Difference in team value"),
    "gold-of-their-own": _("Gold that counts as value"),
    "visitors": _("Match in the others' home stadium"),
    "stadium": _("The stadium"),
    "sponsor": _("The major sponsor's part"),
    "sponsorship": _("An ongoing sponsorship"),
    "residency": _("All of it for the new home"),
    "sum": _("In any case"),
    "own-stadium": _("The stadium that it owns"),
    "at-least-nothing": _("Never less than nothing"),
    "gate": _("Share of the gate"),
    "touchdowns": _("Touchdowns"),
    "conceded": _("Winnings of the side that gave up"),
    "walkover": _("For a match that nobody else came to"),
}

# What a match earns for the table.
LEAGUE_POINTS: Words = {
    "win": pgettext_lazy("outcome of a match", "Win"),
    "draw": pgettext_lazy("outcome of a match", "Draw"),
    "loss": pgettext_lazy("outcome of a match", "Loss"),
    "touchdowns": _("Bonus for touchdowns"),
    "clean-sheet": _("Bonus for a clean sheet"),
    "casualties": _("Bonus for casualties"),
    "no-show": _("Not having come"),
}

# Why something is added to a star player roll.
SPP_MODIFIERS: Words = {
    "team-won": _("for the win"),
    "team-touchdowns": _("for the team's touchdowns"),
    "team-casualties": _("for the team's casualties"),
    "player-touchdown": _("for his touchdown"),
    "player-casualty": _("for his casualty"),
}

OUTCOMES: Words = {
    "win": pgettext_lazy("outcome of a match", "Win"),
    "draw": pgettext_lazy("outcome of a match", "Draw"),
    "loss": pgettext_lazy("outcome of a match", "Loss"),
}

# What a player is credited with.
DEEDS: Words = {
    "touchdown": _("Touchdown"),
    "completion": _("Completion"),
    "interception": _("Interception"),
    "casualty": _("Casualty caused"),
    "mvp": _("Most valuable player"),
    "superb-throw": _("Superb throw of a team-mate"),
    "deflection": _("Deflection"),
}

# ... and whatever else brings him points.
EARNED: Words = {
    **DEEDS,
    "star-player-roll": _("Star player roll"),
    "concession": _("The other side gave up"),
}

DEEDS_SHORT: Words = {
    "touchdown": pgettext_lazy("touchdowns", "TD"),
    "completion": pgettext_lazy("completions", "Cp"),
    "interception": pgettext_lazy("interceptions", "Int"),
    "casualty": pgettext_lazy("casualties", "Cas"),
    "mvp": pgettext_lazy("most valuable player", "MVP"),
    "superb-throw": pgettext_lazy("superb throws of a team-mate", "Thr"),
    "deflection": pgettext_lazy("deflections", "Def"),
}

# What happened, by the kind of its cause, where no opponent gives it a name.
OCCASIONS: Words = {
    "draft": _("The draft"),
    "entry": _("As entered"),
    "match": _("A match"),
    "post-match": _("After a match"),
    "hiring": _("Hiring and firing"),
    "journeymen": _("Journeymen"),
    "improvement": _("Improvement"),
    "changeover": _("Other rules"),
    "deal": _("A deal"),
    "ruling": _("The commissioner's word"),
    "retirement": _("Retirement of the team"),
    "renaming": _("Another name"),
    "redraft": _("A new season"),
}

# What part a player has in his team.
PLAYER_STATUSES: Words = {
    "active": pgettext_lazy("a player", "Active"),
    "journeyman": pgettext_lazy("a player", "Journeyman"),
    "retired": pgettext_lazy("a player", "Temporarily retired"),
    "fired": pgettext_lazy("a player", "Fired"),
    "sold": pgettext_lazy("a player", "Sold"),
    "left": pgettext_lazy("a player", "Left"),
    "dead": pgettext_lazy("a player", "Dead"),
    "star": pgettext_lazy("a player", "Star player"),
    "mercenary": pgettext_lazy("a player", "Mercenary"),
    "staff": pgettext_lazy("a player", "Coaching staff"),
}

# Steps of the post-match sequence.
STEPS: Words = {
    "spp": _("Star player points"),
    "star-player-rolls": _("Star player rolls"),
    "league-points": _("League points"),
    "residency": _("A home to ask for"),
    "residency-deal": _("The stadium's answer"),
    "winnings": _("Winnings"),
    "petty-cash": _("Petty cash"),
    "fan-factor": _("Fan factor"),
    "losing-residency": _("A home to lose"),
    "sponsor-search": _("Looking for a sponsor"),
    "sponsorships": _("Ongoing sponsorships"),
    "hire-and-fire": _("Hire and fire"),
    "insurance": _("The insurers"),
    "expensive-mistakes": _("Expensive mistakes"),
    "journeymen": _("Journeymen"),
    "value": _("Team value"),
    "prepare": _("Prepare for the next fixture"),
}

# What a coach may choose when a step waits for him.
CHOICES: Words = {
    "keep": _("Keep the roll"),
    "reroll": _("Throw again"),
    "done": _("Done: close the window"),
    "pay-upkeep": _("Done: pay the star's upkeep"),
    "release-star": _("Done: let the star go"),
    "attempt": _("Ask for it"),
    "pass": _("Leave it"),
    "accept": _("Take it"),
    "pay-winnings": _("Take it for all winnings of this match"),
    "refuse": _("Decline"),
    "let-go": _("Let the home go"),
    "pay": _("Pay and stay"),
    "none": _("No sponsor"),
    "one-time": _("One-time sponsorship"),
    "ongoing": _("Ongoing sponsorship"),
    "keep-sponsor": _("Go on with the deal"),
    "end-sponsor": _("End the deal"),
    "pay-fee": _("Pay the fee"),
    "pay-fee-and-end": _("Pay the fee and end the deal"),
    "refuse-fee": _("Do not pay"),
}

# What a stadium looks at in a team that would like to be at home there, what it asks for, and who loses FAME in it.
STADIUM_WORDS: Words = {
    "win": _("a win"),
    "loss": _("a defeat"),
    "sponsor": _("a major sponsor"),
    "fans": _("fan factor"),
    "free": _("nothing"),
    "winnings": _("all winnings of the match"),
    "each": _("each side by itself"),
    "both": _("both sides alike"),
}

# What became of a team's wish to be at home where it had played.
RESIDENCY_ANSWERS: Words = {
    "rejected": _("The stadium does not want them."),
    "outbid": _("The other team's score is higher: it is offered the home, and nobody else."),
    "level": _("Both teams have the same score: neither is offered the home."),
    "refused": _("The offer was declined."),
    "taken": _("The team is at home there from now on."),
}

# What was said to a deal, as the audit calls it.
DEAL_ACTS: Words = {
    "deal.proposed": _("Proposed"),
    "deal.accepted": _("Accepted"),
    "deal.declined": _("Declined"),
    "deal.withdrawn": _("Withdrawn"),
    "deal.approved": _("Approved"),
    "deal.refused": _("Refused"),
    "deal.undone": _("Undone"),
}

TIE_BREAKERS: Words = {
    "points": _("League points"),
    "touchdown-difference": _("Touchdown difference"),
    "touchdowns-for": _("Touchdowns scored"),
    "casualty-difference": _("Casualty difference"),
}

# How a player was hurt.
CAUSES: Words = {
    "block": pgettext_lazy("how a player was hurt", "Block"),
    "foul": pgettext_lazy("how a player was hurt", "Foul"),
    "crowd": pgettext_lazy("how a player was hurt", "Crowd"),
    "stab": pgettext_lazy("how a player was hurt", "Stab"),
    "chainsaw": pgettext_lazy("how a player was hurt", "Chainsaw"),
    "bomb": pgettext_lazy("how a player was hurt", "Bomb"),
    "fall": pgettext_lazy("how a player was hurt", "Failed dodge or rush"),
    "other": pgettext_lazy("how a player was hurt", "Something else"),
}

# What happens in a match, as it is tapped in at the table.
EVENTS: Words = {
    "kick-off": _("Kick-off"),
    "turn": _("Turn"),
    "touchdown": _("Touchdown"),
    "completion": _("Completion"),
    "superb-throw": _("Superb throw"),
    "interception": _("Interception"),
    "deflection": _("Deflection"),
    "casualty": _("Casualty"),
    "ko": _("Knocked out"),
    "foul": _("Foul"),
    "sent-off": _("Sent off"),
    "back": _("Back on"),
    "reroll": _("Re-roll"),
    "fame-lost": _("FAME lost"),
    "inducement": _("Inducement"),
    "card": _("Card"),
    "prayer": _("Prayer"),
    "event": _("Match event"),
    "weather": _("Weather"),
    "abandoned": _("Abandoned"),
    "resumed": _("Resumed"),
    "note": _("Note"),
}

# What brings a player back who was off the pitch.
BACK_BY: Words = {
    "recovered": _("He woke up"),
    "bribe": _("Bribe"),
    "argued": _("The coach argued the call"),
    "card": _("Card"),
    "stadium": _("Stadium"),
    "staff": _("Staff"),
    "event": _("Match event"),
    "inducement": _("Inducement"),
}

# What somebody is sent off for.
SENT_OFF_FOR: Words = {
    "foul": pgettext_lazy("what somebody is sent off for", "A foul"),
    "secret-weapon": pgettext_lazy("what somebody is sent off for", "A secret weapon"),
    "argued": pgettext_lazy("what somebody is sent off for", "He argued the call"),
    "other": pgettext_lazy("what somebody is sent off for", "Something else"),
}

# Where somebody is who does not play just now.
OFF: Words = {
    "reserves": _("Reserves"),
    "knocked-out": _("Knocked out"),
    "casualty": _("Casualties"),
    "sent-off": _("Sent off"),
    "missing": _("Not here today"),
}

# Why an event earns no star player points.
WHY_NOT: Words = {
    "unknown": _("nobody knows who did it"),
    "own-side": _("his own side"),
    "cause": _("not for how it came about"),
    "guest": _("guests earn nothing"),
    "nothing": _("nothing in this edition"),
}

MISTAKES: Words = {
    "crisis-averted": _("Crisis averted"),
    "minor-incident": _("Minor incident"),
    "major-incident": _("Major incident"),
    "catastrophe": _("Catastrophe"),
}

CHARACTERISTICS: Words = {
    "ma": pgettext_lazy("movement allowance", "MA"),
    "st": pgettext_lazy("strength", "ST"),
    "ag": pgettext_lazy("agility", "AG"),
    "pa": pgettext_lazy("passing ability", "PA"),
    "av": pgettext_lazy("armour value", "AV"),
}

CHARACTERISTIC_NAMES: Words = {
    "ma": _("Movement allowance"),
    "st": _("Strength"),
    "ag": _("Agility"),
    "pa": _("Passing ability"),
    "av": _("Armour value"),
}

# What a roll is thrown for: the first part of its key, or the whole of it without the team where the parts differ.
ROLLS: Words = {
    "casualty": _("Casualty"),
    "casualty/decay": _("Decay"),
    "casualty/apothecary": _("Apothecary"),
    "lasting": _("Lasting injury"),
    "regeneration": _("Regeneration"),
    "regeneration/igor": _("Regeneration, thrown again"),
    "poison": _("Poison"),
    "kick-off": _("Kick-off table"),
    "weather": _("Weather"),
    "stadium": _("Stadium"),
    "stadium/coach": _("Who throws for the stadium"),
    "stadium/gold": _("Gold that the stadium gives"),
    "referee": _("Referee"),
    "residency": _("Asking for a home"),
    "losing-residency": _("Losing the home"),
    "stadium-sale": _("Selling the stadium"),
    "stadium-sale/2d6": _("What the stadium is sold for"),
    "fans": _("Fans"),
    "home-fans": _("More fans at home"),
    "card/number": _("Number of cards"),
    "card/order": _("Who draws first"),
    "card/choice": _("Who chooses first"),
    "card/deck": _("Deck of a special play"),
    "shuffle": _("Shuffled deck"),
    "prayer": _("Prayer to Nuffle"),
    "prayer/number": _("How many players a prayer is about"),
    "prayer/player": _("Whom a prayer is about"),
    "match-event": _("Match event"),
    "match-event/turn": _("Turn of a match event"),
    "kick": _("The toss"),
    "inducement": _("Who buys first"),
    "mvp": _("Most valuable player"),
    "mvp/2": _("The second most valuable player"),
    "walkover": _("Payment for a walkover"),
    "fans-lost": _("Fans lost by giving up"),
    "leaving": _("Whether he leaves a team that gave up"),
    "winnings": _("Winnings"),
    "winnings/1": _("Winnings"),
    "winnings/2": _("Winnings, thrown again"),
    "winnings/stadium": _("Winnings that the stadium adds"),
    "winnings/own-stadium": _("Winnings at a stadium of one's own"),
    "fan-factor": _("Fan factor"),
    "sponsor-search": _("Looking for a sponsor"),
    "sponsor-search/gold": _("Gold of a one-time sponsorship"),
    "sponsor-search/mishap": _("Whether a player is called away"),
    "sponsor-search/player": _("Who is called away"),
    "sponsorships": _("Ongoing sponsorships"),
    "sponsorships/gold": _("Gold of an ongoing sponsorship"),
    "sponsorships/mishap": _("Whether a player is called away"),
    "sponsorships/player": _("Who is called away"),
    "insurance": _("Whether the insurers ask for a fee"),
    "insurance/fee": _("Fee of the insurers"),
    "insurance/missing": _("How many players miss the next match"),
    "insurance/player": _("Who is called away"),
    "expensive-mistakes": _("Expensive mistakes"),
    "expensive-mistakes/minor": _("Cost of the minor incident"),
    "expensive-mistakes/kept": _("Gold kept"),
    "improvement": _("Improvement"),
    "star-player-roll": _("Star player roll"),
}

# What became of a roll that could be typed in before it was asked for.
AHEAD: Words = {
    "asked": _("asked for now"),
    "open": _("may be asked for"),
    "typed": _("typed in, and not asked for yet"),
    "report": _("told in the report"),
    "used": _("used"),
    "unused": _("not used"),
}

# Who or what undid a casualty.
SAVED_BY: Words = {
    "apothecary": _("back in the reserves by the apothecary"),
    "regeneration": _("healed by Regeneration"),
}

# Where a roll came from.
SOURCES: Words = {
    "seeded": _("thrown by the server"),
    "table": _("rolled at the table"),
    "scripted": _("scripted"),
}

# Why a line of the team's value counts nothing.
LEFT_OUT: Words = {
    "misses-next": _("misses the next match"),
    "retired": _("temporarily retired"),
    "not-counted": _("does not count in this edition"),
}

# Skill categories, by name and by the letter that team lists use.
CATEGORIES: Words = {
    "general": _("General"),
    "agility": _("Agility"),
    "strength": _("Strength"),
    "passing": _("Passing"),
    "mutation": _("Mutation"),
    "extraordinary": _("Extraordinary"),
    "trait": _("Traits"),
    "G": _("General"),
    "A": _("Agility"),
    "S": _("Strength"),
    "P": _("Passing"),
    "M": _("Mutation"),
}

# Where a house rule belongs.
OPTION_GROUPS: Words = {
    "draft": _("Drafting a team"),
    "players": _("Players"),
    "money": _("Money"),
    "before": _("Before the match"),
    "pitch": _("On the pitch"),
    "league": _("The league"),
    "dice": _("Dice"),
}

# What an improvement gives.
GAINS: Words = {
    "normal": _("Normal skill"),
    "double": _("Skill on a double"),
    "random-primary": _("Random primary skill"),
    "chosen-primary": _("Chosen primary skill"),
    "random-secondary": _("Random secondary skill"),
    "chosen-secondary": _("Chosen secondary skill"),
    "ma": _("+1 MA"),
    "st": _("+1 ST"),
    "ag": _("+1 AG"),
    "pa": _("+1 PA"),
    "av": _("+1 AV"),
}

# What star player points are spent on.
WAYS: Words = {**GAINS, "characteristic": _("A throw for a characteristic")}

# What a team keeps from one season to the next, and what a winner takes from who conceded.
KEPT: Words = {
    "treasury": _("Treasury"),
    "fan-factor": _("Fan factor"),
    "dedicated-fans": _("Dedicated fans"),
    "name": _("Name"),
    "spp": _("Star player points"),
    "injuries": _("Injuries"),
    "improvements": _("Improvements"),
    "winnings": _("Winnings"),
    "mvp": _("Most valuable player"),
    "touchdowns": _("Touchdowns"),
    "gate": _("The whole gate"),
}

# At what price a journeyman is hired.
HIRED_AT: Words = {
    "rookie": _("the price of a rookie"),
    "current": _("his current value"),
}

# The tables of a league and their fields; with the table before it where a field means another thing there.
FIELDS: Words = {
    **GAINS,
    "spp": _("Star player points"),
    "casualty": _("Casualty table"),
    "options": _("Options"),
    "improvement": _("Improvements"),
    "bounds": _("Limits of characteristics"),
    "special_rules": _("Special rules of team lists"),
    "journeymen": _("Journeymen"),
    "upkeep": _("Rostered stars"),
    "spiralling": _("Spiralling expenses"),
    "concession": _("Conceding"),
    "friendly": _("Friendlies"),
    "overtime": _("Overtime"),
    "walkover": _("Walkovers"),
    "redraft": _("A new season"),
    "stadiums": _("Stadiums"),
    "sponsors": _("Sponsors"),
    "insurance": _("Insurance"),
    "insurance.dice": _("A fee is due on no more than the players who are gone"),
    "share": _("Part of the value that is paid, one in"),
    "unit": _("Rounded up to"),
    "missing_dice": _("Players who miss the next match if it is not paid"),
    "half_reroll": _("A re-roll more in a half"),
    "good": _("What it counts as"),
    "least": _("From so much on"),
    "variants": _("Other sizes"),
    "always": _("Lost in any case on"),
    "amount": _("Amount"),
    "award": _("Award"),
    "bands": _("By the star's price"),
    "base": _("Gold to begin with"),
    "best": _("Best"),
    "breakpoint": _("From a team value of"),
    "bribe": _("Bribe that lowers the roll by one"),
    "cancel_cost": _("Price of ending it"),
    "cap": _("At most"),
    "characteristic": _("Characteristic"),
    "chosen_primary": _("Chosen primary skill"),
    "chosen_secondary": _("Chosen secondary skill"),
    "cost": _("Cost"),
    "costs": _("What improvements cost in star player points"),
    "crowd_target": _("Target of the crowd"),
    "dice": _("Dice"),
    "double_offers": _("Also offered by equal dice"),
    "draft": _("Draft"),
    "draft_max": _("Most in a draft"),
    "bank": _("What is not spent is kept"),
    "later": _("Sold after the draft"),
    "later_factor": _("Times the price, after the draft"),
    "droppable": _("May be given up"),
    "gift": _("More may come during a match"),
    "raising": _("Raising the dead"),
    "st_max": _("Strength of the victim, at most"),
    "without": _("Not with these skills"),
    "killer_skill": _("Skill of the killer"),
    "causes": _("How he died"),
    "special_rule": _("Special rule"),
    "paid": _("At the price of a rookie"),
    "position": _("Position"),
    "drawback": _("Drawback"),
    "effect": _("Effect"),
    "excluded": _("Not for"),
    "extras.fame": _("FAME"),
    "fame_most": _("FAME, at most"),
    "fans": _("Fans won or lost"),
    "fans_dice": _("Fans lost"),
    "fee": _("Fee"),
    "free_below": _("Free with fewer players than"),
    "fund_credit": _("Counts in the fund as"),
    "fund_payment": _("Payment into the fund"),
    "gain_dice": _("Gain, dice"),
    "gain_unit": _("Gain for each point"),
    "gold": _("Starting gold"),
    "goods": _("Re-rolls and staff"),
    "healer": _("Healer"),
    "highest": _("Highest that a characteristic may be"),
    "twice": _("Thrown twice for who has"),
    "regeneration": _("Regeneration"),
    "poison": _("Poison"),
    "target": _("Succeeds on"),
    "apothecary_reserves": _("Badly hurt after an apothecary: back to the reserves"),
    "apothecary_journeymen": _("Apothecaries treat journeymen"),
    "hired_at": _("Hired at"),
    "home_fans": _("Fans of the home team"),
    "extras": _("What a stadium brings before and after a match"),
    "extras.winnings": _("More winnings"),
    "winnings_shared": _("... the same for both sides"),
    "extras.fan_factor": _("Added to the throw for the fan factor"),
    "fame_lost": _("FAME may be lost during the match"),
    "gives": _("For nothing"),
    "instead": _("Where that is not allowed"),
    "star_cheaper": _("Stars are cheaper by"),
    "star_least": _("... and cost at least"),
    "keeps": _("Kept"),
    "league_points": _("League points"),
    "healing": _("Old injuries"),
    "heals_from": _("They heal on"),
    "apothecary": _("Modifier of an apothecary"),
    "agent_fee": _("Agent's fee for each season of a player"),
    "best_of": _("Throws of the shoot-out"),
    "rerolls_add": _("Each unused re-roll adds one"),
    "sudden_death": _("Its first touchdown ends the match"),
    "keeps_off": _("May keep players from the next set-up"),
    "forced": _("Who cannot fill the line has to give up"),
    "concession.loses": _("The loser goes without"),
    "likely": _("What matches are like"),
    "what": _("What"),
    "scope": _("Counted for each"),
    "per_hundred": _("In a hundred"),
    "ask_from": _("Asked about from"),
    "ask_below": _("... and below"),
    "extra_turns": _("What brings a turn more"),
    "extra_turns.by": _("It is brought by"),
    "extra_turns.most": _("Believed without a record"),
    "line": _("Players on the line of scrimmage"),
    "leaving_dice": _("Players may leave, dice"),
    "leaving_improvements": _("Improvements of players who may leave"),
    "leaving_spp": _("Star player points of players who may leave"),
    "leaving_upto": _("They leave up to a roll of"),
    "losing": _("Losing the stadium"),
    "majors": _("Major sponsors"),
    "max": _("Most ever"),
    "min": _("Never fewer than"),
    "mishap_dice": _("Mishap, dice"),
    "mishap_on": _("A mishap on"),
    "modifier": _("Modifier"),
    "modifiers": _("Modifiers"),
    "most": _("Most improvements of a player"),
    "most_gained": _("Most that a characteristic may gain"),
    "by_times": _("Counted by improvements, whatever injuries took"),
    "random_dice": _("Random skill: half of the table and row"),
    "barred": _("Nobody improves"),
    "improvement_dice": _("Thrown for an improvement, any of them kept"),
    "mishaps": _("What these dice do besides"),
    "equal": _("Dice that show the same"),
    "face": _("All of them this face"),
    "misses_next": _("Misses the next match"),
    "niggle": _("Niggling injury"),
    "mvp": _("Most valuable player"),
    "mvps": _("Most valuable players"),
    "no_show_points": _("League points for not coming"),
    "number_max": _("Highest number on a shirt"),
    "offers": _("Offers"),
    "offers.amount": _("Rank of the sponsor"),
    "offer": _("What it costs"),
    "of": _("Looks at"),
    "one_time": _("One-time payment"),
    "ongoing": _("Ongoing payment"),
    "payment": _("Payment"),
    "per_casualty": _("Gold for each casualty"),
    "per_draw": _("Gold for each draw"),
    "per_match": _("Gold for each match"),
    "per_touchdown": _("Gold for each touchdown"),
    "per_win": _("Gold for each win"),
    "players_max": _("Most players of a team"),
    "players_min": _("Fewest players in a draft"),
    "random_primary": _("Random primary skill"),
    "random_secondary": _("Random secondary skill"),
    "residency": _("Becoming the home team"),
    "results": _("Results"),
    "rostered_max": _("Stars on a roster"),
    "sale": _("Selling the stadium"),
    "sale_dice": _("Sale, dice"),
    "shoot_out_dice": _("Shoot-out, dice"),
    "skill": _("Skill"),
    "skills": _("Skills"),
    "start": pgettext_lazy("a row of a table", "From"),
    "goods.start": _("To begin with"),
    "step": _("And again for each"),
    "touchdowns": _("Touchdowns"),
    "turns": _("Turns"),
    "up_to": _("Up to so many players"),
    "values": _("What improvements add to a player's value"),
    "visitor_gold": _("Gold of the visitors"),
    "winner_spp": _("Star player points for each of the winner's players"),
    "absent_too": _("Those who missed the match have them as well"),
    "winner_takes": _("The winner takes"),
    "winner_touchdowns": _("Touchdowns more for the winner"),
    "winnings": _("Winnings"),
    "winnings_dice": _("Winnings, dice"),
    "worst": _("Worst"),
}

# What an option may be set to.
OPTION_CHOICES: Words = {
    **ROLLS,
    **CAUSES,
    **OUTCOMES,
    "card": _("Cards"),
    "sponsor": _("Sponsors"),
    "either": _("Either, roll by roll"),
    "server": _("The server"),
    "table": _("Real dice at the table"),
    "stand": _("A draw is a draw"),
    "overtime": _("Extra time"),
    "shoot-out": _("Shoot-out"),
    "difference": _("The difference in value, and own gold besides"),
    "treasury-counts": _("Gold that is moved to petty cash counts as value"),
    "underdog-only": _("What the favourite spends is given to the underdog"),
    "re-roll": _("A team re-roll is spent on it"),
    "free": _("Free"),
    "before": _("Before modifiers are added"),
    "after": _("After modifiers are added"),
    "nominated": _("Nominated, and a die decides"),
    "random": _("Drawn at random"),
    "chosen": _("Chosen by the coach"),
    "whole": _("Eleven a side"),
    "sevens": _("Sevens"),
    "none": _("None"),
}

# What was done to a draft since somebody looked at it, and how it stands.
DRAFT_ACTS: Words = {
    "draft.saved": _("saved again"),
    "draft.submitted": _("handed in"),
    "draft.approved": _("approved"),
    "draft.returned": _("sent back"),
}
DRAFT_STATUSES: Words = {
    "saved": _("saved"),
    "submitted": _("waits for the commissioner"),
    "returned": _("sent back"),
    "approved": _("approved"),
}

# Kinds of effects, where what happened to a team is listed.
EFFECTS: Words = {
    "team_founded": _("Drafted"),
    "team_entered": _("Entered as it stands"),
    "team_retired": _("Plays no more"),
    "team_renamed": _("Renamed"),
    "player_hired": _("Hired"),
    "player_raised": _("Raised from the dead"),
    "player_bought": _("Bought"),
    "player_sold": _("Sold"),
    "player_fired": _("Fired"),
    "player_left": _("Left"),
    "player_retired": _("Temporarily retired"),
    "player_returned": _("Back from retirement"),
    "player_renamed": _("Another name or number"),
    "player_amended": _("Amended"),
    "journeyman_taken_on": _("Journeyman taken on"),
    "journeyman_hired": _("Journeyman hired"),
    "star_rostered": _("Star rostered"),
    "star_released": _("Star released"),
    "sponsor_signed": _("Sponsor signed"),
    "sponsor_lost": _("Sponsor lost"),
    "sponsorships_changed": _("ongoing sponsorships"),
    "sponsored_player_named": _("Equipped by the sponsor"),
    "blacklist_changed": _("Blacklist of a sponsor"),
    "sponsor_sought": _("Looked for a sponsor"),
    "insurers_looked": _("The insurers looked"),
    "player_called_away": _("Misses the next match for a sponsor"),
    "stadium_changed": _("Another stadium"),
    "residency_sought": _("Asked for a home"),
    "residency_answered": _("The stadium's answer"),
    "residency_tested": _("A home that might be lost"),
    "fund_changed": _("Stadium fund"),
    "trophy_won": _("Trophy won"),
    "trophy_lost": _("Trophy lost"),
    "goods_changed": _("Re-rolls or staff"),
    "gold_changed": _("Gold"),
    "match_played": _("Match played"),
    "injury_suffered": _("Injured"),
    "casualty_saved": _("Healed"),
    "dead_may_rise": _("A victim may be raised"),
    "team_valued": _("Value worked out"),
    "player_died": _("Died"),
    "spp_earned": _("Star player points"),
    "improvement_taken": _("Improved"),
    "rules_changed": _("Other rules"),
    "position_changed": _("Another position"),
    "player_carried_on": _("Carries on from older rules"),
    "mistake_made": _("Expensive mistake"),
}

# What inducements are sold as.
INDUCEMENT_GROUPS: Words = {
    "standard": _("For everybody"),
    "special": _("Of some teams"),
    "staff": _("Infamous coaching staff"),
    "star": _("Star players"),
    "mercenary": _("Mercenaries"),
    "card": _("Cards"),
    "optional": _("Optional"),
    "wizard": _("Wizards"),
}

# The lines of a report, as two coaches compare and dispute them.
LINES: Words = {
    **DEEDS,
    "score": _("Score"),
    "awarded": _("Touchdowns awarded"),
    "casualty": _("Casualty"),
    "nominees": _("Nominated for most valuable player"),
    "healed_kos": _("Knocked out, and treated"),
    "sent_off": _("Sent off"),
    "used": _("Used"),
    "answered": _("Prayers answered in play"),
    "blessed": _("Made worth more by a prayer"),
    "fame_lost": _("FAME lost"),
    "ending": _("How it ended"),
    "gave_up": _("Who gave up"),
    "could_field": _("Players who could still be set up"),
    "overtime": _("Overtime"),
    "shoot_out": _("Who won the shoot-out"),
    "weather_table": _("Table of the weather"),
    "weather": _("Weather"),
    "roller": _("Who threw for the stadium"),
    "stadium": _("Stadium"),
    "home_of": _("Whose home the stadium is"),
    "name": _("Name of the stadium"),
    "gold": _("Gold that the stadium gives each side"),
    "referee_table": _("Table of the referees"),
    "referee": _("Referee"),
    "coin": _("Who won the toss"),
    "one_off": _("Dice decide what in a league goes by value"),
    "card_deck": _("The one deck of this match"),
    "kicking": _("Who kicked off"),
    "chooses_first": _("Who bought first"),
    "journeymen": _("Journeymen"),
    "induced": _("Inducements"),
    "treasury": _("Gold of its own offered for inducements"),
    "cards": _("Cards"),
    "prayers": _("Prayers"),
    "event": _("Match event"),
    "ball": _("Ball"),
    "more_balls": _("Further balls"),
    "special": _("Special spectator"),
    "sits_out": _("Who makes room for a guest"),
    "fans": _("Fans who came"),
    "goes_on": _("Goes on buying"),
    "dice": _("Dice"),
}

ENDINGS: Words = {
    "played": _("Played to the end"),
    "conceded": _("Conceded"),
    "walkover": _("Walkover"),
}

VERDICTS: Words = {
    "stands": _("The line stands."),
    "struck": _("The line is struck."),
    "changed": _("The line is changed."),
}

KINDS: Mapping[str, Words] = {
    "inducement-group": INDUCEMENT_GROUPS,
    "verdict": VERDICTS,
    "line": LINES,
    "ending": ENDINGS,
    "reason": REASONS,
    "part": PARTS,
    "league-point": LEAGUE_POINTS,
    "spp-modifier": SPP_MODIFIERS,
    "outcome": OUTCOMES,
    "deed": EARNED,
    "deed-short": DEEDS_SHORT,
    "occasion": OCCASIONS,
    "player-status": PLAYER_STATUSES,
    "step": STEPS,
    "choice": CHOICES,
    "residency-answer": RESIDENCY_ANSWERS,
    "stadium-word": STADIUM_WORDS,
    "deal-act": DEAL_ACTS,
    "tie-breaker": TIE_BREAKERS,
    "cause": CAUSES,
    "event-kind": EVENTS,
    "back-by": BACK_BY,
    "sent-off-for": SENT_OFF_FOR,
    "off": OFF,
    "why-not": WHY_NOT,
    "mistake": MISTAKES,
    "characteristic": CHARACTERISTICS,
    "characteristic-name": CHARACTERISTIC_NAMES,
    "roll": ROLLS,
    "ahead": AHEAD,
    "saved-by": SAVED_BY,
    "source": SOURCES,
    "left-out": LEFT_OUT,
    "category": CATEGORIES,
    "option-group": OPTION_GROUPS,
    "option-choice": OPTION_CHOICES,
    "gain": GAINS,
    "way": WAYS,
    "kept": KEPT,
    "hired-at": HIRED_AT,
    "effect": EFFECTS,
    "field": FIELDS,
    "draft-act": DRAFT_ACTS,
    "draft-status": DRAFT_STATUSES,
}


def word(kind: str, key: str) -> str:
    """The word for a key. One that nobody has put into words yet is shown as it is, so that a page never falls over."""
    return str(KINDS[kind].get(key, key))


def roll_word(key: str) -> str:
    """What a roll was thrown for, from its key: ``winnings/t1/2``, ``casualty/t1/p3/apothecary``."""
    purpose, *rest = key.split("/")
    part = rest[1:]
    # The whole of it, its last part, its first (of a draw the second award: mvp/t1/2/d11), or what has no team.
    ways = (part, part[-1:], part[:1], rest[:1])
    wholes = (key, *("/".join([purpose, *way]) for way in ways))
    return word("roll", next((whole for whole in wholes if whole in ROLLS), purpose))
