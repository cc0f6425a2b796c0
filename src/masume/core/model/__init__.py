"""Boolean models of puzzles, and the statements that their literals make."""
