"""Scenes: what to draw, in cells and roles, without colours."""
