"""The game session behind every screen."""
