"""The desktop app: play, watch searches and run the performance test, with pygame-ce.

This module does not import pygame, since worker processes import it too.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # suppress the banner on stdout
