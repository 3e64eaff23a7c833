"""Engine tests: no database, no clock. Large numbers take their seed from ``SOAK_SEED``."""

import os
from collections.abc import Callable
from random import Random

import pytest

Seeds = Callable[[int], list[int]]


@pytest.fixture
def soak_seeds(record_property: Callable[[str, object], None]) -> Seeds:
    """``soak_seeds(n)``: the seeds of n sequences, drawn from ``SOAK_SEED``, which the result names."""

    def draw(number: int) -> list[int]:
        first = int(os.environ.get("SOAK_SEED", "2016"))
        record_property("result", f"{number} sequences held, SOAK_SEED={first}")
        seeds = Random(first)
        return [seeds.getrandbits(48) for _ in range(number)]

    return draw
