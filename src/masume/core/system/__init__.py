"""Clocks and limits, atomic files, optional dependencies."""
