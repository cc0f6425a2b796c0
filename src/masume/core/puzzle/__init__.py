"""Puzzles, positions, clues and grids, and `Kind`, the record that a puzzle folder exports."""
