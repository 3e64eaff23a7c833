"""Between the engine's rulesets and the rows that keep them."""

from functools import lru_cache, partial

from engine import rulesets
from engine.rulesets import Ruleset
from engine.typed import plain
from leagues.models import RulesetContent, StoredRuleset


@lru_cache(maxsize=128)
def _read(content_hash: str) -> Ruleset:
    return rulesets.from_stored(RulesetContent.objects.get(pk=content_hash).data)


def ruleset_of(content_hash: str) -> Ruleset:
    """The ruleset stored under this hash. Immutable, so it is read once per process."""
    return _read(content_hash)


def ruleset_keep(ruleset: Ruleset) -> StoredRuleset:
    """The row of this ruleset; made when its content was never seen before."""
    stored, _ = StoredRuleset.objects.get_or_create(
        content_hash=ruleset.content_hash,
        defaults={"key": ruleset.key, "name": ruleset.name, "version": ruleset.version},
    )
    # Half a megabyte: neither read nor written again where it lies already.
    RulesetContent.objects.defer("data").get_or_create(ruleset=stored, defaults={"data": partial(plain, ruleset)})
    return stored
