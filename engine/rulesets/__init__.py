"""Rulesets: an edition's numbers and names as data, and the typed, immutable view of them."""

from engine.rulesets.loading import RulesetInvalid, available, from_data, from_stored, get
from engine.rulesets.model import Position, Roster, Ruleset, Skill

__all__ = ["Position", "Roster", "Ruleset", "RulesetInvalid", "Skill", "available", "from_data", "from_stored", "get"]
