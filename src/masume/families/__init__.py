"""Code shared by several puzzles but not generic: the shading family, and codecs of numbers."""
