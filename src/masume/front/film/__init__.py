"""Recording of searches as films, and their export as pages, videos, frames and trees."""
