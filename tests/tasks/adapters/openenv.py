"""Play through OpenEnv's own server and client, on this machine."""

import threading
import time

import uvicorn
from openenv.core import GenericEnvClient

from masume.tasks.adapters.openenv import PuzzleAction, PuzzleServer, create_app
from masume.tasks.task import make_task

server = PuzzleServer("hitori", side=4)
first = server.reset(seed=3)
task = make_task("hitori", size=4, difficulty="easy", seed=3)
assert first.message == task.prompt and not first.done
assert server.step(PuzzleAction(command="hint")).message.startswith("Not possible")
assert server.step(PuzzleAction(moves=["r9c9=black"])).moves == 0
moves = [f"{task.puzzle.grid.name(cell)}=black" for cell in sorted(task.solution.black)]
last = server.step(PuzzleAction(moves=moves))
assert last.done and last.reward == 1.0 and server.state.step_count == 3

config = uvicorn.Config(create_app(), host="127.0.0.1", port=0, log_level="critical")
service = uvicorn.Server(config)
thread = threading.Thread(target=service.run, daemon=True)
thread.start()
while not service.started:
    time.sleep(0.05)
port = service.servers[0].sockets[0].getsockname()[1]
with GenericEnvClient(base_url=f"http://127.0.0.1:{port}").sync() as client:
    result = client.reset(seed=7)
    assert result.observation["message"].startswith("Solve this ")
    result = client.step({"command": "mark", "moves": ["r1c1=white"]})
    assert result.observation["moves"] == 1 and not result.done
service.should_exit = True
thread.join(10)
print("passed")
