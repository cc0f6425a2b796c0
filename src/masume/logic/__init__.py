"""Hints, explanations and grades by techniques."""
