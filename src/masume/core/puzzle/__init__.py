"""Boards, positions, clues and what a puzzle folder exports."""
