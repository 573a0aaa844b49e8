"""What the peers in Python read and write.

In the directory given as argument are problems.tsv, with a line for each
problem (key, data, learner, λ, ρ, balanced), and the data, DATA.csv, with the features,
the weight of the sample and the target. An answer is a line for each quantity
(key, method, quantity, values): W row by row, a row for each class, and then b;
"standard errors", "statistics" and "p" in the same order; "classes" of all
samples; for generative learners "scores", the logarithms of joint densities
less their mean over the classes, and "probabilities", of some samples.
"""

import sys
from dataclasses import dataclass

import numpy as np

directory = sys.argv[1]
loaded = {}


@dataclass
class Problem:
    """A problem, without the samples of weight 0."""

    key: str
    data: str
    learner: str
    lam: float  # λ
    ratio: float  # ρ
    balanced: bool  # whether classes count the same

    def __post_init__(self):
        if self.data not in loaded:
            loaded[self.data] = np.loadtxt(f"{directory}/{self.data}.csv", delimiter=",", skiprows=1)
        table = loaded[self.data][loaded[self.data][:, -2] > 0]
        self.x, self.s, self.t = table[:, :-2], table[:, -2], table[:, -1]
        if self.learner != "linear":
            self.t = self.t.astype(int)
        self.class_weight = "balanced" if self.balanced else None  # as scikit-learn has it
        self.given = self.s  # weights, before those of the classes
        if self.balanced:
            self.s = self.s * self.class_weights()[self.t]
        self.weighted = (self.s != 1).any()
        self.whole = (self.s == self.s.round()).all()

    def class_weights(self):
        """n/(K nₖ), for data without weights of samples."""
        n = np.bincount(self.t)
        return len(self.t) / (len(n) * n) if self.balanced else np.ones(len(n))

    def repeated(self):
        """The targets and the rows of x, as often as their weights say."""
        times = self.s.astype(int)
        return np.repeat(self.t, times), lambda x: np.repeat(x, times, axis=0)

    def some(self):
        """The samples that generative learners are compared on."""
        return self.x[:: max(1, len(self.x) // 30)]

    def classes(self):
        return int(self.t.max()) + 1

    def one_hot(self):
        return (self.t[:, None] == np.arange(self.classes())).astype(float)

    def c(self):
        """C as scikit-learn and LIBLINEAR have it."""
        return 1 / (self.lam * self.s.sum())

    def centred(self):
        """The features about their means, which changes b alone if it is free,
        and what makes W and b those of the features as they are."""
        mean = self.x.mean(axis=0)
        return self.x - mean, lambda w, b: (w, b - w @ mean)

    def standardised(self):
        """The same, and in units of the standard deviations, which are returned too."""
        mean, sd = self.x.mean(axis=0), self.x.std(axis=0)
        sd[sd == 0] = 1
        return (self.x - mean) / sd, sd, lambda w, b: (w / sd, b - (w / sd) @ mean)


def problems(*learners):
    with open(f"{directory}/problems.tsv") as f:
        for line in f:
            key, data, learner, lam, ratio, balanced = line.rstrip("\n").split("\t")
            if learner in learners:
                yield Problem(key, data, learner, float(lam), float(ratio), balanced == "true")


def made_by(text):
    print("#", text)


def answer(p, method, w, b, more={}):
    give(p, method, {"W": w, "b": b, **more})


def give(p, method, quantities):
    for quantity, values in quantities.items():
        numbers = " ".join(f"{float(v):.17g}" for v in np.ravel(values))
        print(p.key, method, quantity, numbers, sep="\t", flush=True)
