"""The desktop game: menus, playing, watching a solver, and the performance test, with pygame-ce.

This module imports no pygame, so that worker processes and those without it can import it.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # it greets on stdout otherwise
