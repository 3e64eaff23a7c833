"""The league points of a match: a line of the list, and nothing that happens to a team."""

from __future__ import annotations

from engine.match.after.step import Done, StepScene


def league_points(scene: StepScene) -> Done:
    """BB2016, post-match sequence, step 2; BB2020, post-game sequence, step 1.

    The table is computed from the results each time it is looked at (``engine.season.points``), so the ledger keeps no
    points that could be out of step with them.
    """
    return Done(())
