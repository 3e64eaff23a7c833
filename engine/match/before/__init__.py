"""The hour before a match: which steps there are, what is thrown for them, what it means, what cannot be."""

from engine.match.before.parts import PARTS, decided, dice_of, differences, problems, wanted
from engine.match.before.scene import Ask, Fallen, Scene
from engine.match.before.sequence import has_step, steps

__all__ = [
    "PARTS",
    "Ask",
    "Fallen",
    "Scene",
    "decided",
    "dice_of",
    "differences",
    "has_step",
    "problems",
    "steps",
    "wanted",
]
