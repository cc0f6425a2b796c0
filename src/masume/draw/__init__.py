"""Boards as SVG, PNG, PDF, text; documents; charts.

No module here depends on a puzzle.
"""
