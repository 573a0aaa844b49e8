"""Runs warm cells of the kernel "Go (lclass)" and says how long they take.

    python3 cells.py COUNT

writes the seconds of COUNT cells that print and of as many that draw, in turn,
as JSON. Each cell has a text of its own, as cells have that somebody writes.
"""

import json
import sys
import time

from jupyter_client.manager import start_new_kernel

IMPORTS = """import (
    "fmt"

    "linclass/datasets"
    "linclass/lclass"
    "linclass/plots"
)"""
PRINT = '%%\nfmt.Println("cell", {})'
PLOT = """%%
d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{{Target: "species"}}))
plots.Show(plots.Scatter(d).Title("cell {}"))"""


def run(client, code):
    start = time.perf_counter()
    shown = []
    reply = client.execute_interactive(code, timeout=120, output_hook=lambda m: shown.append(m["header"]["msg_type"]))
    seconds = time.perf_counter() - start
    if reply["content"]["status"] != "ok" or not {"stream", "display_data"} & set(shown):
        sys.exit(f"a cell failed or showed nothing:\n{code}\n{reply['content']}")
    return seconds


def main():
    manager, client = start_new_kernel(kernel_name="lclass", startup_timeout=120)
    try:
        client.execute_interactive(IMPORTS, timeout=120, output_hook=lambda _: None)
        seconds = {"print": [], "plot": []}
        for i in range(int(sys.argv[1]) + 1):
            for name, code in [("print", PRINT), ("plot", PLOT)]:
                seconds[name].append(run(client, code.format(i)))
        print(json.dumps({name: s[1:] for name, s in seconds.items()}))  # the first are not warm
    finally:
        client.stop_channels()
        manager.shutdown_kernel()


main()
