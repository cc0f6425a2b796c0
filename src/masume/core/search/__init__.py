"""State spaces, algorithms and heuristics, and the run that drives and measures a search."""
