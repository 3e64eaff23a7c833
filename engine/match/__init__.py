"""Matches: the report, its checks, what a match does to the teams, and the post-match sequence."""
