"""Call every tool through the protocol: in one process, and over the pipes of `masume mcp`."""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters

from masume import loads
from masume.tasks.adapters.mcp import create_server

BOARD = "hitori\n1 1 1 4\n1 4 2 3\n3 3 2 1\n4 2 1 3\n"


async def ask(client, tool, **arguments):
    result = await client.call_tool(tool, arguments)
    return json.loads(result.content[0].text)


async def use(server):
    async with Client(server) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == {"solve", "check", "hint", "why", "generate"}, tools
        solved = await ask(client, "solve", board=BOARD)
        assert solved["status"] == "solved" and solved["unique"]
        assert (await ask(client, "check", board=BOARD, answer=solved["answer"]))["solved"]
        wrong = await ask(client, "check", board=BOARD, answer="r1c2=black")
        assert not wrong["solved"] and wrong["violations"]
        assert (await ask(client, "hint", board=BOARD))["outcome"] == "step"
        assert "r1c1" in (await ask(client, "why", board=BOARD, cell="r1c1"))["text"]
        made = await ask(client, "generate", puzzle="hashi", size="5x5", count=2, seed=1)
        assert len(made["boards"]) == 2 and loads(made["boards"][0]).rows == 5
        for arguments in ({"board": "nonsense"}, {"board": "hitori\n" + "1 " * 50 + "\n" * 2}):
            assert (await ask(client, "solve", **arguments)).keys() & {"error", "status"}
        assert "error" in await ask(client, "generate", puzzle="hashi", count=1000)
        assert "error" in await ask(client, "solve", board="/etc/passwd")


asyncio.run(use(create_server()))
command = [sys.executable, "-P", "-m", "masume", "mcp"]
asyncio.run(use(StdioServerParameters(command=command[0], args=command[1:])))
print("passed")
