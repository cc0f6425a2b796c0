"""`python -m masume`."""

from masume.front.cli.main import main

main()
