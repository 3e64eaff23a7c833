"""`make bench`: how fast it is. Figures are for reading; no test ever passes or fails by them."""
