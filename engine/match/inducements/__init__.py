"""Inducements: the gold that both sides have for them, what is for sale to whom, and what was bought."""

from engine.match.inducements.offers import Market, Offer, market
from engine.match.inducements.purchases import Purchase, at_odds, problems, purchases
from engine.match.inducements.purse import Purse, markets_of, purses
from engine.match.inducements.turns import Turns, chooser, first_key, turns

__all__ = (
    "Market",
    "Offer",
    "Purchase",
    "Purse",
    "Turns",
    "at_odds",
    "chooser",
    "first_key",
    "market",
    "markets_of",
    "problems",
    "purchases",
    "purses",
    "turns",
)
