"""Seasons: who plays whom, and who leads."""
