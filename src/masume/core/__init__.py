"""What everything else stands on: grids, spaces, runs, kinds. Knows no puzzle and no algorithm."""
