#!/usr/bin/python3
"""Writes the embedded data sets from scikit-learn and R.

Needs Debian's python3-sklearn and r-base-core; run in this directory. The
output is the same on every run.
"""

import csv
import gzip
import io
import struct
import subprocess

import numpy as np
from sklearn.datasets import load_digits, load_iris


def from_r(expression):
    """Returns the rows of an R data frame, the header first."""
    code = f"write.csv({expression}, row.names = FALSE, quote = FALSE)"
    out = subprocess.run(["Rscript", "--vanilla", "-e", code], check=True, capture_output=True, text=True)
    return list(csv.reader(io.StringIO(out.stdout)))


def write_csv(name, rows):
    with open(name, "w", newline="") as f:
        csv.writer(f, lineterminator="\n").writerows(rows)


def write_idx(name, array):
    array = np.ascontiguousarray(array, dtype=np.uint8)
    header = struct.pack(">HBB", 0, 8, array.ndim) + struct.pack(f">{array.ndim}I", *array.shape)
    with open(name, "wb") as f:
        f.write(gzip.compress(header + array.tobytes(), 9, mtime=0))


def iris():
    sk = load_iris()
    r = from_r("datasets::iris")[1:]
    rows = [[f"{v:.1f}" for v in x] + [sk.target_names[t]] for x, t in zip(sk.data, sk.target)]
    same = [[float(v) for v in row[:4]] + [row[4]] for row in rows] == [
        [float(v) for v in row[:4]] + [row[4]] for row in r
    ]
    if not same:
        raise SystemExit("iris differs between scikit-learn and R")
    write_csv("iris.csv", [["sepal_length", "sepal_width", "petal_length", "petal_width", "species"]] + rows)


def digits():
    sk = load_digits()
    if not np.array_equal(sk.images, sk.images.astype(np.uint8)):
        raise SystemExit("the digits are no bytes")
    write_idx("digits-images-idx3-ubyte.gz", sk.images)
    write_idx("digits-labels-idx1-ubyte.gz", sk.target)


def titanic():
    write_csv("titanic-table.csv", from_r("as.data.frame(datasets::Titanic)"))


iris()
digits()
titanic()
