"""Plays a class that works in its notebooks, careless and in a hurry, and looks whether
the kernels bear it.

usage: soak.py [-for 5m] [-kernels 10] [-seed 1]

Each student runs cells of the notebooks and cells that should not be run, interrupts,
presses Tab, restarts and loses the kernel to SIGKILL. It fails if a kernel is stuck,
if a process or a directory is left, or if the memory of the kernels grows.
"""
import argparse
import json
import os
import random
import re
import statistics
import tempfile
import threading
import time
import uuid
from pathlib import Path

from client import Kernel, marked

ROOT = Path(__file__).resolve().parent.parent

# A cell of the notebooks that runs longer is interrupted.
CELL = 60
# A kernel that takes longer for the least cell is stuck.
STUCK = 600

IMPORTS = 'import (\n"fmt"\n"os"\n"os/exec"\n"os/signal"\n"strings"\n"syscall"\n"time"\n)\n'

# What was seen in classes, and worse.
HOSTILE = {
    "endless loop": "%%\nfor {\n}",
    "endless output": '%%\nfor {\nfmt.Println(strings.Repeat("x", 1000))\n}',
    "deaf to interrupts": "%%\nsignal.Ignore(syscall.SIGINT)\nfor {\n}",
    "children with the output": '%%\nc := exec.Command("sh", "-c", "sleep 1001 & sleep 1002")\nc.Stdout = os.Stdout\nc.Run()',
    "a child that leaves": '%%\nc := exec.Command("setsid", "-f", "sleep", "1003")\nc.Stdout = os.Stdout\nc.Run()',
    "children of the shell": "!sleep 1004 & sleep 1005",
    "memory": "%%\nvar all [][]byte\nfor i := 0; i < 300; i++ {\nb := make([]byte, 1<<20)\nfor j := range b {\nb[j] = 1\n}\nall = append(all, b)\n}\nfmt.Println(len(all))",
    "killed": "%%\nsyscall.Kill(os.Getpid(), syscall.SIGKILL)",
    "exit": "%%\nos.Exit(3)",
    "panic": '%%\ngo panic("no")\ntime.Sleep(time.Second)',
    "deadlock": "%%\nselect {}",
    "input": "%%\nvar x int\nfmt.Scan(&x)\nfmt.Println(x)",
    "input of the shell": "!cat",
    "twice %%": '%%\nfmt.Println(1)\n%%\nfmt.Println(2)',
    "no command": "!  ",
    "no program": "%%script",
    "no %%": 'fmt.Println("a")',
    "no such name": "%%\nfmt.Println(nowhere)",
    "no such package": 'import "example.org/missing"\n\n%%\nmissing.Run()',
    "half a cell": "%%\nfor i := 0; i < ",
    "CRLF": "%%\r\nfmt.Println(1)\r\n",
    "removed": '%%\nos.RemoveAll(os.Getenv("TMPDIR"))',
    "nothing": "",
}


def notebooks():
    """The cells of each notebook."""
    found = []
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text())["cells"]
        found.append(["".join(c["source"]) for c in cells if c["cell_type"] == "code"])
    return found


def resident(pid):
    """The memory of a process, in MB."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    match = re.search(r"VmRSS:\s+(\d+) kB", text)
    return int(match[1]) / 1024 if match else 0


class Student(threading.Thread):
    def __init__(self, lab, number):
        super().__init__(name=f"student {number}")
        self.lab = lab
        self.random = random.Random(lab.seed * 1000 + number)
        self.did = "started"

    def run(self):
        try:
            self.begin()
            while time.monotonic() < self.lab.end and not self.lab.failures:
                self.act()
            self.did = "shutdown"
            self.kernel.shutdown()
        except Exception as e:  # a thread must not end unseen
            self.lab.failures.append(f"{self.name}, {self.did}: {type(e).__name__}: {e}")

    def begin(self):
        self.kernel = Kernel(cwd=self.lab.work, **self.lab.env)
        self.kernel.run(IMPORTS, STUCK)
        self.page = None

    def act(self):
        what = self.random.choices(
            [self.read, self.harm, self.tab, self.restart, self.kill], [60, 25, 10, 3, 2])[0]
        self.did = what.__name__
        what()
        self.lab.count(self.did)
        self.did += ", then the least cell"
        said = self.kernel.run('%%\nfmt.Println("alive")', STUCK)
        if said.stdout != "alive\n":
            # What a page or a harmful cell declared may stand in the way of all cells.
            self.kernel.run("%reset", STUCK)
            self.page = None
            said = self.kernel.run(IMPORTS + '\n%%\nfmt.Println("alive")', STUCK)
        if said.stdout != "alive\n":
            raise AssertionError(f"the least cell says {said}")
        self.lab.weigh(self.kernel.pid)

    def do(self, code, seconds):
        cell = self.kernel.start(code)
        try:
            return self.kernel.finish(cell, seconds)
        except TimeoutError:
            self.kernel.interrupt()
            return self.kernel.finish(cell, STUCK)

    def read(self):
        """Reads on in a notebook."""
        if not self.page:
            self.page = list(self.random.choice(self.lab.pages))
        self.do(self.page.pop(0), CELL)

    def harm(self):
        name = self.random.choice(list(HOSTILE))
        self.did = name
        self.do(HOSTILE[name], self.random.uniform(1, 5))
        self.lab.count(f"  {name}")

    def tab(self):
        _, seconds = self.kernel.complete("%%\nfmt.Pri")
        self.lab.tabs.append(seconds)

    def restart(self):
        self.kernel.restart()
        self.kernel.run(IMPORTS, STUCK)
        self.page = None

    def kill(self):
        if self.random.random() < 0.5:
            self.kernel.start("%%\nfor {\n}")
        self.kernel.kill()
        self.begin()


class Lab:
    def __init__(self, seconds, kernels, seed, directory):
        self.seed = seed
        self.work = Path(directory, "work")
        self.work.mkdir()
        self.temporary = Path(directory, "tmp")
        self.temporary.mkdir()
        self.mark = f"LCLASS_SOAK={uuid.uuid4()}"
        name, value = self.mark.split("=")
        self.env = {name: value, "TMPDIR": str(self.temporary), "LCLASS_OFFLINE": "1"}
        self.pages = notebooks()
        self.failures, self.tabs, self.weights, self.counts = [], [], [], {}
        self.lock = threading.Lock()
        self.start = time.monotonic()
        self.end = self.start + seconds
        self.students = [Student(self, n) for n in range(kernels)]

    def count(self, what):
        with self.lock:
            self.counts[what] = self.counts.get(what, 0) + 1

    def weigh(self, pid):
        """Notes the memory of a kernel: lclass-kernel and gonb, without gopls and cells."""
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        own = [c for c in children if Path(f"/proc/{c}/comm").read_text() == "gonb\n"]
        self.weights.append((time.monotonic() - self.start, sum(map(resident, [pid, *own]))))

    def run(self):
        for s in self.students:
            s.start()
        for s in self.students:
            s.join(max(0, self.end - time.monotonic()) + 3 * STUCK)
            if s.is_alive():
                self.failures.append(f"{s.name} hangs: {s.did}")
        if not self.failures:
            self.after()
        self.report()
        return not self.failures

    def after(self):
        """What must hold when all have gone."""
        Kernel(cwd=self.work, **self.env).shutdown()  # sweeps what was left by SIGKILL
        end = time.monotonic() + 60
        while (left := marked(self.mark)) and time.monotonic() < end:
            time.sleep(0.5)
        if left:
            self.failures.append(f"processes are left: {left}")
        if left := os.listdir(self.temporary):
            self.failures.append(f"directories are left: {left}")
        before, later = self.quarter(1), self.quarter(3)
        if later > 1.5 * before + 20:
            self.failures.append(f"the memory of a kernel grew from {before:.0f} to {later:.0f} MB")

    def quarter(self, n):
        """The median memory of a kernel in a quarter of the time, counted from 0."""
        length = (self.weights[-1][0] - self.weights[0][0]) / 4
        within = [w for t, w in self.weights if n <= (t - self.weights[0][0]) / length < n + 1 + 1e-9]
        return statistics.median(within or [0])

    def report(self):
        minutes = (time.monotonic() - self.start) / 60
        print(f"{len(self.students)} kernels, {minutes:.1f} minutes, seed {self.seed}")
        for what in sorted(self.counts):
            print(f"{self.counts[what]:6} {what}")
        if self.weights:
            print(f"a kernel takes {self.quarter(0):.0f}, {self.quarter(1):.0f}, {self.quarter(2):.0f}, {self.quarter(3):.0f} MB in the four quarters of the time")
        if self.tabs:
            print(f"Tab: median {statistics.median(self.tabs):.2f} s, longest {max(self.tabs):.2f} s")
        for failure in self.failures:
            print("FAILED:", failure)


def seconds(text):
    match = re.fullmatch(r"(\d+)([smh])", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text}: write 90s, 5m or 1h")
    return int(match[1]) * {"s": 1, "m": 60, "h": 3600}[match[2]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("-for", dest="seconds", type=seconds, default=3600, metavar="TIME", help="such as 90s, 5m or 1h; an hour if not given")
    parser.add_argument("-kernels", type=int, default=10)
    parser.add_argument("-seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="soak-") as directory:
        fine = Lab(options.seconds, options.kernels, options.seed, directory).run()
    if not fine:
        os._exit(1)  # also where a student hangs


if __name__ == "__main__":
    main()
