"""`masume` and `python -m masume`: load the command line, and leave quietly if Ctrl-C is faster."""

import os
import signal


def main() -> None:
    """The console script."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Nothing has begun that would have to be ended; an exception would print a traceback
        # wherever an import happens to be.
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])  # the launcher has blocked it

    from masume.front.cli.main import main

    main()


if __name__ == "__main__":  # worker processes import this file too, under another name
    main()
