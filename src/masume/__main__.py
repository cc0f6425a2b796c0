"""`python -m masume`."""

import sys

if __name__ == "__main__":  # worker processes import this file too, under another name
    try:
        from masume.front.cli.main import main

        main()
    except KeyboardInterrupt:  # while the modules are loaded; later on `main` sees to it
        sys.exit(130)
