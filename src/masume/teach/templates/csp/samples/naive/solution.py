"""Kuromasu as a constraint problem: a sample that only checks finished boards."""

from collections.abc import Iterator


class MyKuromasu:
    """Colour the cells in order."""

    def __init__(self, board) -> None:
        self.clues, self.rows, self.cols = board.clues, board.rows, board.cols

    def initial(self) -> tuple[int, ...]:
        """Return the empty assignment."""
        return ()

    def successors(self, state: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...], int]]:
        """Yield both colours of the next cell."""
        cell = len(state)
        if cell < self.rows * self.cols:
            name = f"r{cell // self.cols + 1}c{cell % self.cols + 1}"
            for colour, value in (("black", 1), ("white", 0)):
                if not (value and self.clues[cell] is not None) and self.fits((*state, value)):
                    yield f"{name}={colour}", (*state, value), 1

    def fits(self, state: tuple[int, ...]) -> bool:
        """Return whether nothing is wrong yet."""
        return True

    def is_goal(self, state: tuple[int, ...]) -> bool:
        """Return whether all cells have a colour and all rules hold."""
        if len(state) < self.rows * self.cols:
            return False
        return self.no_neighbours(state) and self.all_see(state) and self.is_connected(state)

    def no_neighbours(self, state: tuple[int, ...]) -> bool:
        """Return whether no two black cells share a side."""
        for cell, value in enumerate(state):
            if value and cell % self.cols and state[cell - 1]:
                return False
            if value and cell >= self.cols and state[cell - self.cols]:
                return False
        return True

    def all_see(self, state: tuple[int, ...]) -> bool:
        """Return whether every number sees as many white cells as it says."""
        for cell, clue in enumerate(self.clues):
            if clue is not None and self.seen(cell, state) != clue:
                return False
        return True

    def seen(self, cell: int, state: tuple[int, ...]) -> int:
        """Return how many white cells a number sees."""
        row, col = divmod(cell, self.cols)
        count = 1
        for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            r, c = row + dr, col + dc
            while 0 <= r < self.rows and 0 <= c < self.cols and not state[r * self.cols + c]:
                count += 1
                r, c = r + dr, c + dc
        return count

    def is_connected(self, state: tuple[int, ...]) -> bool:
        """Return whether the white cells are connected."""
        rest = {cell for cell, value in enumerate(state) if not value}
        waiting = [rest.pop()] if rest else []
        while waiting:
            cell = waiting.pop()
            near = [cell - self.cols, cell + self.cols]
            near += [cell - 1] * (cell % self.cols > 0) + [cell + 1] * ((cell + 1) % self.cols > 0)
            for other in near:
                if other in rest:
                    rest.remove(other)
                    waiting.append(other)
        return not rest
