"""Grids as text, tokens of community formats, JSON values."""
