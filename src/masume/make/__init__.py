"""Making new boards: propose, mend, drop clues, grade."""
