#!/usr/bin/env python3
"""Measures how much memory the labs of students take, for JUPYTERHUB.md:

  memory.py

First one lab, then as many at the same time as LABS says, 5. What labs share, such
as the files of the image, is counted only in what the computer has less than
before, in which everything else that runs on it is, too.
"""
import json
import os
import re
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lab import Lab, work_directory

LABS = int(os.environ.get("LABS", 5))

# Completes a name in a kernel, twice, and prints how many are found in what time.
TAB = """
import os, sys, time
from jupyter_client import BlockingKernelClient
client = BlockingKernelClient(connection_file=f"{os.environ['JUPYTER_RUNTIME_DIR']}/kernel-{sys.argv[1]}.json")
client.load_connection_file()
client.start_channels()
for _ in range(2):
    start = time.monotonic()
    reply = client.complete('import "linclass/lclass"\\n\\n%%\\nlclass.S', reply=True, timeout=1200)
    print(f"{len(reply['content']['matches'])} names in {time.monotonic() - start:.1f} s")
"""


def megabytes(box):
    """What the lab's processes have for themselves, and what lies in /tmp."""
    done = box.exec("sh", "-c", "cat /sys/fs/cgroup/memory.stat || cat /sys/fs/cgroup/memory/memory.stat")
    stat = dict(line.split() for line in done.stdout.splitlines())
    return (int(stat.get("total_rss") or stat["anon"]) + int(stat.get("total_shmem") or stat["shmem"])) / 1e6


def available():
    return int(re.search(r"MemAvailable: +(\d+)", Path("/proc/meminfo").read_text())[1]) * 1024 / 1e6


def run(box, name, cells=None):
    """Runs the first cells of a notebook in a new kernel; returns its name and the
    most that the lab has had."""
    notebook = json.loads(box.exec("cat", f"/work/notebooks/{name}.ipynb").stdout)
    sources = ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code"][:cells]
    peak, out = 0, []
    running = threading.Thread(target=lambda: out.extend(box.run(*sources)))
    running.start()
    while running.is_alive():
        peak = max(peak, megabytes(box))
        running.join(0.3)
    if len(out) != 1 + len(sources) or any(reply["status"] != "ok" for reply in out[1:]):
        raise AssertionError(f"{name}: {out[-1:]}")
    return out[0]["kernel"], peak


class Memory(unittest.TestCase):
    def lab(self):
        return Lab(self.addCleanup, work_directory(self.addCleanup))

    def test_one(self):
        print(f"a lab without a kernel: {megabytes(self.lab()):.0f} MB", flush=True)
        for name, cells in [("perceptron", 6), ("perceptron", None), ("titanic", None), ("mnist", None)]:
            box = self.lab()
            kernel, peak = run(box, name, cells)
            time.sleep(15)  # by then gopls has the names of what the cells import
            print(f"{name}, {cells or 'all'} cells: at most {peak:.0f} MB while it runs, {megabytes(box):.0f} MB afterwards", flush=True)
        tabs = box.exec("python3", "-", kernel, input=TAB).stdout.split("\n")
        time.sleep(30)
        print(f"the same after Tab, {tabs[0]} and {tabs[1]}: {megabytes(box):.0f} MB")
        run(box, "perceptron")
        time.sleep(15)
        print(f"perceptron beside it, all cells: {megabytes(box):.0f} MB", flush=True)

    def test_class(self):
        before = available()
        boxes = [self.lab() for _ in range(LABS)]
        start = time.monotonic()
        with ThreadPoolExecutor(LABS) as pool:
            peaks = list(pool.map(lambda box: run(box, "perceptron")[1], boxes))
        seconds = time.monotonic() - start
        time.sleep(15)
        print(f"{LABS} labs, perceptron, all cells at the same time, in {seconds:.0f} s: at most {sum(peaks):.0f} MB in sum, "
              f"{sum(map(megabytes, boxes)):.0f} MB afterwards; the computer has {before - available():.0f} MB less", flush=True)


if __name__ == "__main__":
    unittest.main()
