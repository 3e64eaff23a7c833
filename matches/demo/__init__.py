"""The demo league: a story told through the same services that people use."""
