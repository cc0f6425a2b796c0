"""Constraints that would take very many clauses, nearly all of which would never matter.

The solver first proposes a solution without them. Each cut forbids one way in which the proposal
breaks a constraint, and all like it; a few rounds of this are enough. Each class here follows the
protocol `masume.core.model.model.Constraint`, over literals of any variables and either sign; one of
another package serves as well.
"""
