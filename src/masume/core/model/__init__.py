"""Boolean models of puzzles for the exact engine, and the meaning of their literals."""
