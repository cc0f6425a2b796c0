"""`masume web`: the browser app."""

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
from masume.front.cli.options import Whole

_EVERYWHERE = "anyone who can reach this machine can use it, and it has no passwords"


@click.command("web")
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", help="The address to listen on.")
@click.option(
    "--allow-host",
    "allowed",
    metavar="NAME",
    multiple=True,
    help="Answer requests for this host name too, such as lab.example; can be repeated.",
)
@click.option(
    "--port", type=Whole(0, 65535), default=8765, help="The port there; 0 takes any free one."
)
@click.option(
    "--browser/--no-browser", default=True, show_default=False, help="Whether to open a browser."
)
@click.option(
    "--workers",
    type=Whole(1, 64),
    default=None,
    help="Processes for what takes long; without it as many as processors.",
)
@click.option(
    "--studies",
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=None,
    help="Show the results of studies (*.duckdb) in this folder.",
)
def web(
    host: str,
    allowed: tuple[str, ...],
    port: int,
    browser: bool,
    workers: int | None,
    studies: Path | None,
) -> None:
    """Open the app in the browser.

    There one can play, watch and race searches, make and explain boards, and look at studies. It
    listens on this machine alone unless --host says otherwise. Browsers reach it by an address; for
    a name, add --allow-host, since any site can point a name of its own to this machine. Ctrl-C
    ends it.
    """
    require("web", "print", *(["lab"] if studies else []))
    from masume.front.web.hosts import is_everywhere, is_local, is_name
    from masume.front.web.server import Server, create_app

    for name in allowed:
        if not is_name(name):
            raise BadOption(
                f"--allow-host {shorten(name)!r}: not a host name; give it without http:// and port"
            )
    listener = _listener(host, port)
    shown = "127.0.0.1" if is_everywhere(host) else f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    print(f"masume is at {address} (Ctrl-C ends it)", flush=True)
    if not is_local(host):
        print(f"masume: --host {host}: {_EVERYWHERE}", file=sys.stderr)
    if browser:
        threading.Timer(0.7, webbrowser.open, [address]).start()
    app = create_app(
        workers or os.cpu_count() or 2, studies=studies, host=host, allowed_hosts=allowed
    )
    Server(app).run(sockets=[listener])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends as it was told to; once more is too late
    print()  # after the ^C of the terminal


def _listener(host: str, port: int) -> socket.socket:
    """A socket that listens there; or one line that says why not."""
    try:
        family, *_, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # With its protocol named; only then asyncio sends small answers without delay.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(128)  # from now on whoever comes waits a moment, but is not sent away
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        remedy = "; --port 0 takes any free one" if "in use" in reason else ""
        raise BadOption(f"cannot listen on {host} port {port}: {reason}{remedy}") from None
    return listener
