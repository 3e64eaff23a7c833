"""What the Makefile calls. `bootstrap.py` runs with nothing installed; the rest runs inside the virtual environment."""
