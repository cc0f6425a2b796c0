"""An independent, naive encoding of the rules of each puzzle, to verify numbers of solutions.

It shares no code with masume: puzzles are read field by field, and the SAT solver is another one
than the engine's. Conditions with too many clauses, such as loops and connectivity, are added
lazily.
"""

from __future__ import annotations

from itertools import combinations, pairwise, product

from masume.core.puzzle.clue import UNKNOWN


class Encoding:
    """The named variables of a board and its clauses.

    An encoding adds its clauses (`write`), returns the variables in which solutions differ
    (`shown`), and checks a proposal of the solver (`looked_at`): it returns the solution as the
    value of the answer's `field`, and violated clauses to be added.
    """

    def __init__(self, puzzle):
        self.puzzle = puzzle
        self.rows, self.cols = puzzle.rows, puzzle.cols
        self.cells = range(self.rows * self.cols)
        self.pairs = [(a, b) for a in self.cells for b in self.neighbours(a) if a < b]
        self.numbers = {}
        self.clauses = []
        self.write()

    def var(self, *said):
        return self.numbers.setdefault(said, len(self.numbers) + 1)

    def say(self, *literals):
        self.clauses.append(literals)

    def neighbours(self, cell):
        row, col = divmod(cell, self.cols)
        around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        return [r * self.cols + c for r, c in around if 0 <= r < self.rows and 0 <= c < self.cols]


def solutions(name, puzzle, most=2):
    """Return solutions, up to a maximum, each as the value of a field of the answer."""
    from pysat.solvers import Solver

    encoding = ENCODINGS[name](puzzle)
    shown = [encoding.var(*said) for said in encoding.shown()]
    result = []
    with Solver("cadical153", bootstrap_with=encoding.clauses) as solver:
        while len(result) < most and solver.solve():
            model = set(solver.get_model())
            true = {said for said, number in encoding.numbers.items() if number in model}
            value, broken = encoding.looked_at(true)
            if not broken:
                result.append(value)
                broken = [[-literal if literal in model else literal for literal in shown]]
            for clause in broken:
                solver.add_clause(clause)
    return result


def parts(things, pairs):
    """Return the connected components of a graph given by pairs."""
    beside = {thing: [] for thing in things}
    for a, b in pairs:
        beside[a].append(b)
        beside[b].append(a)
    result, seen = [], set()
    for thing in things:
        if thing not in seen:
            part, waiting = {thing}, [thing]
            while waiting:
                new = set(beside[waiting.pop()]) - part
                part |= new
                waiting += new
            result.append(part)
            seen |= part
    return result


class Shaded(Encoding):
    """Black cells share no side, white cells are connected."""

    field = "black"

    def write(self):
        for cell in self.cells:
            self.var("black", cell)
        for a, b in self.pairs:
            self.say(-self.var("black", a), -self.var("black", b))

    def shown(self):
        return [("black", cell) for cell in self.cells]

    def looked_at(self, true):
        black = frozenset(cell for cell in self.cells if ("black", cell) in true)
        white = [cell for cell in self.cells if cell not in black]
        joined = [pair for pair in self.pairs if not black & set(pair)]
        first, *others = parts(white, joined) or [set()]
        return black, [self.cut(part, min(first)) for part in others]

    def cut(self, part, outside):
        """If one cell of the part and one outside are white, so is one on the part's border."""
        border = {other for cell in part for other in self.neighbours(cell)} - part
        either = [self.var("black", min(part)), self.var("black", outside)]
        return either + [-self.var("black", cell) for cell in border]


class Hitori(Shaded):
    """Of two equal numbers in a line one is black."""

    def write(self):
        super().write()
        clues = self.puzzle.clues
        for a, b in combinations(self.cells, 2):
            in_line = a // self.cols == b // self.cols or a % self.cols == b % self.cols
            if in_line and isinstance(clues[a], int) and clues[a] == clues[b]:
                self.say(self.var("black", a), self.var("black", b))


class Kuromasu(Shaded):
    """A clue is white; a number sees so many white cells in four directions, and itself."""

    def write(self):
        super().write()
        for cell, clue in enumerate(self.puzzle.clues):
            if clue is not None:
                self.say(-self.var("black", cell))
            if isinstance(clue, int):
                arms = self.arms(cell)
                ways = product(*(range(len(arm) + 1) for arm in arms))
                fitting = [lengths for lengths in ways if sum(lengths) + 1 == clue]
                self.say(*(self.var("sees", cell, *lengths) for lengths in fitting))
                for lengths in fitting:
                    self.see(self.var("sees", cell, *lengths), arms, lengths)

    def arms(self, cell):
        cols, row_start = self.cols, cell - cell % self.cols
        left, right = self.cells[row_start:cell][::-1], self.cells[cell + 1 : row_start + cols]
        up, down = self.cells[cell % cols : cell : cols][::-1], self.cells[cell + cols :: cols]
        return [left, right, up, down]

    def see(self, chosen, arms, lengths):
        for arm, length in zip(arms, lengths, strict=True):
            for cell in arm[:length]:
                self.say(-chosen, -self.var("black", cell))
            for cell in arm[length : length + 1]:
                self.say(-chosen, self.var("black", cell))


class Heyawake(Shaded):
    """A number counts black cells of its room; no white stretch crosses two borders."""

    def write(self):
        super().write()
        rooms = [clue and clue.rstrip("0123456789") for clue in self.puzzle.clues]
        for cell, clue in enumerate(self.puzzle.clues):
            if clue and clue != rooms[cell]:
                room = [self.var("black", c) for c in self.cells if rooms[c] == rooms[cell]]
                number = int(clue.removeprefix(rooms[cell]))
                for some in combinations(room, number + 1):
                    self.say(*(-variable for variable in some))
                for some in combinations(room, max(len(room) - number + 1, 0)):
                    self.say(*some)
        for step, starts in ((1, range(0, len(self.cells), self.cols)), (self.cols, self.cells)):
            for first in starts if step == 1 else starts[: self.cols]:
                count = self.cols if step == 1 else self.rows
                line = [first + step * n for n in range(count)]
                for a, b in combinations(range(count + 1), 2):
                    here = [rooms[c] for c in line[a:b]]
                    if sum(x != y for x, y in pairwise(here)) == 2:
                        self.say(*(self.var("black", c) for c in line[a:b]))


class Roomed(Encoding):
    """So many black cells in each room, none elsewhere."""

    field = "black"

    def shown(self):
        return [("black", cell) for cell in self.cells]

    def looked_at(self, true):
        return frozenset(cell for cell in self.cells if ("black", cell) in true), []

    def write(self):
        for cell in self.cells:
            if self.puzzle.clues[cell] is None:
                self.say(-self.var("black", cell))
        for room in sorted(set(self.puzzle.clues) - {None}):
            self.count([c for c in self.cells if self.puzzle.clues[c] == room], self.each())

    def count(self, cells, number):
        variables = [self.var("black", cell) for cell in cells]
        for some in combinations(variables, number + 1):
            self.say(*(-variable for variable in some))
        for some in combinations(variables, max(len(variables) - number + 1, 0)):
            self.say(*some)


class Norinori(Roomed):
    """Every black cell has one black neighbour."""

    def each(self):
        return 2

    def write(self):
        super().write()
        for cell in self.cells:
            beside = [self.var("black", other) for other in self.neighbours(cell)]
            self.say(-self.var("black", cell), *beside)
            for a, b in combinations(beside, 2):
                self.say(-self.var("black", cell), -a, -b)


class StarBattle(Roomed):
    """As many stars in each row and column; none touch."""

    def each(self):
        return self.puzzle.stars

    def write(self):
        super().write()
        for row in range(self.rows):
            self.count(range(row * self.cols, (row + 1) * self.cols), self.puzzle.stars)
        for col in range(self.cols):
            self.count(range(col, len(self.cells), self.cols), self.puzzle.stars)
        for a, b in combinations(self.cells, 2):
            down, right = b // self.cols - a // self.cols, b % self.cols - a % self.cols
            if down < 2 and abs(right) < 2:
                self.say(-self.var("black", a), -self.var("black", b))


class Shikaku(Encoding):
    """Each number has one of its rectangles, and each cell is in one of them."""

    field = "joined"

    def write(self):
        clues, here = self.puzzle.clues, {cell: [] for cell in self.cells}
        for number in (cell for cell in self.cells if clues[cell] is not None):
            own = []
            for a, b in product(self.cells, repeat=2):
                rows, cols = (
                    range(a // self.cols, b // self.cols + 1),
                    range(a % self.cols, b % self.cols + 1),
                )
                inside = {row * self.cols + col for row in rows for col in cols}
                numbers = [cell for cell in inside if clues[cell] is not None]
                if numbers == [number] and clues[number] in (len(inside), UNKNOWN):
                    own.append(self.var("whole", number, a, b))
                    self.surround(own[-1], inside)
                    for cell in inside:
                        here[cell].append(own[-1])
            self.one_of(own)
        for own in here.values():
            self.one_of(own)

    def one_of(self, variables):
        self.say(*variables)
        for a, b in combinations(variables, 2):
            self.say(-a, -b)

    def surround(self, whole, inside):
        for cell in inside:
            for other in self.neighbours(cell):
                border = self.var("border", min(cell, other), max(cell, other))
                self.say(-whole, -border if other in inside else border)

    def shown(self):
        return [("border", *pair) for pair in self.pairs]

    def looked_at(self, true):
        wide, joined = self.cols + 1, []
        for a, b in self.pairs:
            if ("border", a, b) in true:
                corner = b // self.cols * wide + b % self.cols
                is_across = a // self.cols == b // self.cols
                joined.append((corner, corner + (wide if is_across else 1), 1))
        return frozenset(joined), []


class Hashi(Encoding):
    """Up to `most` bridges between islands in sight; a number counts them; all connected."""

    field = "joined"

    def write(self):
        clues, most = self.puzzle.clues, self.puzzle.most
        self.islands = [cell for cell in self.cells if clues[cell] is not None]
        self.water = {}  # of each pair of islands in sight of each other
        for a, b in combinations(self.islands, 2):
            if a // self.cols == b // self.cols or a % self.cols == b % self.cols:
                between = range(a, b, 1 if a // self.cols == b // self.cols else self.cols)[1:]
                if all(clues[cell] is None for cell in between):
                    self.water[a, b] = set(between)
        for a, b in self.water:
            for count in range(1, most):
                self.say(self.var("bridges", a, b, count), -self.var("bridges", a, b, count + 1))
        for pair, other in combinations(self.water, 2):
            if self.water[pair] & self.water[other]:
                self.say(-self.var("bridges", *pair, 1), -self.var("bridges", *other, 1))
        for island in self.islands:
            if isinstance(clues[island], int):
                self.add_up(clues[island], [pair for pair in self.water if island in pair])

    def add_up(self, number, pairs):
        """No combination of bridges that is something else."""
        for counts in product(range(self.puzzle.most + 1), repeat=len(pairs)):
            if sum(counts) != number:
                clause = []
                for pair, count in zip(pairs, counts, strict=True):
                    if count:
                        clause.append(-self.var("bridges", *pair, count))
                    if count < self.puzzle.most:
                        clause.append(self.var("bridges", *pair, count + 1))
                self.say(*clause)

    def shown(self):
        return [("bridges", *pair, n + 1) for pair in self.water for n in range(self.puzzle.most)]

    def looked_at(self, true):
        counts = {
            pair: sum(("bridges", *pair, n + 1) in true for n in range(self.puzzle.most))
            for pair in self.water
        }
        used = [pair for pair, count in counts.items() if count]
        broken = []
        every = parts(self.islands, used)
        for part in every if len(every) > 1 else []:
            leaving = [pair for pair in self.water if len(part & set(pair)) == 1]
            broken.append([self.var("bridges", *pair, 1) for pair in leaving])
        if not self.puzzle.loops and (loop := a_loop(used)):
            broken.append([-self.var("bridges", *pair, 1) for pair in loop])
        return frozenset((*pair, counts[pair]) for pair in used), broken


def a_loop(pairs):
    """Pairs that are a loop; none if there is none."""
    ends, loop = set().union(*pairs), []
    for number, pair in enumerate(pairs):
        if any(part.issuperset(pair) for part in parts(ends, pairs[:number])):
            loop = pairs[: number + 1]
            break
    # There is one loop in it now, and what else there is ends somewhere.
    while tails := [p for p in loop if any(sum(end in q for q in loop) == 1 for end in p)]:
        loop = [pair for pair in loop if pair not in tails]
    return loop


class ExactlyOne(Encoding):
    """A path from the lower left to the upper right cell, through one cell of every label."""

    field = "path"

    def write(self):
        labels = self.puzzle.labels
        self.start, self.goal = (self.rows - 1) * self.cols, self.cols - 1
        for cell in self.cells:
            steps = [self.step(cell, other) for other in self.neighbours(cell)]
            is_end = cell in (self.start, self.goal)
            wanted = 2 - is_end if self.start != self.goal else 0
            if is_end:
                self.say(self.var("visited", cell))
            self.count(self.var("visited", cell), steps, wanted)
        for label in sorted(set(labels) - {None}):
            shape = [self.var("visited", cell) for cell in self.cells if labels[cell] == label]
            self.say(*shape)
            for a, b in combinations(shape, 2):
                self.say(-a, -b)

    def step(self, a, b):
        return self.var("step", min(a, b), max(a, b))

    def count(self, visited, steps, wanted):
        """So many of the steps are taken if the cell is visited, otherwise none."""
        for taken in product((False, True), repeat=len(steps)):
            differs = [-step if on else step for step, on in zip(steps, taken, strict=True)]
            if sum(taken) != wanted:
                self.say(-visited, *differs)
            if any(taken):
                self.say(visited, *differs)

    def shown(self):
        return [("step", *pair) for pair in self.pairs]

    def looked_at(self, true):
        steps = [pair for pair in self.pairs if ("step", *pair) in true]
        path = [self.start]
        while path[-1] != self.goal:
            (after,) = {c for pair in steps if path[-1] in pair for c in pair} - set(path[-2:])
            path.append(after)
        rings = [p for p in parts(self.cells, steps) if len(p) > 1 and self.start not in p]
        return tuple(path), [clause for ring in rings for clause in self.leave(ring)]

    def leave(self, ring):
        """Where the path visits one of these cells it also leaves them."""
        leaving = [self.step(a, b) for a in ring for b in self.neighbours(a) if b not in ring]
        return [[-self.var("visited", cell), *leaving] for cell in ring]


class Akari(Encoding):
    """Lamps on free cells light their stretch of row and column, but no other lamp."""

    field = "black"

    def shown(self):
        return [("black", cell) for cell in self.cells]

    def write(self):
        clues = self.puzzle.clues
        for cell in self.cells:
            if clues[cell] is not None:
                self.say(-self.var("black", cell))
            if isinstance(clues[cell], int):
                beside = [self.var("black", other) for other in self.neighbours(cell)]
                self.exactly(beside, clues[cell])
        for cell in self.cells:
            if clues[cell] is None:
                lit = self.lit_by(cell)
                self.say(*(self.var("black", other) for other in lit))
                for other in lit[1:]:
                    self.say(-self.var("black", cell), -self.var("black", other))

    def exactly(self, variables, number):
        if number > len(variables):
            self.say()
            return
        for some in combinations(variables, number + 1):
            self.say(*(-variable for variable in some))
        for some in combinations(variables, len(variables) - number + 1):
            self.say(*some)

    def lit_by(self, cell):
        found = [cell]
        for step, edge in ((1, self.cols - 1), (-1, 0)):
            other = cell
            while other % self.cols != edge and self.puzzle.clues[other + step] is None:
                other += step
                found.append(other)
        for step in (self.cols, -self.cols):
            other = cell + step
            while 0 <= other < len(self.cells) and self.puzzle.clues[other] is None:
                found.append(other)
                other += step
        return found

    def looked_at(self, true):
        return frozenset(cell for cell in self.cells if ("black", cell) in true), []


class Nurikabe(Encoding):
    """Black cells are connected without a square; every white cell belongs to one number."""

    field = "black"

    def shown(self):
        return [("black", cell) for cell in self.cells]

    def write(self):
        clues = self.puzzle.clues
        self.numbered = [cell for cell in self.cells if clues[cell] is not None]
        for cell in self.cells:
            black = self.var("black", cell)
            own = [self.var("of", number, cell) for number in self.numbered]
            self.say(black, *own)
            for one in own:
                self.say(-black, -one)
            for one, other in combinations(own, 2):
                self.say(-one, -other)
            if (cell + 1) % self.cols and cell + self.cols < len(self.cells):
                square = (cell, cell + 1, cell + self.cols, cell + self.cols + 1)
                self.say(*(-self.var("black", other) for other in square))
        for number in self.numbered:
            self.say(self.var("of", number, number))
            for a, b in self.pairs:  # white neighbours belong to the same number
                for one, other in ((a, b), (b, a)):
                    of_one, of_other = self.var("of", number, one), self.var("of", number, other)
                    self.say(-of_one, of_other, self.var("black", other))
            if isinstance(clues[number], int):
                self.count([self.var("of", number, cell) for cell in self.cells], clues[number])

    def count(self, variables, wanted):
        """Say how many variables are true: `reach` n i is that at least n of the first i are."""
        last = len(variables)
        here = ("reach", variables[0])
        for i, variable in enumerate(variables, start=1):
            for n in range(1, wanted + 2):
                at = self.var(*here, n, i)
                before = self.var(*here, n, i - 1) if i > 1 else None
                less = self.var(*here, n - 1, i - 1) if n > 1 and i > 1 else None
                if i == 1 and n > 1:
                    self.say(-at)
                    continue
                step = [-variable] if less is None else [-variable, -less]
                self.say(*step, at)
                self.say(-at, variable, *([before] if before else []))
                if less is not None:
                    self.say(-at, less, before)
                if before:
                    self.say(-before, at)
        self.say(self.var(*here, wanted, last))
        self.say(-self.var(*here, wanted + 1, last))

    def looked_at(self, true):
        black = frozenset(cell for cell in self.cells if ("black", cell) in true)
        broken = []
        sea = parts(sorted(black), [(a, b) for a, b in self.pairs if {a, b} <= black])
        for part in sea[1:]:
            broken += [
                self.cut(part, ("black",), min(sea[0])),
                self.cut(sea[0], ("black",), min(part)),
            ]
        for number in self.numbered:
            own = [cell for cell in self.cells if ("of", number, cell) in true]
            for part in parts(own, [(a, b) for a, b in self.pairs if {a, b} <= set(own)]):
                if number not in part:
                    broken.append(self.cut(part, ("of", number), None))
        return black, broken

    def cut(self, part, said, elsewhere):
        """Return that a part grows beyond its border, or is not so; or another cell is not so."""
        border = {other for cell in part for other in self.neighbours(cell)} - set(part)
        inside = [-self.var(*said, cell) for cell in sorted(part)]
        away = [] if elsewhere is None else [-self.var(*said, elsewhere)]
        return inside + away + [self.var(*said, cell) for cell in sorted(border)]


class Loop(Encoding):
    """Lines between points of a grid: two or none at each point, and all in one piece."""

    field = "joined"

    def shape(self):
        """Return the rows and columns of points."""
        return self.rows, self.cols

    def write(self):
        rows, cols = self.shape()
        self.points = range(rows * cols)
        self.lines = [(p, p + 1) for p in self.points if (p + 1) % cols]
        self.lines += [(p, p + cols) for p in self.points[: (rows - 1) * cols]]
        self.say(*(self.var("line", *pair) for pair in self.lines))
        for point in self.points:
            self.at_point([self.var("line", *pair) for pair in self.lines if point in pair], point)

    def at_point(self, here, point):
        self.some_of(here, {0, 2})

    def some_of(self, variables, numbers):
        """Say that the number of true variables is one of these, value by value."""
        for values in product((False, True), repeat=len(variables)):
            if sum(values) not in numbers:
                each = zip(variables, values, strict=True)
                self.say(*(-variable if value else variable for variable, value in each))

    def shown(self):
        return [("line", *pair) for pair in self.lines]

    def looked_at(self, true):
        drawn = [pair for pair in self.lines if ("line", *pair) in true]
        loops = [
            [pair for pair in drawn if pair[0] in part]
            for part in parts(sorted({point for pair in drawn for point in pair}), drawn)
        ]
        broken = []
        for loop, other in combinations(loops, 2):
            for closed, rest in ((loop, other), (other, loop)):
                lines = [*closed, rest[0]]
                broken.append([-self.var("line", *pair) for pair in lines])
        return frozenset((*pair, 1) for pair in drawn), broken


class Slitherlink(Loop):
    """A loop along the sides of cells; a number counts sides."""

    def shape(self):
        return self.rows + 1, self.cols + 1

    def write(self):
        super().write()
        wide = self.cols + 1
        for cell, clue in enumerate(self.puzzle.clues):
            if isinstance(clue, int):
                a = cell // self.cols * wide + cell % self.cols
                sides = [(a, a + 1), (a + wide, a + wide + 1), (a, a + wide), (a + 1, a + wide + 1)]
                self.some_of([self.var("line", *side) for side in sides], {clue})


class Masyu(Loop):
    """A loop through all pearls; the shape of the line at a cell is a helper variable."""

    def write(self):
        super().write()
        for cell in self.cells:
            ends = [(min(cell, other), max(cell, other)) for other in self.neighbours(cell)]
            for one, other in combinations(ends, 2):
                here = self.var("through", cell, *one, *other)
                for pair in (one, other):
                    self.say(-here, self.var("line", *pair))
                self.say(here, *(-self.var("line", *pair) for pair in (one, other)))
        for cell, clue in enumerate(self.puzzle.clues):
            if clue is not None:
                straight, bent = self.ways(cell)
                fitting = {1: straight, 2: bent}.get(clue, straight + bent)
                self.say(*fitting)
                for way in fitting if isinstance(clue, int) else ():
                    self.beside(cell, way, is_bent=clue == 2)

    def ways(self, cell):
        """Return the variables of the line going straight through a cell, and of its turns."""
        kinds = [], []
        for said, number in list(self.numbers.items()):
            if said[:2] == ("through", cell):
                kinds[sum(said[2:]) != 4 * cell].append(number)
        return kinds

    def beside(self, cell, way, *, is_bent):
        said = next(said for said, number in self.numbers.items() if number == way)
        turns = []
        for other in set(said[2:]) - {cell}:
            straight, bent = self.ways(other)
            turns.append(bent)
            if is_bent:
                self.say(-way, *straight)
        if not is_bent:
            self.say(-way, *turns[0], *turns[1])


class Yajilin(Loop):
    """A loop through all cells that are neither shaded nor have a clue; arrows count shaded cells.

    A clue is 4 · number + direction: up, down, left, right.
    """

    def at_point(self, here, point):
        self.some_of(here, {0} if self.puzzle.clues[point] is not None else {0, 2})

    def write(self):
        super().write()
        for cell, clue in enumerate(self.puzzle.clues):
            here = [self.var("line", *pair) for pair in self.lines if cell in pair]
            if clue is not None:
                self.say(-self.var("black", cell))
                continue
            for line in here:
                self.say(-self.var("black", cell), -line)
            self.say(self.var("black", cell), *here)
        for a, b in self.pairs:
            self.say(-self.var("black", a), -self.var("black", b))
        for cell, clue in enumerate(self.puzzle.clues):
            if isinstance(clue, int):
                ahead = self.ahead(cell, clue % 4)
                self.exactly([self.var("black", other) for other in ahead], clue // 4)

    exactly = Akari.exactly

    def ahead(self, cell, direction):
        row, col = divmod(cell, self.cols)
        others = [divmod(other, self.cols) for other in self.cells]
        inside = {
            0: lambda r, c: c == col and r < row,
            1: lambda r, c: c == col and r > row,
            2: lambda r, c: r == row and c < col,
            3: lambda r, c: r == row and c > col,
        }[direction]
        return [r * self.cols + c for r, c in others if inside(r, c)]

    def shown(self):
        return [*super().shown(), *(("black", cell) for cell in self.cells)]


class Numberlink(Loop):
    """Lines from number to number; `of` n c is that the line at a cell has the number n."""

    def at_point(self, here, point):
        self.some_of(here, {0, 2} if self.puzzle.clues[point] is None else {1})

    def write(self):
        super().write()
        del self.clauses[0]  # there may be no line
        numbers = {clue for clue in self.puzzle.clues if isinstance(clue, int)}
        for number, (a, b) in product(numbers, self.lines):
            one, other = self.var("of", number, a), self.var("of", number, b)
            for here, there in ((one, other), (other, one)):
                self.say(-self.var("line", a, b), -here, there)
        for cell, clue in enumerate(self.puzzle.clues):
            if isinstance(clue, int):
                self.say(self.var("of", clue, cell))
            for one, other in combinations(numbers, 2):
                self.say(-self.var("of", one, cell), -self.var("of", other, cell))

    def looked_at(self, true):
        drawn = [pair for pair in self.lines if ("line", *pair) in true]
        broken = []
        for part in parts(sorted({point for pair in drawn for point in pair}), drawn):
            inside = [pair for pair in drawn if pair[0] in part]
            if len(inside) >= len(part):
                broken.append([-self.var("line", *pair) for pair in inside])
        return frozenset((*pair, 1) for pair in drawn), broken


class Numbered(Encoding):
    """One number in each cell; givens are fixed."""

    field = "entered"

    def write(self):
        for cell in self.cells:
            each = [self.var("is", cell, number) for number in self.values()]
            self.one_of(each)
            if self.puzzle.clues[cell] is not None:
                self.say(self.var("is", cell, self.puzzle.clues[cell]))

    def one_of(self, variables):
        self.say(*variables)
        for a, b in combinations(variables, 2):
            self.say(-a, -b)

    def shown(self):
        return [("is", cell, number) for cell in self.cells for number in self.values()]

    def looked_at(self, true):
        return frozenset(said[1:] for said in true if said[0] == "is"), []


class Sudoku(Numbered):
    """Each digit once in each row, column and box."""

    def values(self):
        return range(1, self.rows + 1)

    def write(self):
        super().write()
        height = self.puzzle.box_rows
        width = self.rows // height
        for a, b in combinations(self.cells, 2):
            (row, col), (other_row, other_col) = divmod(a, self.cols), divmod(b, self.cols)
            box = row // height, col // width
            if (
                row == other_row
                or col == other_col
                or box
                == (
                    other_row // height,
                    other_col // width,
                )
            ):
                for digit in self.values():
                    self.say(-self.var("is", a, digit), -self.var("is", b, digit))


class Fillomino(Numbered):
    """Connected cells with an equal number are as many as it says; that is checked lazily."""

    def values(self):
        return self.puzzle.numbers

    def looked_at(self, true):
        number_of = {said[1]: said[2] for said in true if said[0] == "is"}
        same = [pair for pair in self.pairs if number_of[pair[0]] == number_of[pair[1]]]
        broken = []
        for part in parts(self.cells, same):
            number = number_of[min(part)]
            own = [-self.var("is", cell, number) for cell in part]
            around = {other for cell in part for other in self.neighbours(cell)} - part
            if len(part) > number:
                broken.append(own)
            elif len(part) < number:
                broken.append([*own, *(self.var("is", cell, number) for cell in around)])
        return super().looked_at(true)[0], broken


class Binairo(Numbered):
    """As many 0 as 1 in each line, never three in a row, no two lines equal."""

    def values(self):
        return range(2)

    def write(self):
        super().write()
        rows = [self.cells[n * self.cols : (n + 1) * self.cols] for n in range(self.rows)]
        columns = [self.cells[n :: self.cols] for n in range(self.cols)]
        for lines in (rows, columns):
            for line in lines:
                for number in self.values():
                    own = [self.var("is", cell, number) for cell in line]
                    for some in combinations(own, len(own) // 2 + 1):
                        self.say(*(-variable for variable in some))
                    for three in zip(own, own[1:], own[2:]):  # noqa: B905
                        self.say(*(-variable for variable in three))
            for line, other in combinations(lines, 2) if self.puzzle.distinct else ():
                self.say(*(self.differ(a, b) for a, b in zip(line, other, strict=True)))

    def differ(self, a, b):
        """Return a variable that is true only if two cells have different numbers."""
        differ = self.var("differ", a, b)
        for number in self.values():
            self.say(-differ, -self.var("is", a, number), -self.var("is", b, number))
        return differ


ENCODINGS = {
    "shikaku": Shikaku,
    "star_battle": StarBattle,
    "norinori": Norinori,
    "heyawake": Heyawake,
    "binairo": Binairo,
    "masyu": Masyu,
    "yajilin": Yajilin,
    "numberlink": Numberlink,
    "fillomino": Fillomino,
    "sudoku": Sudoku,
    "slitherlink": Slitherlink,
    "hitori": Hitori,
    "kuromasu": Kuromasu,
    "hashi": Hashi,
    "exactly_one": ExactlyOne,
    "akari": Akari,
    "nurikabe": Nurikabe,
}
