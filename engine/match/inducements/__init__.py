"""Inducements: the gold that both sides have for them, what is for sale to whom, and what was bought."""

from engine.match.inducements.offers import Market, Offer, market
from engine.match.inducements.purchases import at_odds, problems, purchases
from engine.match.inducements.purse import Purse, purses

__all__ = ("Market", "Offer", "Purse", "at_odds", "market", "problems", "purchases", "purses")
