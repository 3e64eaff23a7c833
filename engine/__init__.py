"""The rules of the game, without a database, a clock or a network.

Same input, same output. Nothing in here knows Django; ``lint-imports`` keeps it so.
"""
