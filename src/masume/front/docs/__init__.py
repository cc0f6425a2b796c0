"""The documentation as a site: pages that people wrote and pages made from what is registered."""
