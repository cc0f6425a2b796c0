"""Boards as SVG, PNG, PDF, text.

No module here depends on a puzzle.
"""
