"""Solving as a person does: the next step and its reason, the whole way, and how hard it is."""
