"""Lazy constraints: connectivity, regions, paths, loops.

The solver proposes an assignment without them. `cuts` returns clauses that exclude the violation in
as general a form as possible, so a few rounds suffice. Each class implements the protocol
`masume.core.model.model.Constraint` over arbitrary literals.
"""
