from leagues.models.audit import AuditEntry, IdempotentAnswer
from leagues.models.coach import Coach
from leagues.models.league import League, Membership, ReadFor, Role
from leagues.models.ruleset import RulesetContent, StoredRuleset

__all__ = [
    "AuditEntry",
    "Coach",
    "IdempotentAnswer",
    "League",
    "Membership",
    "ReadFor",
    "Role",
    "RulesetContent",
    "StoredRuleset",
]
