"""What can be asked of a board: solve, search, check it. Notebooks and front ends share it."""

from masume.api.boards import check as check  # the lab still asks here
