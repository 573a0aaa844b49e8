"""A kernel "Go (lclass)" as the client of Jupyter starts and asks it, for tests."""
import os
import signal
import time
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty

from jupyter_client.manager import KernelManager

SPEC = Path(__file__).resolve().parent / "share" / "jupyter"
os.environ["JUPYTER_PATH"] = str(SPEC)

# A computer twenty times slower is in time.
PATIENCE = 1200


@dataclass
class Result:
    stdout: str = ""
    stderr: str = ""
    error: str = ""  # what the notebook shows of an error
    html: str = ""
    status: list[str] = field(default_factory=list)


class Kernel:
    def __init__(self, cwd=None, stderr=None, **env):
        """Starts a kernel with more variables in its environment."""
        self.manager = KernelManager(kernel_name="lclass")
        self.manager.start_kernel(cwd=cwd, stderr=stderr, env={**os.environ, **env})
        self.connect()

    def connect(self):
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=PATIENCE)

    @property
    def pid(self):
        return self.manager.provisioner.process.pid

    def start(self, code):
        """Has a cell run, and returns its ID."""
        return self.client.execute(code)

    def finish(self, cell, timeout=PATIENCE):
        """Returns what came of a cell once it has ended."""
        result = Result()
        end = time.monotonic() + timeout
        while True:
            try:
                if time.monotonic() > end:
                    raise Empty  # also while messages come without an end
                message = self.client.get_iopub_msg(timeout=max(0.01, end - time.monotonic()))
            except Empty:
                raise TimeoutError(f"the cell runs after {timeout} s") from None
            if message["parent_header"].get("msg_id") != cell:
                continue
            content = message["content"]
            match message["msg_type"]:
                case "stream":
                    setattr(result, content["name"], getattr(result, content["name"]) + content["text"])
                case "error":
                    result.error += "\n".join(content["traceback"]) or content["evalue"]
                case "display_data" | "execute_result":
                    result.html += content["data"].get("text/html", "")
                case "status":
                    result.status.append(content["execution_state"])
                    if content["execution_state"] == "idle":
                        return result

    def run(self, code, timeout=PATIENCE):
        return self.finish(self.start(code), timeout)

    def printed(self, cell, text):
        """Waits until a cell prints a text."""
        while True:
            message = self.client.get_iopub_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") == cell and text in message["content"].get("text", ""):
                return

    def replies(self, cells):
        """The status of the answer to each cell."""
        answers = {}
        while not all(cell in answers for cell in cells):
            message = self.client.get_shell_msg(timeout=PATIENCE)
            answers[message["parent_header"].get("msg_id")] = message["content"].get("status")
        return [answers[cell] for cell in cells]

    def ask(self, send, code, cursor=None):
        """Sends a request such as client.complete; returns the answer and its seconds."""
        start = time.monotonic()
        asked = send(code, cursor_pos=len(code) if cursor is None else cursor)
        while True:
            message = self.client.get_shell_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") == asked:
                return message["content"], time.monotonic() - start

    def complete(self, code, cursor=None):
        return self.ask(self.client.complete, code, cursor)

    def interrupt(self):
        self.manager.interrupt_kernel()

    def restart(self):
        self.client.stop_channels()
        self.manager.restart_kernel(now=False)
        self.connect()

    def kill(self):
        """Kills the kernel as the computer does when memory runs out."""
        os.kill(self.pid, signal.SIGKILL)
        self.manager.provisioner.process.wait()
        self.client.stop_channels()
        self.manager.cleanup_resources()

    def shutdown(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=False)


def marked(mark):
    """The processes with a variable, NAME=value, in their environment, by number."""
    found = {}
    for directory in Path("/proc").iterdir():
        if not directory.name.isdigit():
            continue
        try:
            if mark.encode() in (directory / "environ").read_bytes().split(b"\0"):
                found[int(directory.name)] = (directory / "cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
        except OSError:  # it has ended, or is of somebody else
            pass
    return found
