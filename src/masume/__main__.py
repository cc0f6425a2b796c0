"""Entry point of `masume` and `python -m masume`; exits quietly on Ctrl-C while importing."""

import gc
import os
import signal


def main() -> None:
    """Run the command line (the console script)."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Nothing needs cleaning up yet, and KeyboardInterrupt would print a traceback from
        # the middle of an import.
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])  # blocked by the launcher

    gc.set_threshold(20_000)  # imports allocate much and free little
    from masume.front.cli.main import main

    main()


if __name__ == "__main__":  # worker processes import this file under another name
    main()
