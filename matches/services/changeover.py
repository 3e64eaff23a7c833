"""Changing the rules of a running league: what was seen in the preview, and nothing else, happens."""

from django.db.models import F
from django.utils import timezone

from config.writing import write
from engine.errors import ChangeoverIllegal
from engine.rulesets.options import TIMES
from engine.typed import plain
from leagues.mapping import ruleset_keep
from leagues.models import Coach, League, StoredRuleset
from leagues.policies import allow, can_commission
from leagues.selectors.rules import RULES_CHANGED
from matches.errors import PreviewOutdated
from matches.models import TO_COME, Match, PostMatchStep, Season, StepStatus
from matches.selectors.changeover import Preview, Wish, changeover_preview
from teams.services.ledger import Told, cause_record, league_lock, next_occasion, place_at_end

KIND = "changeover"


def changeover_make(*, league: League, wish: Wish, seen: str = "", actor: Coach) -> League:
    """Let a league and all its teams play by other rules from now on. ``seen`` is the token of the preview."""
    allow(can_commission(actor, league))
    with write(RULES_CHANGED, actor=actor, league=league) as writing:
        league = league_lock(league)
        preview = changeover_preview(league, wish)
        if preview.problems:
            raise ChangeoverIllegal(preview.problems)
        if seen and seen != preview.token:
            raise PreviewOutdated
        stored = ruleset_keep(preview.rules)
        occasion = _teams_follow(league, preview, stored, actor)
        # A new version: a report that is being filed this very moment is judged anew.
        open_matches = Match.objects.filter(league=league, status__in=TO_COME, place=None)
        Season.objects.filter(pk__in=open_matches.values("season")).update(ruleset=stored)
        if open_matches.update(ruleset=stored, version=F("version") + 1) != preview.matches:
            # Somebody has filed one since the matches were counted.
            raise PreviewOutdated
        league.ruleset, league.edition = stored, ruleset_keep(preview.edition)
        league.save(update_fields=["ruleset", "edition"])
        if any(change.path in TIMES for change in preview.changes):
            # It holds for what waits already, from now on: nobody loses time that he did not know was running.
            PostMatchStep.objects.filter(match__league=league, status=StepStatus.WAITING).update(
                timed_from=timezone.now()
            )
        writing.done(
            league,
            subject=f"league:{league.pk}",
            occasion=occasion,
            ruleset=preview.rules.key,
            edition=preview.rules.name,
            changes=len(preview.changes),
            house_rules=dict(preview.rules.house_rules),
        )
    return league


def _teams_follow(league: League, preview: Preview, stored: StoredRuleset, actor: Coach) -> str:
    """One cause for each team, all at one place of the history: corrections reach each of them by itself."""
    occasion, place = next_occasion(league, KIND, "r"), place_at_end(league)
    for nth, one in enumerate(preview.teams):
        told = Told(
            kind=KIND,
            occasion=occasion,
            place=place,
            step=nth,
            teams=[one.team],
            inputs={"changeover": plain(one.command)},
            ruleset=stored,
        )
        cause_record(league=league, told=told, actor=actor)
    return occasion
