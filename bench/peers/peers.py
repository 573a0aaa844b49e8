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
def table(x, t, d, form="float64"):
    """The rows, pixels from 0 to 1, and their classes. The form is float64 or
    float32 in C order, fortran, which is float64 in Fortran order, or csr or
    csr32, which are sparse."""
    pixels = x.endswith(".u8")
    rows = np.fromfile(x, np.uint8 if pixels else np.float64).reshape(-1, d)
    if form.startswith("csr"):
        from scipy.sparse import csr_matrix

        rows = csr_matrix(rows)
    rows = rows.astype(np.float32 if form.endswith("32") else np.float64)
    values = rows.data if form.startswith("csr") else rows
    if pixels:
        values /= 255
    return np.asfortranarray(rows) if form == "fortran" else rows, np.fromfile(t, np.uint8).astype(np.int64)


def l1():
    """How LogisticRegression is asked for the lasso."""
    return {"l1_ratio": 1} if sklearn_version() >= (1, 8) else {"penalty": "l1"}


def sklearn_version():
    import sklearn

    return tuple(map(int, sklearn.__version__.split(".")[:2]))


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

    def watched(self, fun, x0, args=(), callback=None, **options):
        def remembering(*a):
            value, gradient = fun(*a)
            self.latest, self.calls = value, self.calls + 1
            if not self.values:
                self.note()
            return value, gradient

        return self.minimize(remembering, x0, args=args, callback=self.note, **options)


def softmax_l2(x, t, d, lam, solver, max_iter, form, tol=1e-12):
    from sklearn.linear_model import LogisticRegression

    rows, classes = table(x, t, d, form)
    model = LogisticRegression(
        solver=solver, C=1 / (len(classes) * lam), max_iter=max_iter, tol=tol, random_state=1
    )
    with Watch(len(set(classes))) as watch:  # it sees nothing of sag
        _, seconds = timed(lambda: model.fit(rows, classes))
    curve = {"seconds": watch.seconds, "values": watch.values, "passes": watch.passes}
    return answer(model, seconds, passes=watch.calls or max_iter, curve=curve)


def softmax_l1(x, t, d, lam, max_iter, form):
    from sklearn.linear_model import LogisticRegression

    rows, classes = table(x, t, d, form)
    model = LogisticRegression(
        solver="saga", C=1 / (len(classes) * lam), max_iter=max_iter, tol=1e-12, random_state=1, **l1()
    )
    return answer(*timed(lambda: model.fit(rows, classes)), passes=max_iter)


def logistic(x, t, d, solver, form):
    from sklearn.linear_model import LogisticRegression

    rows, classes = table(x, t, d, form)
    free = {"C": math.inf} if sklearn_version() >= (1, 8) else {"penalty": None}
    model = LogisticRegression(solver=solver, max_iter=1000, random_state=1, **free)
    with Watch(2) as watch:  # it sees lbfgs alone
        _, seconds = timed(lambda: model.fit(rows, classes))
    return answer(model, seconds, passes=watch.calls)


def statsmodels(x, t, d, form):
    import statsmodels.api as sm

    _, classes = table(x, t, d)
    design, y = with_constant(x, t, d, form), classes.astype(float)

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
def with_constant(x, t, d, form):
    rows, _ = table(x, t, d)
    return np.asarray(np.column_stack([np.ones(len(rows)), rows]), order="F" if form == "fortran" else "C")


def perceptron(x, t, d, positive, epochs, form):
    from sklearn.linear_model import Perceptron

    rows, classes = table(x, t, d, form)
    y = (classes == positive).astype(int)
    model = Perceptron(max_iter=epochs, tol=None, shuffle=False, early_stopping=False)
    return answer(*timed(lambda: model.fit(rows, y)))


def grid(x, t, d, n, folds, lambdas, max_iter, search, form):
    """The accuracy of each λ on each fold, by GridSearchCV, or by
    LogisticRegressionCV, where each C starts at the solution of the one before."""
    from sklearn.linear_model import LogisticRegression, LogisticRegressionCV
    from sklearn.model_selection import GridSearchCV

    rows, classes = table(x, t, d, form)
    rows, classes = rows[:n], classes[:n]
    fold = np.arange(n) % folds
    lambdas = [float(v) for v in lambdas.split(",")]
    train = n - n // folds
    cv = [(np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in range(folds)]
    cs = [1 / (train * lam) for lam in lambdas]
    if search == "GridSearchCV":
        model = GridSearchCV(LogisticRegression(max_iter=max_iter), {"C": cs}, cv=cv, n_jobs=-1, refit=False)
    else:
        model = LogisticRegressionCV(Cs=cs, cv=cv, max_iter=max_iter, scoring="accuracy", n_jobs=-1, refit=False)
    warm_up()
    _, seconds = timed(lambda: model.fit(rows, classes))
    if search == "GridSearchCV":
        accuracy = np.array([model.cv_results_[f"split{k}_test_score"] for k in range(folds)])
    else:
        scores = model.scores_
        accuracy = np.asarray(next(iter(scores.values())) if isinstance(scores, dict) else scores).reshape(folds, -1)
    return {"seconds": seconds, "accuracy": accuracy.T.tolist()}


def warm_up():
    """Starts the processes of n_jobs, which live on for some minutes."""
    import joblib

    joblib.Parallel(n_jobs=-1)(joblib.delayed(fit_little)() for _ in range(2 * joblib.cpu_count()))


def fit_little():
    from sklearn.linear_model import LogisticRegression

    LogisticRegression().fit(np.eye(4), [0, 1, 0, 1])


def dgemm(size):
    a, b = np.random.default_rng(1).random((2, size, size))
    a @ b
    _, seconds = timed(lambda: a @ b)
    return {"seconds": seconds}


def peak(x, t, d, lam, form):
    """One fit of a process that was started for it."""
    reply = softmax_l2(x, t, d, lam, "lbfgs", 100, form)
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
    try:
        lib = ctypes.CDLL("liblinear.so.4")
    except OSError as err:
        raise ImportError("there is no LIBLINEAR: liblinear.so.4 is missing") from err
    version = ctypes.c_int.in_dll(lib, "liblinear_version").value
    if not 230 <= version < 240:
        raise ImportError(f"LIBLINEAR {version / 100:.2f} has a different interface than 2.30, which is needed")
    lib.train.restype = ctypes.POINTER(Model)
    silent = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(lambda _: None)
    lib.set_print_string_function(silent)
    return lib, silent  # the callback must not be collected


@functools.cache
def nodes(x, t, d, bias):
    """The rows as LIBLINEAR has them: the non-zero values, then the bias."""
    rows, _ = table(x, t, d)
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
    _, classes = table(x, t, d)
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


@functools.cache
def sparse_table(start, column, value, t, d):
    """The rows as a sparse matrix, and their classes."""
    from scipy.sparse import csr_matrix

    first = np.fromfile(start, np.int64)
    rows = csr_matrix((np.fromfile(value), np.fromfile(column, np.int32), first.astype(np.int32)), (len(first) - 1, d))
    return rows, np.fromfile(t, np.uint8).astype(np.int64)


@functools.cache
def sparse_nodes(start, column, value, t, d):
    """The rows as LIBLINEAR has them, without a bias."""
    rows, _ = sparse_table(start, column, value, t, d)
    flat = np.zeros(rows.nnz + rows.shape[0], np.dtype([("index", np.int32), ("value", np.float64)], align=True))
    first = rows.indptr[:-1].astype(np.uint64) + np.arange(rows.shape[0], dtype=np.uint64)
    place = np.arange(rows.nnz) + np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    flat["index"] = -1
    flat["index"][place], flat["value"][place] = rows.indices + 1, rows.data
    return flat, flat.ctypes.data + first * np.uint64(flat.itemsize)


def sparse_liblinear(s, eps, **files):
    """LIBLINEAR without a bias, C = 1."""
    lib, _ = liblinear_library()
    _, classes = sparse_table(**files)
    flat, pointers = sparse_nodes(**files)
    y = np.where(classes == 1, 1.0, -1.0)
    problem = Problem(
        len(y),
        files["d"],
        y.ctypes.data_as(ctypes.POINTER(ctypes.c_double)),
        pointers.ctypes.data_as(ctypes.POINTER(ctypes.c_void_p)),
        -1,
    )
    parameter = Parameter(s, eps, 1, 0, None, None, 0.1, None)
    ctypes.CDLL(None).srand(1)  # its order of the samples is the same every time
    model, seconds = timed(lambda: lib.train(ctypes.byref(problem), ctypes.byref(parameter)))
    w = np.array(model.contents.w[: files["d"]]) * (1 if model.contents.label[0] == 1 else -1)
    lib.free_and_destroy_model(ctypes.byref(model))
    return {"seconds": seconds, "w": [w.tolist()], "b": [0.0]}


def sparse_sklearn(solver, penalty, **files):
    """Logistic regression without an intercept, C = 1."""
    from sklearn.linear_model import LogisticRegression

    rows, classes = sparse_table(**files)
    kind = l1() if penalty == "l1" else {}
    model = LogisticRegression(solver=solver, fit_intercept=False, max_iter=1000, random_state=1, **kind)
    _, seconds = timed(lambda: model.fit(rows, classes))
    return {"seconds": seconds, "w": model.coef_.tolist(), "b": [0.0], "iterations": int(np.max(model.n_iter_))}


def versions():
    import joblib
    import scipy
    import sklearn
    import statsmodels
    import threadpoolctl

    np.eye(2) @ np.eye(2)
    pools = threadpoolctl.threadpool_info()
    names = [
        blas_name(pool["internal_api"], pool["version"], pool.get("architecture", "unknown"), pool["num_threads"])
        for pool in pools
        if pool["user_api"] == "blas"
    ]
    programs = {
        "scikit-learn": sklearn, "statsmodels": statsmodels, "scipy": scipy, "joblib": joblib, "numpy": np,
    }  # fmt: skip
    return {
        "versions": ", ".join(f"{name} {program.__version__}" for name, program in programs.items()),
        "blas": " and ".join(sorted(set(names))),
    }


def blas_name(name, version, kernels, threads):
    return f"{name.replace('openblas', 'OpenBLAS')} {version} (kernels {kernels}, {threads} threads)"


def liblinear_version():
    lib, _ = liblinear_library()
    return {"versions": f"LIBLINEAR {ctypes.c_int.in_dll(lib, 'liblinear_version').value / 100:.2f}"}


def blas(path):
    """What a shared library of OpenBLAS says about itself."""
    lib = ctypes.CDLL(path)
    try:
        for name in ("openblas_get_config", "openblas_get_corename"):
            getattr(lib, name).restype = ctypes.c_char_p
        version = lib.openblas_get_config().decode().split()[1]
        kernels = lib.openblas_get_corename().decode()
        threads = lib.openblas_get_num_threads()
    except AttributeError:
        return {"blas": ""}  # it is no OpenBLAS
    return {"blas": blas_name("OpenBLAS", version, kernels, threads)}


@functools.cache
def texts(file):
    with open(file, encoding="utf-8") as f:
        return f.read().split("\n")


@functools.cache
def learnt(file, kind):
    return vectorizer(kind).fit(texts(file))


def vectorizer(kind):
    from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer, TfidfVectorizer

    return {
        "counts": lambda: CountVectorizer(),
        "pairs": lambda: CountVectorizer(ngram_range=(1, 2)),
        "tfidf": lambda: TfidfVectorizer(),
        "chars": lambda: CountVectorizer(analyzer="char_wb", ngram_range=(2, 4)),
        "hashed": lambda: HashingVectorizer(),
    }[kind]()


def text(file, kind, learn):
    all_texts = texts(file)
    if learn:
        new = vectorizer(kind)
        made, seconds = timed(lambda: new.fit_transform(all_texts))
    else:
        old = learnt(file, kind)
        made, seconds = timed(lambda: old.transform(all_texts))
    values = made.data.astype(np.float64)
    return {"seconds": seconds, "contents": [*made.shape, int(np.count_nonzero(values)), float(values @ values)]}


WORKS = [
    softmax_l2, softmax_l1, text, logistic, statsmodels, perceptron, grid, dgemm, peak, liblinear,
    sparse_liblinear, sparse_sklearn, versions, liblinear_version, blas,
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
        except ImportError as err:
            reply = {"missing": str(err)}
        except Exception as err:  # the next request may be another work
            reply = {"error": f"{type(err).__name__}: {err}"}
        print(json.dumps(reply), file=out, flush=True)


main()
