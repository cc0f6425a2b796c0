"""Lookup of puzzles, algorithms and heuristics: built in, installed, or in a user's file."""
