"""Rules and codecs that puzzles share."""
