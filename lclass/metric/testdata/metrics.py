"""Rates, averages and losses of random and degenerate predictions. See peer.py."""

import numpy as np
from peer import case, random_state, write
from sklearn import metrics

rng = random_state(1)
RATES = {
    "recall": metrics.recall_score,
    "precision": metrics.precision_score,
    "F1": metrics.f1_score,
    "F0.5": lambda *a, **k: metrics.fbeta_score(*a, beta=0.5, **k),
    "F2": lambda *a, **k: metrics.fbeta_score(*a, beta=2, **k),
    "Jaccard": metrics.jaccard_score,
}


def rates(t, y, k, s):
    """The rates of each class, NaN where they depend on zero_division, and averages."""
    want = {}
    for name, score in RATES.items():
        common = {"labels": range(k), "sample_weight": s}
        low, high = (score(t, y, average=None, zero_division=z, **common) for z in (0, 1))
        want[name] = rate = np.where(low == high, low, np.nan)
        n = np.bincount(t, s, minlength=k)
        defined = ~np.isnan(rate) & (n > 0)
        want["macro " + name] = np.nanmean(rate)
        want["weighted " + name] = np.average(rate[defined], weights=n[defined]) if defined.any() else np.nan
        for average in ("macro", "weighted", "micro"):
            want[f"{average} {name}, 0"] = score(t, y, average=average, zero_division=0, **common)
    return want


def binary_rates(t, y, k, s):
    """The other rates, from scikit-learn's matrices of each class."""
    m = metrics.multilabel_confusion_matrix(t, y, labels=range(k), sample_weight=s)
    tn, fp, fn, tp = (np.where(abs(v) < 1e-12, 0, v) for v in (m[:, 0, 0], m[:, 0, 1], m[:, 1, 0], m[:, 1, 1]))
    with np.errstate(all="ignore"):
        return {
            "specificity": tn / (tn + fp),
            "NPV": tn / (tn + fn),
            "FPR": fp / (fp + tn),
            "FNR": fn / (fn + tp),
            "class accuracy": (tp + tn) / m.sum(axis=(1, 2)),
            "class error": (fp + fn) / m.sum(axis=(1, 2)),
            "class balanced accuracy": (tp / (tp + fn) + tn / (tn + fp)) / 2,
            "Youden": tp / (tp + fn) - fp / (tn + fp),
        }


def of_probabilities(t, p, k, s):
    one_hot = (t[:, None] == np.arange(k)).astype(float)
    w = np.ones(len(t)) if s is None else s
    want = {
        "log-loss": metrics.log_loss(t, p, labels=range(k), sample_weight=s),
        "Brier of classes": np.average(((p - one_hot) ** 2).sum(axis=1), weights=w),
    }
    present = np.unique(t[w > 0])
    if k > 2:
        # Equal probabilities: the lower class comes first, which it does if the order is reversed.
        for m in (1, 2, 3):
            want[f"top {m}"] = metrics.top_k_accuracy_score(k - 1 - t, p[:, ::-1], k=m, labels=range(k), sample_weight=s)
        want["hinge of classes"] = metrics.hinge_loss(t, p, labels=range(k), sample_weight=s)
        areas = []
        for c in range(k):
            both = 0 < w[t == c].sum() < w.sum()
            areas.append(metrics.roc_auc_score(t == c, p[:, c], sample_weight=s) if both else np.nan)
        want["AUC of classes"] = areas
        if len(present) == k and len(np.unique(t)) == k:
            for average in ("macro", "weighted"):
                common = {"labels": range(k), "average": average}
                want[f"{average} AUC ovr"] = metrics.roc_auc_score(t, p, multi_class="ovr", sample_weight=s, **common)
                if s is None:
                    want[f"{average} AUC ovo"] = metrics.roc_auc_score(t, p, multi_class="ovo", **common)
    else:
        want["Brier"] = metrics.brier_score_loss(t, p[:, 1], sample_weight=s, pos_label=1)
        if len(np.unique(t)) == 2:  # it takes a single class for class 0
            want["hinge"] = metrics.hinge_loss(t, 4 * p[:, 1] - 2, sample_weight=s)
    return want


def make(name, t, y, k, s=None, p=None):
    t, y = np.asarray(t), np.asarray(y)
    if p is None:
        p = rng.dirichlet(np.ones(k), len(t))
    t_number, y_number = t + 0.1 * np.arange(len(t)), y - 0.3
    w = {"sample_weight": s}
    want = {
        "accuracy": metrics.accuracy_score(t, y, **w),
        "error": metrics.zero_one_loss(t, y, **w),
        "MSE": metrics.mean_squared_error(t_number, y_number, **w),
        "MAE": metrics.mean_absolute_error(t_number, y_number, **w),
        "confusion": metrics.confusion_matrix(t, y, labels=range(k), **w),
        "balanced accuracy": metrics.balanced_accuracy_score(t, y, **w),
        "kappa": metrics.cohen_kappa_score(t, y, labels=range(k), **w),
        "linear kappa": metrics.cohen_kappa_score(t, y, labels=range(k), weights="linear", **w),
        "quadratic kappa": metrics.cohen_kappa_score(t, y, labels=range(k), weights="quadratic", **w),
        **rates(t, y, k, s),
        **binary_rates(t, y, k, s),
        **of_probabilities(t, p, k, s),
    }
    counted = np.ones(len(t), bool) if s is None else s > 0
    if counted.sum() > 1:
        want["R2"] = metrics.r2_score(t_number, y_number, **w)
    if len(set(t[counted])) > 1 and len(set(y[counted])) > 1:
        want["MCC"] = metrics.matthews_corrcoef(t, y, **w)
        want["class MCC"] = [
            metrics.matthews_corrcoef(t == c, y == c, **w) if len(set(t[counted] == c)) + len(set(y[counted] == c)) == 4 else np.nan
            for c in range(k)
        ]
    else:
        want["MCC"] = np.nan  # 0 by scikit-learn
    with np.errstate(all="ignore"):
        m = metrics.confusion_matrix(t, y, labels=range(k), **w).astype(float)
        want["by true"] = m / m.sum(axis=1, keepdims=True)  # scikit-learn puts 0 for NaN
        want["by predicted"] = m / m.sum(axis=0, keepdims=True)
        for key, normalize in [("by true", "true"), ("by predicted", "pred"), ("by all", "all")]:
            theirs = metrics.confusion_matrix(t, y, labels=range(k), normalize=normalize, **w)
            assert normalize == "all" or np.allclose(theirs, np.nan_to_num(want[key]))
            want.setdefault(key, theirs)
    return case(name, want, k=k, t=t, y=y, s=s, p=p)


cases = [
    make("all right", [0, 1, 1, 0], [0, 1, 1, 0], 2),
    make("all wrong", [0, 1, 1, 0], [1, 0, 0, 1], 2),
    make("class 1 is never predicted", [0, 1, 0, 1], [0, 0, 0, 0], 2),
    make("class 1 never occurs", [0, 0, 0, 0], [0, 1, 0, 1], 2),
    make("one class only", [0, 0, 0], [0, 0, 0], 2),
    make("class 2 neither", [0, 1, 1, 0], [0, 1, 0, 0], 3),
    make("one sample", [1], [1], 2),
    make("one sample, wrong", [1], [0], 2),
    make("weight 0 leaves one class", [0, 1, 1], [0, 1, 1], 2, np.array([0, 1.5, 2])),
    make("probabilities near 0", [0, 1, 2], [0, 1, 2], 3,
         p=np.array([[1e-12, 0.5, 0.5], [0.25, 0.5, 0.25], [0.125, 0.125, 0.75]])),
    make("equal probabilities", [0, 1, 2, 2], [0, 0, 0, 2], 3, p=np.full((4, 3), 1 / 3)),
]
for n, k in [(1, 3), (2, 2), (5, 3), (10, 2), (40, 3), (50, 4), (60, 5), (60, 6), (80, 10)]:
    for weighted in (False, True):
        t, y = rng.randint(k, size=n), rng.randint(k, size=n)
        y = np.where(rng.rand(n) < 0.6, t, y)
        s = rng.rand(n) * (rng.rand(n) < 0.9) + (np.arange(n) == 0) if weighted else None
        cases.append(make(f"random n={n} k={k}" + " weighted" * weighted, t, y, k, s))
        p = rng.dirichlet(np.ones(k), n).round(1)
        p[:, 0] = 1 - p[:, 1:].sum(axis=1)
        p = np.clip(p, 0.05, None)
        p /= p.sum(axis=1, keepdims=True)
        cases.append(make(f"random n={n} k={k} ties" + " weighted" * weighted, t, y, k, s, p))
write(cases)
