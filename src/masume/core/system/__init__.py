"""Clocks, limits and deadlines, atomic file writes, optional dependencies."""
