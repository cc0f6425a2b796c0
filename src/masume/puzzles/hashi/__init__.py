"""Hashi: join islands by bridges so that each number counts the bridges of its island."""

from __future__ import annotations

from masume.core.puzzle.kind import Kind, lazy_imports
from masume.families.links import position as links
from masume.puzzles.hashi import puzzle, text

with lazy_imports("masume.families.links"):
    from masume.families.links import model as link_model

with lazy_imports(__name__):
    from masume.puzzles.hashi import codecs, generate, model, play, spaces, techniques, view

    KIND = Kind(
        name="hashi",
        title="Hashi",
        aliases=("hashiwokakero", "hashikake", "bridges"),
        rules="""\
Join the islands by bridges.
- A bridge runs straight, along a row or a column, from one island to the next one.
- At most two bridges join the same two islands (a board may allow another number, 1 to 4).
- Bridges never cross.
- A number is the number of bridges at its island; a ? is an unknown number.
- All islands are connected.
- A board may forbid loops; parallel bridges are not a loop.""",
        notation="Write one line per pair of joined islands, such as r1c1-r1c4=2 for two bridges "
        "between r1c1 and r1c4.",
        codes=puzzle.CODES,
        puzzle=puzzle.Hashi,
        read=text.read,
        write=text.write,
        read_answer=text.read_answer,
        write_answer=text.write_answer,
        to_json=links.to_json,
        from_json=links.from_json,
        picture=text.picture,
        scene=view.scene,
        start=links.start,
        parse_move=links.parse_move,
        write_move=links.write_move,
        play=links.play,
        drag="span",
        touch=play.touch,
        visible_violations=play.visible_violations,
        violations=puzzle.violations,
        obstacles=puzzle.obstacles,
        spaces=spaces.SPACES,
        codecs=codecs.CODECS,
        vocabulary=link_model.LinkLevels,
        model=model.model,
        mark=links.mark,
        maker=generate.maker,
        mark_styles=("stroke", "cross"),
        palette=puzzle.palette,
        logic=techniques.logic,
        options={
            "most": "greatest number of parallel bridges, 1 to 4 (default: 2)",
            "loops": "no: the bridges must not form loops (default: yes)",
        },
    )
