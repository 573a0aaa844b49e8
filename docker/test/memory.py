"""Measures how much memory the labs of students take, for JUPYTERHUB.md. It is no test
of the image; start it with

  docker/test.sh memory

It measures one lab, then as many at the same time as LABS says, 6. What labs share, such
as the files of the image, counts only in how much less memory the computer has than
before, and so does everything else that runs on it.
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

LABS = int(os.environ.get("LABS", 6))


def megabytes(box):
    """What the lab's processes have for themselves, and what lies in /tmp."""
    done = box.exec("sh", "-c", "cat /sys/fs/cgroup/memory.stat || cat /sys/fs/cgroup/memory/memory.stat")
    stat = dict(line.split() for line in done.stdout.splitlines())
    return (int(stat.get("total_rss") or stat["anon"]) + int(stat.get("total_shmem") or stat["shmem"])) / 1e6


def settled(box):
    """What the lab has when that has not changed for half a minute: until then gopls reads
    what the cells import."""
    last = [megabytes(box)]
    while len(last) < 7 or max(last[-7:]) - min(last[-7:]) > 3:
        time.sleep(5)
        last.append(megabytes(box))
    return last[-1]


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
            print(f"{name}, {cells or 'all'} cells: at most {peak:.0f} MB while it runs, {settled(box):.0f} MB afterwards", flush=True)
        said = box.tab(kernel)
        print(f"the same after Tab, {said}: {settled(box):.0f} MB", flush=True)
        run(box, "perceptron")
        print(f"perceptron beside it, all cells: {settled(box):.0f} MB", flush=True)

    def test_class(self):
        before = available()
        boxes = [self.lab() for _ in range(LABS)]
        start = time.monotonic()
        with ThreadPoolExecutor(LABS) as pool:
            peaks = list(pool.map(lambda box: run(box, "perceptron")[1], boxes))
        seconds = time.monotonic() - start
        print(f"{LABS} labs, perceptron, all cells at the same time, in {seconds:.0f} s: at most {sum(peaks):.0f} MB in sum, "
              f"{sum(map(settled, boxes)):.0f} MB afterwards; the computer has {before - available():.0f} MB less", flush=True)

