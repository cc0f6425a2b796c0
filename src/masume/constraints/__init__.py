"""Lazy constraints: too large as clauses, so clauses are added only where a proposal breaks them.

The solver first proposes an assignment without them. `cuts` returns clauses that forbid what the
proposal violates, in a general form; a few rounds suffice. Each class implements the protocol
`masume.core.model.model.Constraint` over literals of any variables and either sign.
"""
