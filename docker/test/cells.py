"""Runs inside a lab: executes cells in a new kernel of its server and prints what
came of each as a line of JSON: cells.py TOKEN CELL..."""
import json
import os
import sys
import time
import urllib.request

from jupyter_client import BlockingKernelClient

token, *cells = sys.argv[1:]


def post(path, body):
    headers = {"Authorization": f"token {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"http://127.0.0.1:8888{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


start = time.monotonic()
kernel = post("/api/kernels", {"name": "lclass", "path": "notebooks"})
client = BlockingKernelClient(connection_file=f"{os.environ['JUPYTER_RUNTIME_DIR']}/kernel-{kernel['id']}.json")
client.load_connection_file()
client.start_channels()
client.wait_for_ready(timeout=1200)
print(json.dumps({"kernel": kernel["id"], "seconds": time.monotonic() - start}), flush=True)

for cell in cells:
    outputs = []

    def note(message):
        if message["msg_type"] in ("stream", "display_data", "execute_result", "error"):
            outputs.append({"type": message["msg_type"], **message["content"]})

    start = time.monotonic()
    reply = client.execute_interactive(cell, timeout=1200, output_hook=note, allow_stdin=False)
    print(json.dumps({
        "status": reply["content"]["status"],
        "seconds": time.monotonic() - start,
        "text": "".join(o.get("text", "") for o in outputs),
        "types": sorted({kind for o in outputs for kind in o.get("data", {})}),
    }), flush=True)
