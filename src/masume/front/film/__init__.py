"""Films taken away: as a page that plays by itself, moving pictures, single frames and trees."""
