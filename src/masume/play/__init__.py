"""Playing a board: what every front end shares."""
