"""Writing leagues and accounts."""
