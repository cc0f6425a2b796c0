"""Exactly One Mazes: find a path that passes through exactly one cell of every shape."""

from __future__ import annotations

from operator import attrgetter

from masume.core.puzzle.kind import Kind, later
from masume.puzzles.exactly_one import draft, model, obstacles, puzzle, text

with later(__name__):
    from masume.puzzles.exactly_one import codecs, generate, play, spaces, techniques, view

    KIND = Kind(
        name="exactly_one",
        title="Exactly One Mazes",
        aliases=("exactly_one_mazes", "eom", "maze", "mazes"),
        rules="""\
Draw a path from the lower left cell to the upper right cell.
- The path goes from a cell to one that shares a side with it, and visits no cell twice.
- A shape is all cells with the same label. The path visits exactly one cell of each shape.
- Cells without a label may be visited or not.""",
        codes=puzzle.CODES,
        puzzle=puzzle.ExactlyOne,
        read=text.read,
        write=text.write,
        read_answer=text.read_answer,
        write_answer=text.write_answer,
        to_json=text.to_json,
        from_json=text.from_json,
        picture=text.picture,
        scene=view.scene,
        start=puzzle.start,
        parse_move=text.parse_move,
        write_move=text.write_move,
        play=draft.play,
        drag="path",
        tip=lambda puzzle, position: position.path[-1],
        touch=play.touch,
        broken=play.broken,
        violations=puzzle.violations,
        obstacles=obstacles.obstacles,
        spaces=spaces.SPACES,
        cells=attrgetter("labels"),
        codecs=codecs.CODECS,
        vocabulary=model.LinksAndCells,
        model=model.model,
        maker=generate.maker,
        looks=("stroke", "cross"),
        palette=puzzle.palette,
        dark=model.on_path,
        landmarks=lambda puzzle: {puzzle.start_cell: "start", puzzle.goal_cell: "goal"},
        logic=techniques.logic,
    )
