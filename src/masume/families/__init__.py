"""What several puzzles share, and nothing generic needs: families of rules, and sites' numbers."""
