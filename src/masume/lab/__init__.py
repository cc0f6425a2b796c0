"""The lab: declared studies, run to their end, kept in one file and told in a report."""
