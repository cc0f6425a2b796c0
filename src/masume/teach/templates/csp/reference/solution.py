"""Kuromasu as a constraint problem: the reference solution."""

from collections.abc import Iterator

Cells = frozenset[int]
State = tuple[Cells, Cells]  # black, white


class MyKuromasu:
    """Backtracking with the most constrained number first and propagation of forced cells."""

    def __init__(self, board) -> None:
        self.rows, self.cols = board.rows, board.cols
        self.clues = {cell: clue for cell, clue in enumerate(board.clues) if clue is not None}
        self.neighbours = [list(self._neighbours(cell)) for cell in range(self.rows * self.cols)]
        self.rays = {cell: list(self._rays(cell)) for cell in self.clues}

    def _neighbours(self, cell: int) -> Iterator[int]:
        row, col = divmod(cell, self.cols)
        for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if 0 <= r < self.rows and 0 <= c < self.cols:
                yield r * self.cols + c

    def _rays(self, cell: int) -> Iterator[list[int]]:
        row, col = divmod(cell, self.cols)
        yield [r * self.cols + col for r in range(row - 1, -1, -1)]
        yield [r * self.cols + col for r in range(row + 1, self.rows)]
        yield [row * self.cols + c for c in range(col - 1, -1, -1)]
        yield [row * self.cols + c for c in range(col + 1, self.cols)]

    def initial(self) -> State:
        """Return the state in which the numbers are white."""
        return self._propagate(frozenset(), frozenset(self.clues)) or (frozenset(), frozenset())

    def successors(self, state: State) -> Iterator[tuple[str, State, int]]:
        """Yield both colours of the most constrained cell, with everything that follows."""
        black, white = state
        cell = self._choose(black, white)
        if cell is None:
            return
        name = f"r{cell // self.cols + 1}c{cell % self.cols + 1}"
        with_black, with_white = (black | {cell}, white), (black, white | {cell})
        for colour, (blacks, whites) in (("black", with_black), ("white", with_white)):
            after = self._propagate(blacks, whites)
            if after is not None:
                yield f"{name}={colour}", after, 1

    def is_goal(self, state: State) -> bool:
        """Return whether every number sees enough and the rest may stay white."""
        black, _ = state
        return all(self._seen(cell, black) == clue for cell, clue in self.clues.items()) and (
            self._is_connected(black)
        )

    def _seen(self, cell: int, walls: Cells) -> int:
        """Return how many cells a number sees if these are black."""
        count = 1
        for ray in self.rays[cell]:
            for other in ray:
                if other in walls:
                    break
                count += 1
        return count

    def _choose(self, black: Cells, white: Cells) -> int | None:
        """Return an open cell near the number with the fewest open cells; None if there is none."""
        best: tuple[int, int] | None = None
        for cell, clue in self.clues.items():
            if self._seen(cell, black) == clue:
                continue
            ends = []
            for ray in self.rays[cell]:
                end = next((other for other in ray if other not in white), None)
                if end is not None and end not in black:
                    ends.append(end)
            if ends and (best is None or len(ends) < best[0]):
                best = len(ends), ends[0]
        return best[1] if best else None

    def _propagate(self, black: Cells, white: Cells) -> State | None:
        """Return the state with the neighbours of black cells white; None at a contradiction."""
        white = white | {other for cell in black for other in self.neighbours[cell]}
        if black & white or not self._is_connected(black):
            return None
        for cell, clue in self.clues.items():
            if not self._least(cell, white) <= clue <= self._seen(cell, black):
                return None
        return black, white

    def _least(self, cell: int, white: Cells) -> int:
        """Return how many white cells a number sees already."""
        count = 1
        for ray in self.rays[cell]:
            for other in ray:
                if other not in white:
                    break
                count += 1
        return count

    def _is_connected(self, black: Cells) -> bool:
        """Return whether the cells that are not black are connected."""
        rest = set(range(self.rows * self.cols)) - black
        waiting = [rest.pop()] if rest else []
        while waiting:
            for other in self.neighbours[waiting.pop()]:
                if other in rest:
                    rest.remove(other)
                    waiting.append(other)
        return not rest
