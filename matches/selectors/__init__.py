"""Reading seasons and matches."""
