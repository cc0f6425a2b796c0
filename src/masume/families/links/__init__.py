"""What puzzles share whose answer is a set of links: bridges, a path, or a loop.

- `position`: a board of links (`LinkBoard`), positions, moves, and their texts and JSON
- `play`: gestures; `view` and `picture`: lines in scenes and in text
- `model`: the meaning of a model's literals, with `most` variables per link
- `graph`: flood fill and cut edges in the graph of links
"""
