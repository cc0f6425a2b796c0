"""`python -m masume`."""

import sys

try:
    from masume.front.cli.main import main

    main()
except KeyboardInterrupt:  # while the modules are loaded; later on `main` sees to it
    sys.exit(130)
