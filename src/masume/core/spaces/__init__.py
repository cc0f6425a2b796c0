"""State spaces derived from a model: of puzzles without their own, and of constraint problems.

- `Assign` makes one more variable true, in a fixed order;
- `Decide` gives one variable both values and propagates; `SwitchedDecide` does so with the switches
  of AIMA's chapter 6, for every model and for problems that declare `domains` and `constraints`;
- `Repair` flips one variable of a full assignment, or changes the value of one group of variables
  of which exactly one is true (`Vocabulary.groups`), for local search.

A puzzle has them if its Kind has a model and `mark`, the move that sets a variable. A space trusts
the model for pruning only; whether a full assignment is a goal is asked of the referee.
"""

from masume.core.spaces.assign import Assign
from masume.core.spaces.decide import Decide
from masume.core.spaces.repair import Repair

SPACES = (Assign, Decide, Repair)
