"""`masume mcp`: a server of the Model Context Protocol on standard input and output."""

from __future__ import annotations

import click

from masume.core.system.extras import require


@click.command("mcp")
def mcp() -> None:
    """Serve puzzle tools to assistants (MCP).

    The tools are solve, check, hint, why and generate. An assistant that speaks the Model
    Context Protocol starts this command and calls its tools over standard input and output. Files
    are never opened; every call has limits.
    """
    require("mcp")
    from masume.tasks.adapters.mcp import create_server

    create_server().run()
