"""Work in processes of their own: supervised workers, pools of them, batches, a cluster.

A worker costs nothing but its own request when it dies, is killed with all that it has started
when its time is over or nobody wants its answer any more, and never outlives its parent.
"""
