"""The host names that the server answers to, against DNS rebinding."""

from __future__ import annotations

import http.client

import pytest

from tests.front.web.conftest import RunningServer

pytestmark = pytest.mark.process

LOCAL = ["localhost", "LocalHost:8765", "127.0.0.1", "127.0.0.1:80", "[::1]", "[::1]:8765"]
ADDRESSES = ["10.0.0.5", "192.168.1.7:8765", "[::2]"]  # unlike names, they cannot be rebound
FOREIGN = ["evil.example", "evil.example:8765", "localhost.evil.example", "", "box.lan.evil"]
TRICKS = ["evil.example@127.0.0.1", "127.0.0.1.evil.example", "localhost:80:80", "127.0.0.1 x"]


@pytest.fixture(scope="module", params=["127.0.0.1", "Box.lan", "fd00::5", "0.0.0.0"])
def host_and_server(request):
    running = RunningServer(workers=1, host=request.param)
    yield request.param, running
    running.close()


def request_status(server, name, path="/api/studies"):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.putrequest("GET", path, skip_host=True)
    connection.putheader("Host", name)
    connection.endheaders()
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    assert answer.status == 200 or b'"error"' in content
    return answer.status


def test_only_its_own_names_are_served(host_and_server):
    host, server = host_and_server
    is_everywhere = host == "0.0.0.0"
    for name in LOCAL:
        assert request_status(server, name) == 200, name
    for name in FOREIGN:
        assert request_status(server, name) == 421, name
    for name in ADDRESSES:
        assert request_status(server, name) == (200 if is_everywhere else 421), name
    for path in ("/", "/static/css/base.css", "/docs", "/openapi.json"):
        assert request_status(server, "evil.example", path) == 421, path
    assert request_status(server, "box.lan:80") == (200 if host == "Box.lan" else 421)
    assert request_status(server, "[fd00:0::5]:80") == (
        200 if host == "fd00::5" or is_everywhere else 421
    )


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_allowed_names_are_served(start_server, host):
    server = start_server(workers=1, host=host, allowed_hosts=["Lab.example", "puzzles.lan."])
    for name in ("lab.example", "LAB.EXAMPLE:80", "lab.example.", "puzzles.lan:8765"):
        assert request_status(server, name) == 200, name
    for name in ("evil.example", "lab.example.evil.example", "x.lab.example"):
        assert request_status(server, name) == 421, name


def test_allow_host_takes_only_host_names(cli):
    for name in ("http://lab.example", "lab.example:80", "*", ""):
        exit_code, _, err = cli("web", "--no-browser", "--allow-host", name)
        assert exit_code == 2 and err.count("\n") == 1 and "--allow-host" in err


def test_malformed_host_headers_are_rejected(server):
    for name in TRICKS:
        assert request_status(server, name) in (400, 421), name


def test_the_error_names_the_option_allow_host(server):
    answer = server.client.get("/", headers={"Host": "box.lan"})
    assert answer.status_code == 421
    assert "'box.lan'" in answer.json()["error"] and "--allow-host" in answer.json()["error"]


def test_requests_from_another_site_are_rejected(server):
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert server.client.get("/api/studies", headers=headers).status_code == 403
    assert server.client.get("/", headers=headers).status_code == 200  # a followed link


def test_a_foreign_origin_alone_is_rejected(server):
    """Old browsers send no Sec-Fetch-Site."""
    body = {"text": "hitori/tiny"}
    own = [server.address, server.address.upper().replace("HTTP", "http")]
    foreign = ["http://evil.example", "null", "http://127.0.0.1", f"{server.address}.evil.example"]
    for origin in own:
        answer = server.client.post("/api/load", json=body, headers={"Origin": origin})
        assert answer.status_code == 200, origin
    for origin in foreign:
        answer = server.client.post("/api/load", json=body, headers={"Origin": origin})
        assert answer.status_code == 403 and set(answer.json()) == {"error"}, origin
    assert server.client.get("/", headers={"Origin": "http://evil.example"}).status_code == 200
