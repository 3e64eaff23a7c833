"""Writing teams and their ledger."""
