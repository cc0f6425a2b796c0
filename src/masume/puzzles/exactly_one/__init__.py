"""Exactly One Mazes: find a path that passes through exactly one cell of every shape."""

from __future__ import annotations

from operator import attrgetter

from masume.core.puzzle.kind import Kind, lazy_imports
from masume.puzzles.exactly_one import puzzle, text

with lazy_imports(__name__):
    from masume.puzzles.exactly_one import (
        codecs,
        editor,
        generate,
        model,
        obstacles,
        play,
        spaces,
        techniques,
        view,
    )

    KIND = Kind(
        name="exactly_one",
        title="Exactly One Mazes",
        aliases=("exactly_one_mazes", "eom", "maze", "mazes"),
        rules="""\
Draw a path from the lower left cell to the upper right cell.
- The path moves between cells that share a side, and visits no cell twice.
- A shape is all cells with the same label. The path visits exactly one cell of each shape.
- Cells without a label may be visited or not.""",
        notation="Write the path as the letters of its steps from the lower left cell: U up, "
        "D down, L left, R right.",
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
        play=editor.play,
        drag="path",
        path_end=lambda puzzle, position: position.path[-1],
        touch=play.touch,
        visible_violations=play.visible_violations,
        violations=puzzle.violations,
        obstacles=obstacles.obstacles,
        spaces=spaces.SPACES,
        cells=attrgetter("labels"),
        codecs=codecs.CODECS,
        vocabulary=model.LinksAndCells,
        model=model.model,
        mark=model.mark,
        maker=generate.maker,
        mark_styles=("stroke", "cross"),
        palette=puzzle.palette,
        dark_literals=model.on_path,
        landmarks=lambda puzzle: {puzzle.start_cell: "start", puzzle.goal_cell: "goal"},
        logic=techniques.logic,
    )
