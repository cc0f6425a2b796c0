"""Scenes: drawings of boards as items with roles, independent of colours and output formats."""
