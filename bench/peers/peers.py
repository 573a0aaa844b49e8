"""Fits with scikit-learn, statsmodels and LIBLINEAR, and says how long it took.

Each line of the standard input is a request, a word and name=value pairs; each
line of the output an answer in JSON. Data are loaded before the clock starts
and stay for the next request.
"""

import ctypes
import functools
import json
import math
import os
import sys
import time
import warnings

import numpy as np


@functools.cache
def table(x, t, d, scale=1):
    """The rows as float64 in C order, and their classes."""
    kind = np.uint8 if x.endswith(".u8") else np.float64
    rows = np.fromfile(x, kind).reshape(-1, d)
    if kind is np.uint8:
        rows = rows / scale
    return rows, np.fromfile(t, np.uint8).astype(np.int64)


def timed(fit):
    start = time.perf_counter()
    result = fit()
    return result, time.perf_counter() - start


def answer(model, seconds, **more):
    iterations = getattr(model, "n_iter_", 0)
    return {
        "seconds": seconds,
        "w": model.coef_.tolist(),
        "b": model.intercept_.tolist(),
        "iterations": int(np.max(iterations)),
        **more,
    }


class Watch:
    """Notes the objective after each iteration of L-BFGS, and how often it was
    computed until then, which scikit-learn has no way to tell. At W = 0 the mean
    loss of K classes is log K."""

    def __init__(self, classes):
        self.classes, self.seconds, self.values = classes, [], []
        self.calls, self.passes = 0, []

    def __enter__(self):
        import scipy.optimize

        self.minimize = scipy.optimize.minimize
        scipy.optimize.minimize = self.watched
        self.start = time.perf_counter()
        return self

    def __exit__(self, *_):
        import scipy.optimize

        scipy.optimize.minimize = self.minimize
        first = self.values[0] if self.values else 1
        self.values = [v / first * math.log(self.classes) for v in self.values]

    def note(self, *_):
        self.seconds.append(time.perf_counter() - self.start)
        self.values.append(self.latest)
        self.passes.append(self.calls)

    def watched(self, fun, x0, args=(), **options):
        def remembering(*a):
            value, gradient = fun(*a)
            self.latest, self.calls = value, self.calls + 1
            if not self.values:
                self.note()
            return value, gradient

        return self.minimize(remembering, x0, args=args, callback=self.note, **options)


def softmax_l2(x, t, d, lam, max_iter):
    from sklearn.linear_model import LogisticRegression

    rows, classes = table(x, t, d, 255)
    model = LogisticRegression(C=1 / (len(classes) * lam), max_iter=max_iter)
    with Watch(len(set(classes))) as watch:
        _, seconds = timed(lambda: model.fit(rows, classes))
    curve = {"seconds": watch.seconds, "values": watch.values, "passes": watch.passes}
    return answer(model, seconds, passes=watch.calls, curve=curve)


def softmax_l1(x, t, d, lam, max_iter):
    from sklearn.linear_model import LogisticRegression

    rows, classes = table(x, t, d, 255)
    model = LogisticRegression(
        penalty="l1", solver="saga", C=1 / (len(classes) * lam), max_iter=max_iter, tol=1e-12, random_state=1
    )
    return answer(*timed(lambda: model.fit(rows, classes)), passes=max_iter)


def logistic(x, t, d, solver):
    from sklearn.linear_model import LogisticRegression

    rows, classes = table(x, t, d)
    model = LogisticRegression(penalty=None, solver=solver, max_iter=1000)
    with Watch(2) as watch:  # it sees nothing of newton-cholesky
        _, seconds = timed(lambda: model.fit(rows, classes))
    return answer(model, seconds, passes=watch.calls)


def statsmodels(x, t, d):
    import statsmodels.api as sm

    rows, classes = table(x, t, d)
    design, y = with_constant(x, t, d), classes.astype(float)

    def fit():
        result = sm.Logit(y, design).fit(method="newton", maxiter=100, disp=0)
        return result, result.bse

    (result, errors), seconds = timed(fit)
    return {
        "seconds": seconds,
        "w": [result.params[1:].tolist()],
        "b": [result.params[0]],
        "errors": errors.tolist(),
        "iterations": result.mle_retvals["iterations"],
    }


@functools.cache
def with_constant(x, t, d):
    rows, _ = table(x, t, d)
    return np.column_stack([np.ones(len(rows)), rows])


def perceptron(x, t, d, positive, epochs):
    from sklearn.linear_model import Perceptron

    rows, classes = table(x, t, d, 255)
    y = (classes == positive).astype(int)
    model = Perceptron(max_iter=epochs, tol=None, shuffle=False, early_stopping=False)
    return answer(*timed(lambda: model.fit(rows, y)))


def grid(x, t, d, n, folds, lambdas, max_iter):
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GridSearchCV

    rows, classes = table(x, t, d, 255)
    rows, classes = rows[:n], classes[:n]
    fold = np.arange(n) % folds
    lambdas = [float(v) for v in lambdas.split(",")]
    train = n - n // folds
    search = GridSearchCV(
        LogisticRegression(max_iter=max_iter),
        {"C": [1 / (train * lam) for lam in lambdas]},
        cv=[(np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in range(folds)],
        n_jobs=2,
        refit=False,
    )
    _, seconds = timed(lambda: search.fit(rows, classes))
    accuracy = np.array([search.cv_results_[f"split{k}_test_score"] for k in range(folds)])
    return {"seconds": seconds, "accuracy": accuracy.T.tolist()}


def dgemm(size):
    a, b = np.random.default_rng(1).random((2, size, size))
    a @ b
    _, seconds = timed(lambda: a @ b)
    return {"seconds": seconds}


def peak(x, t, d, lam):
    """One fit of a process that was started for it."""
    reply = softmax_l2(x, t, d, lam, 100)
    with open("/proc/self/status", encoding="ascii") as status:
        high = next(line for line in status if line.startswith("VmHWM"))
    return {"seconds": reply["seconds"], "peak_kb": int(high.split()[1])}


class Node(ctypes.Structure):
    _fields_ = [("index", ctypes.c_int), ("value", ctypes.c_double)]


class Problem(ctypes.Structure):
    _fields_ = [
        ("l", ctypes.c_int),
        ("n", ctypes.c_int),
        ("y", ctypes.POINTER(ctypes.c_double)),
        ("x", ctypes.POINTER(ctypes.c_void_p)),
        ("bias", ctypes.c_double),
    ]


class Parameter(ctypes.Structure):
    """As in linear.h of LIBLINEAR 2.30."""

    _fields_ = [
        ("solver_type", ctypes.c_int),
        ("eps", ctypes.c_double),
        ("C", ctypes.c_double),
        ("nr_weight", ctypes.c_int),
        ("weight_label", ctypes.c_void_p),
        ("weight", ctypes.c_void_p),
        ("p", ctypes.c_double),
        ("init_sol", ctypes.c_void_p),
    ]


class Model(ctypes.Structure):
    _fields_ = [
        ("param", Parameter),
        ("nr_class", ctypes.c_int),
        ("nr_feature", ctypes.c_int),
        ("w", ctypes.POINTER(ctypes.c_double)),
        ("label", ctypes.POINTER(ctypes.c_int)),
        ("bias", ctypes.c_double),
    ]


@functools.cache
def liblinear_library():
    lib = ctypes.CDLL("liblinear.so.4")
    version = ctypes.c_int.in_dll(lib, "liblinear_version").value
    if not 230 <= version < 240:
        raise RuntimeError(f"LIBLINEAR {version / 100:.2f} has other structures than 2.30")
    lib.train.restype = ctypes.POINTER(Model)
    silent = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(lambda _: None)
    lib.set_print_string_function(silent)
    return lib, silent  # the callback must not be collected


@functools.cache
def nodes(x, t, d, bias):
    """The rows as LIBLINEAR has them: the non-zero values, then the bias."""
    rows, _ = table(x, t, d, 255)
    kind = np.dtype([("index", np.int32), ("value", np.float64)], align=True)
    counts = np.count_nonzero(rows, axis=1) + 2
    first = np.concatenate([[0], np.cumsum(counts)])
    flat = np.zeros(first[-1], kind)
    at, column = np.nonzero(rows)
    place = np.arange(len(at)) + 2 * at
    flat["index"][place], flat["value"][place] = column + 1, rows[at, column]
    flat["index"][first[1:] - 2], flat["value"][first[1:] - 2] = d + 1, bias
    flat["index"][first[1:] - 1] = -1
    return flat, flat.ctypes.data + first[:-1].astype(np.uint64) * kind.itemsize


def liblinear(x, t, d, positive, c, bias, eps):
    lib, _ = liblinear_library()
    _, classes = table(x, t, d, 255)
    flat, pointers = nodes(x, t, d, bias)
    y = np.where(classes == positive, 1.0, -1.0)
    problem = Problem(
        len(y),
        d + 1,
        y.ctypes.data_as(ctypes.POINTER(ctypes.c_double)),
        pointers.ctypes.data_as(ctypes.POINTER(ctypes.c_void_p)),
        bias,
    )
    parameter = Parameter(3, eps, c, 0, None, None, 0.1, None)
    ctypes.CDLL(None).srand(1)  # its order of the samples is the same every time
    model, seconds = timed(lambda: lib.train(ctypes.byref(problem), ctypes.byref(parameter)))
    w = np.array(model.contents.w[: d + 1]) * (1 if model.contents.label[0] == 1 else -1)
    lib.free_and_destroy_model(ctypes.byref(model))
    return {"seconds": seconds, "w": [w[:-1].tolist()], "b": [w[-1] * bias]}


def versions():
    import scipy
    import sklearn

    return {
        "versions": f"scikit-learn {sklearn.__version__}, scipy {scipy.__version__}, numpy {np.__version__}"
    }


WORKS = [
    softmax_l2, softmax_l1, logistic, statsmodels, perceptron, grid, dgemm, peak, liblinear, versions,
]  # fmt: skip


def number(text):
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def main():
    # What libraries print must not come between the answers.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    os.environ["PYTHONWARNINGS"] = "ignore"  # of the processes of n_jobs
    works = {work.__name__: work for work in WORKS}
    for line in sys.stdin:
        name, *pairs = line.split()
        try:
            reply = works[name](**{k: number(v) for k, v in (p.split("=", 1) for p in pairs)})
        except Exception as err:  # the next request may be another work
            reply = {"error": f"{type(err).__name__}: {err}"}
        print(json.dumps(reply), file=out, flush=True)


main()
