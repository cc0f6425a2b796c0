"""Grids, spaces, runs, models, kinds, registry.

The shared foundation: no module here imports a puzzle or an algorithm.
"""
