"""Generate, complete and adjust proved boards."""
