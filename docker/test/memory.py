#!/usr/bin/env python3
"""Measures how much memory a student's lab takes, for JUPYTERHUB.md:

  memory.py

What is shared between labs, such as the files of the image, is not counted.
"""
import json
import threading
import unittest

from lab import Lab, work_directory

NOTEBOOKS = ["perceptron", "titanic", "mnist"]


def megabytes(box):
    """What the lab's processes have for themselves, and what lies in /tmp."""
    done = box.exec("sh", "-c", "cat /sys/fs/cgroup/memory.stat || cat /sys/fs/cgroup/memory/memory.stat")
    stat = dict(line.split() for line in done.stdout.splitlines())
    return (int(stat.get("total_rss") or stat["anon"]) + int(stat.get("total_shmem") or stat["shmem"])) / 1e6


class Memory(unittest.TestCase):
    def test(self):
        box = Lab(self.addCleanup, work_directory(self.addCleanup))
        print(f"a lab without a kernel: {megabytes(box):.0f} MB")
        for name in NOTEBOOKS:
            notebook = json.loads(box.exec("cat", f"/work/notebooks/{name}.ipynb").stdout)
            cells = ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code"]
            peak, done = 0, threading.Event()
            running = threading.Thread(target=lambda: (box.run(*cells), done.set()))
            running.start()
            while not done.wait(0.3) and running.is_alive():
                peak = max(peak, megabytes(box))
            running.join()
            print(f"{name}: at most {peak:.0f} MB while it runs, {megabytes(box):.0f} MB afterwards, "
                  f"with one kernel more than before", flush=True)


if __name__ == "__main__":
    unittest.main()
