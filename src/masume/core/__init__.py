"""The shared foundation: grids, kinds, spaces, runs, models. Imports no puzzle and no algorithm."""
