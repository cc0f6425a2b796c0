"""Pages and films of graded assignments."""
