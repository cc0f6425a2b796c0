"""Supervised worker processes, pools and clusters.

If a worker dies, only its current request fails. A worker is killed with all processes that it
started when its time is up or its result is no longer needed, and it never outlives its parent.
"""
