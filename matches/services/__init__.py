"""Writing seasons, reports and the post-match sequence."""
