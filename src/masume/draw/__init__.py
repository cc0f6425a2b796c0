"""Scenes as files and on the screen: SVG, PNG, PDF and text. No module here knows a puzzle."""
