"""Runs cells with the kernel "lclass" and prints what came back, as JSON.

usage: run_cells.py CELL...
"""
import json
import sys

from jupyter_client.manager import start_new_kernel

manager, client = start_new_kernel(startup_timeout=1200, kernel_name="lclass")
result = {"stdout": "", "error": ""}


def note(message):
    content = message["content"]
    if message["msg_type"] == "stream" and content["name"] == "stdout":
        result["stdout"] += content["text"]
    if message["msg_type"] == "error":
        result["error"] += content["evalue"]


try:
    for cell in sys.argv[1:]:
        client.execute_interactive(cell, timeout=1200, output_hook=note)
finally:
    client.stop_channels()
    manager.shutdown_kernel()
print(json.dumps(result))
