"""`masume web`: start the browser app."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import webbrowser
from pathlib import Path

import click

from masume.core.system.extras import require
from masume.errors import BadOption, shorten
from masume.front.cli.options import WholeNumber

_EXPOSED = "anyone who can reach this machine can use the app; it has no authentication"


@click.command("web")
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", help="Address to listen on.")
@click.option(
    "--allow-host",
    "allowed",
    metavar="NAME",
    multiple=True,
    help="Accept requests for this host name too, such as lab.example; repeatable.",
)
@click.option(
    "--port",
    type=WholeNumber(0, 65535),
    default=8765,
    help="Port to listen on; 0 selects a free port.",
)
@click.option(
    "--browser/--no-browser", default=True, show_default=False, help="Open a browser (default)."
)
@click.option(
    "--workers",
    type=WholeNumber(1, 64),
    default=None,
    help="Worker processes; default: one per processor.",
)
@click.option(
    "--studies",
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=None,
    help="Show the results of studies (*.jsonl) in this folder.",
)
def web(
    host: str,
    allowed: tuple[str, ...],
    port: int,
    browser: bool,
    workers: int | None,
    studies: Path | None,
) -> None:
    """Start the browser app.

    Play, watch and race searches, generate and explain boards, and view studies. The server
    listens on localhost only, unless --host is given. Requests by host name must be allowed with
    --allow-host, to prevent DNS rebinding. Stop the server with Ctrl-C.
    """
    require("web", "print", *(["lab"] if studies else []))
    from masume.front.web.hosts import is_everywhere, is_local, is_name
    from masume.front.web.server import Server, create_app

    for name in allowed:
        if not is_name(name):
            raise BadOption(
                f"--allow-host {shorten(name)!r}: not a host name; omit http:// and the port"
            )
    listener = _listener(host, port)
    shown = "127.0.0.1" if is_everywhere(host) else f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    print(f"masume is running at {address} (press Ctrl-C to stop)", flush=True)
    if not is_local(host):
        print(f"masume: --host {host}: {_EXPOSED}", file=sys.stderr)
    if browser:
        threading.Timer(0.7, webbrowser.open, [address]).start()
    app = create_app(
        workers or os.cpu_count() or 2, studies=studies, host=host, allowed_hosts=allowed
    )
    Server(app).run(sockets=[listener])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ignore further Ctrl-C during shutdown
    print()  # after the ^C of the terminal


def _listener(host: str, port: int) -> socket.socket:
    """Return a listening socket; raise BadOption if the address is unavailable."""
    try:
        family, *_, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # asyncio sets TCP_NODELAY only on sockets with an explicit protocol.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(128)  # connections queue until the server is ready
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        remedy = "; --port 0 selects a free port" if "in use" in reason else ""
        raise BadOption(f"cannot listen on {host} port {port}: {reason}{remedy}") from None
    return listener
