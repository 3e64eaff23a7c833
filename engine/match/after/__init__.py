"""The post-match sequence: one function per step. The ruleset lists which steps there are, and in which order.

A step looks at one team's sheet and the report, throws what it needs, and is either done with effects or
waits for a coach to choose.
"""

from engine.match.after.sequence import AFTER_THE_OTHER, CALL_AWAY, STEPS, awaited, steps
from engine.match.after.step import Done, NeedsChoice, Step, StepScene

__all__ = ["AFTER_THE_OTHER", "CALL_AWAY", "STEPS", "Done", "NeedsChoice", "Step", "StepScene", "awaited", "steps"]
