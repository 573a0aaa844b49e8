"""Tests what README.md promises of the image."""
import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import tarfile
import threading
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path

import lab
from lab import Lab, docker, work_directory

ROOT = Path(__file__).resolve().parents[2]
MEGABYTES = 1500
PLOT = """
import (
	"linclass/datasets"
	"linclass/plots"
)

%%
plots.Show(plots.Scatter(datasets.TwoGaussians(100, 1)))
"""
START = "/lab/tree/notebooks/lab.ipynb"  # what opens first
ENDLESS = 'import "time"\n\n%%\nfor {\n\ttime.Sleep(time.Millisecond)\n}\n'


def say(text):
    print(f"image: {text}", flush=True)


class FirstCell(unittest.TestCase):
    """Nothing that a cell needs is compiled in the lab."""

    def test_plot(self):
        box = Lab(self.addCleanup, work_directory(self.addCleanup))
        kernel, plot = box.run(PLOT)
        self.assertEqual(plot["status"], "ok", plot)
        self.assertIn("image/png", plot["types"])
        say(f"the lab answers after {box.seconds:.1f} s, its kernel is ready {kernel['seconds']:.1f} s later, "
            f"the first cell with a figure takes {plot['seconds']:.2f} s")
        archives = box.exec("sh", "-c", "find $GOCACHE -type f | xargs grep -l '^!<arch>'").stdout.split()
        self.assertEqual(len(archives), 1, "more was compiled than the cell")

    def test_cache_is_as_warm_after_a_term(self):
        box = Lab(self.addCleanup, work_directory(self.addCleanup))
        links = "find $GOCACHE -type l | wc -l"
        before = box.exec("sh", "-c", links).stdout
        # Go looks for what is old only once a day, and says so in this file.
        stale = "$GOCACHE/00/" + "0" * 64 + "-d"
        box.exec("sh", "-c", f"echo 0 >$GOCACHE/trim.txt; touch -d '6 days ago' {stale}")
        _, plot = box.run(PLOT)
        self.assertEqual(plot["status"], "ok", plot)
        self.assertNotEqual(box.exec("sh", "-c", f"ls {stale}", check=False).returncode, 0, "Go did not look for old files, so this tests nothing")
        self.assertEqual(box.exec("sh", "-c", links).stdout, before)


class Memory(unittest.TestCase):
    def test_no_second_gopls(self):
        """Go's telemetry would start it, to watch over the first."""
        box = Lab(self.addCleanup, work_directory(self.addCleanup))
        kernel, _ = box.run(PLOT)
        box.tab(kernel["kernel"])  # it is past its start
        for _ in range(lab.PATIENCE):
            names = box.exec("sh", "-c", "cat /proc/[0-9]*/comm").stdout.split()
            if names.count("gopls") == 1:
                return
            time.sleep(1)  # what gopls starts has its name for a moment
        self.fail(names)


class Users(unittest.TestCase):
    def test_any_user(self):
        for uid in (1234, lab.USER):
            work = work_directory(self.addCleanup, uid)
            box = Lab(self.addCleanup, work, uid=uid)
            self.assertEqual(box.exec("id", "-u").stdout.strip(), str(uid))
            _, plot = box.run(PLOT)
            self.assertEqual(plot["status"], "ok", plot)
            self.assertEqual((work / "notebooks/lab.ipynb").stat().st_uid, uid)

    def test_nothing_can_be_written_but_work_and_tmp(self):
        box = Lab(self.addCleanup, work_directory(self.addCleanup))
        mounts = [line.split() for line in box.exec("cat", "/proc/mounts").stdout.splitlines()]
        writable = [m[1] for m in mounts if "rw" in m[3].split(",") and m[2] not in ("proc", "sysfs", "devpts", "mqueue")]
        found = box.exec("sh", "-c", "for d; do [ ! -d $d ] || [ ! -w $d ] || echo $d; done", "-", *writable).stdout.split()
        self.assertEqual(set(found) - {"/dev/shm"}, {"/tmp", "/work"})

    def test_says_what_is_wrong(self):
        for options in ([], ["--tmpfs", "/tmp"]):
            done = docker("run", "--rm", "--network", "none", "--read-only", *options, lab.IMAGE, check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("--tmpfs /tmp:exec", done.stderr)


class Work(unittest.TestCase):
    """The lab starts with any work directory, and says what is odd in it."""

    def warnings(self, work, *options, **kwargs):
        box = Lab(self.addCleanup, work, *options, **kwargs)
        there = all(box.request(path)[0] == 200 for path in ("/api/contents/notebooks", "/lab/api/settings", "/lab/api/workspaces"))
        lines = [line for line in box.logs().splitlines() if line.startswith("lab: ")]
        docker("rm", "-f", box.name)
        return lines, there

    def test_odd(self):
        def directory(path):
            path.mkdir(parents=True)
            os.chown(path, lab.USER, lab.USER)

        def file(path):
            path.write_text("mine", encoding="utf-8")

        def foreign(path):
            path.mkdir()
            path.chmod(0o700)  # of the one who runs the tests

        for name, make, warnings in [
            ("notebooks/lab.ipynb", directory, ["notebooks/lab.ipynb is a directory"]),
            ("notebooks/lab.ipynb", os.mkfifo, ["notebooks/lab.ipynb is a pipe"]),
            ("notebooks", file, ["notebooks: "]),
            (".lab", file, ["/work/.lab", ".lab/given.json"]),
            (".lab", foreign, ["/work/.lab", ".lab/given.json"]),
            (".lab/settings", file, ["/work/.lab"]),
            (".lab/workspaces", file, ["/work/.lab"]),
        ]:
            if make is foreign and os.getuid() == lab.USER:
                continue
            with self.subTest(name=name, make=make):
                work = work_directory(self.addCleanup)
                (work / name).parent.mkdir(exist_ok=True)
                os.chown((work / name).parent, lab.USER, lab.USER)
                make(work / name)
                self.addCleanup(lambda path: path.is_dir() and path.rmdir(), work / name)
                before = os.lstat(work / name).st_ino
                lines, there = self.warnings(work)
                self.assertEqual(len(lines), len(warnings), lines)
                for line, want in zip(lines, warnings):
                    self.assertIn(want, line)
                self.assertTrue(there)
                self.assertEqual(os.lstat(work / name).st_ino, before)

    def test_nothing_can_be_written(self):
        work = work_directory(self.addCleanup)
        (work / "mine.ipynb").write_text("{}", encoding="utf-8")
        for options, uid in [(["-v", f"{work}:/work:ro"], lab.USER), ([], 1234)]:
            with self.subTest(options=options, uid=uid):
                lines, there = self.warnings(work, *options, uid=uid)
                self.assertEqual(len(lines), 1, lines)
                self.assertIn("--user", lines[0])
                self.assertTrue(there)
        self.assertEqual([path.name for path in work.iterdir()], ["mine.ipynb"])

    def test_full(self):
        lines, there = self.warnings(None, "--mount", "type=tmpfs,destination=/work,tmpfs-size=16384,tmpfs-mode=1777")
        self.assertEqual(len(lines), 3, lines)  # the settings, two folders
        self.assertTrue(there)


class Server(unittest.TestCase):
    def test_who_may_ask(self):
        box = Lab(self.addCleanup, work_directory(self.addCleanup))
        box.request("/lab?token=" + box.token, token=False, Host="127.0.0.1:8888")
        own = "http://127.0.0.1:8888"
        page = {"token": False, "Host": "127.0.0.1:8888", "Referer": own + "/lab", "Cookie": box.cookie}
        for status, what, options in [
            (200, "a program with the token", {}),
            (403, "a program without", {"token": False}),
            (403, "a page whose name was made to lead here", {"Host": "attacker.example"}),
            (200, "the lab's own page, with its cookie", {**page, "Origin": own}),
            (404, "another page, with the lab's cookie", {**page, "Origin": "http://attacker.example"}),
        ]:
            with self.subTest(what):
                got, _ = box.request("/api/contents", **options)
                self.assertEqual(got, status)

    def test_asks_for_a_token_of_its_own(self):
        box = Lab(self.addCleanup, work_directory(self.addCleanup), "-e", "JUPYTER_TOKEN=")
        self.assertRegex(box.logs(), rf"http://127\.0\.0\.1:8888{START}\?token=[0-9a-f]{{48}}")

    def test_health(self):
        box = Lab(self.addCleanup, work_directory(self.addCleanup), "--health-interval", "1s")
        self.wait(box, "healthy")
        box.exec("sh", "-c", "for p in /proc/[0-9]*; do ! grep -q jupyter[-]lab $p/cmdline || kill -STOP ${p#/proc/}; done")
        self.wait(box, "unhealthy")

    def wait(self, box, status):
        for _ in range(lab.PATIENCE):
            if box.state("Health")["Status"] == status:
                return
            time.sleep(1)
        self.fail(f"the lab is {box.state('Health')}, not {status}")

    def test_stops_when_asked_to(self):
        box = Lab(self.addCleanup, work_directory(self.addCleanup))
        endless = start_loop(box)
        start = time.monotonic()
        docker("stop", "-t", lab.PATIENCE - 60, box.name)  # and would kill it then
        seconds = time.monotonic() - start
        endless.join()
        say(f"with a cell that does not end, the lab stops {seconds:.1f} s after SIGTERM")
        self.assertEqual(box.state("ExitCode"), 0, box.logs())


class Published(unittest.TestCase):
    """docker/run.sh, with a port of this computer."""

    def setUp(self):
        if not lab.publishes():
            self.skipTest("this engine has no network to publish a port in")
        self.work = work_directory(self.addCleanup)
        self.port = lab.free_port()

    def start(self):
        """run.sh in a process group of its own, and the address that it prints."""
        environment = dict(os.environ, DOCKER=lab.DOCKER, IMAGE=lab.IMAGE, WORK=str(self.work), PORT=str(self.port))
        process = subprocess.Popen([ROOT / "docker/run.sh"], env=environment, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True, start_new_session=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(docker, "rm", "-f", f"linclass-{self.port}", check=False)
        said = ""
        for line in process.stdout:
            said += line
            if found := re.search(r"http://\S+", line):
                self.assertRegex(found[0], rf"^http://127\.0\.0\.1:{self.port}{START}\?token=[0-9a-f]{{48}}$")
                return process, found[0]
        self.fail(f"no address is printed:\n{said}")

    def test_run(self):
        process, address = self.start()
        self.assertIn(b"jupyter-config-data", read(address))
        server, _, token = address.partition(f"{START}?token=")
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{server}/api/contents")
        self.assertEqual(refused.exception.code, 403)

        # The same port of another address of this computer.
        other = docker("inspect", f"linclass-{self.port}", "--format", "{{.NetworkSettings.Networks.bridge.Gateway}}").stdout.strip()
        self.assertRegex(other, r"^[0-9.]+$")
        with self.assertRaises(OSError):
            socket.create_connection((other, self.port), timeout=lab.PATIENCE)

        headers = {"Authorization": f"token {token}", "Content-Type": "application/json"}
        body = json.dumps(notebook(1)).encode()
        urllib.request.urlopen(urllib.request.Request(f"{server}/api/contents/mine.ipynb", body, headers, method="PUT")).close()

        start = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)  # as Ctrl+C does
        process.wait(lab.PATIENCE)
        say(f"Ctrl+C ends a published lab in {time.monotonic() - start:.1f} s")
        self.assertNotIn(f"linclass-{self.port}", docker("ps", "--all", "--format", "{{.Names}}").stdout.split())
        self.assertEqual(json.loads((self.work / "mine.ipynb").read_text(encoding="utf-8"))["metadata"], {"number": 1})


def read(address):
    """The page, as soon as there is one: the address is printed a moment before."""
    for _ in range(5 * lab.PATIENCE):
        try:
            with urllib.request.urlopen(address) as page:
                return page.read()
        except OSError as error:  # not there, or no page
            answer = error
            time.sleep(0.2)
    raise AssertionError(f"{address}: {answer}")


def start_loop(box):
    """Runs an endless cell in a thread, and waits until the cell's own program is running."""
    def run():
        with contextlib.suppress(AssertionError):  # it may be told how the cell ends, or may not
            box.run(ENDLESS)
    endless = threading.Thread(target=run)
    endless.start()
    for _ in range(2 * lab.PATIENCE):
        if "gonb_" in box.exec("sh", "-c", "ls -l /proc/[0-9]*/exe 2>/dev/null", check=False).stdout:
            return endless
        time.sleep(0.5)
    raise AssertionError("no cell is running")


class Files(unittest.TestCase):
    def test_killed_while_it_saves_and_computes(self):
        work = work_directory(self.addCleanup)
        box = Lab(self.addCleanup, work)
        endless = start_loop(box)
        saved = -1

        def save():
            nonlocal saved
            for number in range(1_000_000):
                try:
                    status, _ = box.request("/api/contents/notebooks/mine.ipynb", "PUT", notebook(number))
                except (OSError, http.client.HTTPException):
                    return
                if status not in (200, 201):
                    return
                saved = number

        saving = threading.Thread(target=save)
        saving.start()
        while saved < 20 and saving.is_alive():
            time.sleep(0.01)
        docker("kill", box.name)
        saving.join()
        endless.join()
        box = Lab(self.addCleanup, work)
        status, answer = box.request("/api/contents/notebooks/mine.ipynb")
        self.assertEqual(status, 200)
        there = json.loads(answer)["content"]["metadata"]["number"]
        say(f"killed after {saved + 1} saves were acknowledged: the file is that of save {there + 1}")
        self.assertIn(there, (saved, saved + 1))

    def test_upgrade_keeps_what_was_changed(self):
        work = work_directory(self.addCleanup)
        docker("rm", "-f", Lab(self.addCleanup, work).name)
        mine, other = work / "notebooks/perceptron.ipynb", work / "notebooks/lab.ipynb"
        changed = json.loads(mine.read_text(encoding="utf-8"))
        changed["cells"][0]["source"] = "my own words"
        mine.write_text(json.dumps(changed), encoding="utf-8")

        course = work / "next"
        course.mkdir()
        for path in (mine, other):
            (course / path.name).write_text(json.dumps(changed | {"metadata": {"next": path.name}}), encoding="utf-8")
        Lab(self.addCleanup, work, "-v", f"{course}:/opt/linclass/notebooks:ro", "-e", "LAB_VERSION=2027-04-01")
        self.assertEqual(json.loads(mine.read_text(encoding="utf-8")), changed)
        beside = work / "notebooks/perceptron.2027-04-01.ipynb"
        self.assertEqual(beside.read_bytes(), (course / mine.name).read_bytes())
        self.assertEqual(other.read_bytes(), (course / other.name).read_bytes())


def notebook(number):
    cell = {"cell_type": "markdown", "id": "x", "metadata": {}, "source": "words " * 20_000}
    content = {"cells": [cell], "metadata": {"number": number}, "nbformat": 4, "nbformat_minor": 5}
    return {"type": "notebook", "format": "json", "content": content}


class Content(unittest.TestCase):
    def test_size(self):
        size = int(docker("image", "inspect", lab.IMAGE, "--format", "{{.Size}}").stdout) / 1e6
        say(f"{size:.0f} MB")
        self.assertLess(size, MEGABYTES)

    def test_data(self):
        done = docker("run", "--rm", "--network", "none", lab.IMAGE, "/opt/linclass/bin/lclass-data", "all", check=False)
        if done.returncode:
            self.skipTest("the image was built without MNIST and Titanic")

    def test_assignments(self):
        """Every assignment is released, and its checks run."""
        names = [path.parent.name for path in sorted(ROOT.glob("assignments/*/assignment.toml"))]
        box = Lab(self.addCleanup, work_directory(self.addCleanup))
        there = box.exec("sh", "-c", "cd /work/assignments && ls *.ipynb", check=False).stdout.split()
        self.assertEqual(there, [f"{name}.ipynb" for name in names])
        for name in names[:1]:
            notebook = json.loads(box.exec("cat", f"/work/assignments/{name}.ipynb").stdout)
            cells = ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code"]
            text = "".join(cell.get("text", "") for cell in box.run(*cells))
            self.assertIn("not implemented", text)
            self.assertIn("✗", text)

    def test_every_layer_keeps_answers_and_secrets_out(self):
        """Also what a later layer has removed."""
        forbidden = ("assignments/hidden", "assignments/lgrade", "mutants", ".git/", ".bash_history",
                     ".python_history", "usr/bin/sudo", "id_rsa", ".netrc", ".docker/config.json")
        marks = (b"BEGIN SOLUTION", b"PRIVATE KEY-----\nM")
        read = 0
        with subprocess.Popen([lab.DOCKER, "save", lab.IMAGE], stdout=subprocess.PIPE) as save, tarfile.open(fileobj=save.stdout, mode="r|") as image:
            for member in image:
                if not member.isfile():
                    continue
                try:
                    layer = tarfile.open(fileobj=image.extractfile(member), mode="r|*")
                except tarfile.ReadError:
                    continue  # a description of the image
                for file in layer:
                    read += 1
                    self.assertFalse([f for f in forbidden if f in file.name], file.name)
                    self.assertNotRegex(file.name, r"opt/linclass/assignments/\w+/.*\.ipynb$")
                    if file.isfile() and file.name.startswith("opt/linclass/") and "/bin/" not in file.name:
                        content = layer.extractfile(file).read()
                        for mark in marks:
                            self.assertNotIn(mark, content, file.name)
        self.assertGreater(read, 10_000)
        say(f"{read} files in the layers, none with answers or secrets")

    def test_no_program_gives_more_rights(self):
        found = docker("run", "--rm", "--network", "none", "--user", "0", "--entrypoint", "find", lab.IMAGE, "/", "-xdev", "-type", "f", "-perm", "/6000").stdout
        self.assertEqual(found, "")

    def test_history(self):
        history = docker("history", "--no-trunc", "--format", "{{.CreatedBy}}", lab.IMAGE).stdout
        environment = docker("image", "inspect", lab.IMAGE, "--format", "{{json .Config.Env}}").stdout
        self.assertNotRegex((history + environment).lower(), r"password|secret|jupyter_token|api_key|https?_proxy")


if __name__ == "__main__":
    unittest.main(verbosity=2)
