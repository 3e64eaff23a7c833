"""Large numbers: every sequence has a seed of its own, drawn from the one seed of the run."""

import os
from collections.abc import Callable
from random import Random

Seeds = Callable[[int], list[int]]


def first_seed() -> int:
    return int(os.environ.get("SOAK_SEED", "2016"))


def seeds(number: int) -> list[int]:
    drawn = Random(first_seed())
    return [drawn.getrandbits(48) for _ in range(number)]
