"""Adapters to projects that train and test reasoning models, one file each.

None of them is imported by the rest of masume; each needs its project's package, installed by the
user. docs/reasoning.md shows how to use them.
"""
