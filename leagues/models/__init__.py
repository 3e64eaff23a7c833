from leagues.models.audit import AuditEntry, IdempotentAnswer
from leagues.models.coach import Coach
from leagues.models.job import ACTIVE, Job, JobState
from leagues.models.league import League, Membership, ReadFor, Role
from leagues.models.ruleset import RulesetContent, StoredRuleset

__all__ = [
    "ACTIVE",
    "AuditEntry",
    "Coach",
    "IdempotentAnswer",
    "Job",
    "JobState",
    "League",
    "Membership",
    "ReadFor",
    "Role",
    "RulesetContent",
    "StoredRuleset",
]
