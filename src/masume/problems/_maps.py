"""The textbook's map of Australia."""

from __future__ import annotations

# The neighbours of each region.
AUSTRALIA = {
    "WA": "NT SA", "NT": "WA SA Q", "SA": "WA NT Q NSW V", "Q": "NT SA NSW", "NSW": "Q SA V",
    "V": "SA NSW", "T": "",
}  # fmt: skip
# Where its name stands, from 0 to 1 in both directions.
PLACES = {
    "WA": (0.1, 0.5), "NT": (0.4, 0.2), "SA": (0.5, 0.6), "Q": (0.75, 0.25),
    "NSW": (0.9, 0.6), "V": (0.8, 0.85), "T": (0.85, 1.0),
}  # fmt: skip
