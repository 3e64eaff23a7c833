"""Teams: what a sheet holds, how effects change it, what it is worth, and how one is drafted."""
