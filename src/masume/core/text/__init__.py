"""Boards as plain text, reversible codecs of site formats, and JSON values."""
