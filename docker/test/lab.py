"""Labs in containers, for the tests. DOCKER names the client, IMAGE the image."""
import http.client
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import uuid
from pathlib import Path

DOCKER = os.environ.get("DOCKER", "docker")
IMAGE = os.environ.get("IMAGE", "linclass-lab")
USER = os.getuid() or 1000
PATIENCE = 3600  # seconds for what takes less than a minute on a quiet computer
CELLS = Path(__file__).with_name("cells.py")

# As README.md says, but for the network.
OPTIONS = """--read-only --tmpfs /tmp:exec,size=1g --cap-drop ALL --security-opt no-new-privileges
    --memory 2g --memory-swap 2g --cpus 2 --pids-limit 512""".split()

# Carries one connection from standard input and output into the container.
RELAY = """
import os, socket, threading
s = socket.create_connection(("127.0.0.1", 8888))
def out():
    while data := s.recv(65536):
        while data:
            data = data[os.write(1, data):]
    os._exit(0)
threading.Thread(target=out).start()
while data := os.read(0, 65536):
    s.sendall(data)
os._exit(0)
"""


# Presses Tab in a kernel until gopls, which first reads what the cell imports, knows names.
TAB = """
import os, sys
from jupyter_client import BlockingKernelClient
client = BlockingKernelClient(connection_file=f"{os.environ['JUPYTER_RUNTIME_DIR']}/kernel-{sys.argv[1]}.json")
client.load_connection_file()
client.start_channels()
pressed = names = 0
while not names:
    reply = client.complete('import "linclass/lclass"\\n\\n%%\\nlclass.S', reply=True, timeout=1200)
    pressed, names = pressed + 1, len(reply["content"]["matches"])
print(f"{names} names at the press number {pressed}")
"""


def docker(*args, check=True, text=True, **kwargs):
    done = subprocess.run([DOCKER, *map(str, args)], capture_output=True, text=text, timeout=PATIENCE, **kwargs)
    if check and done.returncode:
        raise AssertionError(f"docker {' '.join(map(str, args))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def publishes():
    """Whether the engine can publish ports. That of ci/engine.sh may have no network."""
    return docker("network", "inspect", "bridge", check=False).returncode == 0


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def work_directory(cleanup, uid=USER):
    """An empty directory for a student's files, which goes in the end."""
    temp = tempfile.mkdtemp(prefix="lab-")
    if os.getuid() == 0:
        os.chown(temp, uid, uid)
    elif os.getuid() != uid:
        os.chmod(temp, 0o777)
    cleanup(shutil.rmtree, temp, ignore_errors=True)  # but for what another user has made
    cleanup(docker, "run", "--rm", "--network", "none", "--user", "0", "-v", f"{temp}:/gone", "--entrypoint", "rm", IMAGE,
            "-rf", "/gone/notebooks", "/gone/assignments", "/gone/.lab", check=False)
    return Path(temp)


class Lab:
    """A container in which JupyterLab runs; it is gone in the end. It has no network,
    and the tests come in through docker exec, unless its port is to be published and
    the engine can do that."""

    def __init__(self, cleanup, work, *options, uid=USER, args=(), publish=False):
        self.name = f"linclass-test-{uuid.uuid4().hex[:8]}"
        self.token = uuid.uuid4().hex
        self.connection = self.cookie = self.published = None
        network = ["--network", "none"]
        if publish and publishes():
            self.published = free_port()
            network = ["--publish", f"127.0.0.1:{self.published}:8888"]
        start = time.monotonic()
        cleanup(docker, "rm", "-f", self.name, check=False)
        mounted = ["-v", f"{work}:/work"] if work and f"{work}:/work:ro" not in options else []
        docker("run", "-d", "--name", self.name, *network, *OPTIONS, "--user", f"{uid}:{uid}", *mounted,
               "-e", f"JUPYTER_TOKEN={self.token}", *options, IMAGE, *args)
        while self.exec("python3", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8888/api')", check=False).returncode:
            if self.state("Status") != "running":
                raise AssertionError(f"the lab ended:\n{self.logs()}")
            if time.monotonic() - start > PATIENCE:
                raise AssertionError(f"the lab does not answer:\n{self.logs()}")
        self.seconds = time.monotonic() - start

    def exec(self, *args, **kwargs):
        return docker("exec", "-i", self.name, *args, **kwargs)

    def logs(self):
        done = docker("logs", self.name)
        return done.stdout + done.stderr

    def state(self, name):
        return json.loads(docker("inspect", self.name, "--format", "{{json .State}}").stdout).get(name)

    def run(self, *cells):
        """Runs cells in a new kernel and returns what came of each."""
        done = self.exec("python3", "-", self.token, *cells, input=CELLS.read_text(encoding="utf-8"))
        return [json.loads(line) for line in done.stdout.splitlines()]

    def tab(self, kernel):
        """Completes a name in a kernel, and returns how often it had to ask."""
        return self.exec("python3", "-", kernel, input=TAB).stdout.strip()

    def port(self):
        """A port of this computer that leads to the lab: the published one, or one like it."""
        if self.published:
            return self.published
        listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, args=[listener], daemon=True).start()
        return listener.getsockname()[1]

    def _accept(self, listener):
        while True:
            connection, _ = listener.accept()
            with connection:
                subprocess.Popen([DOCKER, "exec", "-i", self.name, "python3", "-c", RELAY],
                                 stdin=connection, stdout=connection, stderr=subprocess.DEVNULL)

    def request(self, path, method="GET", body=None, token=True, **headers):
        """Status and answer of the lab's server, over one connection."""
        if not self.connection:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port(), timeout=PATIENCE)
        if token:
            headers["Authorization"] = f"token {self.token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body)
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        if cookies := answer.headers.get_all("Set-Cookie"):
            self.cookie = "; ".join(cookie.split(";")[0] for cookie in cookies)
        return answer.status, answer.read()
