"""The front ends: they own the main loop and talk to the rest through `masume.api`."""
