"""Writes selection.json: what scikit-learn says of models on the same folds.

    /usr/bin/python3 selection.py > selection.json     what is recorded
    /usr/bin/python3 selection.py 1                    other random numbers

The learners are fitted as tightly as they can be. Their λ multiplies
½‖w‖² against the mean loss, so that C = 1/(nλ) with the n of each fit.
"""

import json
import sys

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import (GridSearchCV, KFold, StratifiedKFold, cross_val_predict, cross_validate,
                                     learning_curve, permutation_test_score, validation_curve)


class Regularised(BaseEstimator, ClassifierMixin):
    def __init__(self, lam=0.01):
        self.lam = lam

    def fit(self, x, t):
        # The rounding of newton-cg keeps it from going further.
        solver, kind, tol = ("newton-cholesky", "ovr", 1e-12) if len(set(t)) == 2 else ("newton-cg", "multinomial", 1e-8)
        self.of_ = LogisticRegression(C=1 / (len(t) * self.lam), solver=solver, multi_class=kind, tol=tol, max_iter=1000)
        self.of_.fit(x, t)
        self.classes_ = self.of_.classes_
        return self

    def predict(self, x):
        return self.of_.predict(x)

    def predict_proba(self, x):
        return self.of_.predict_proba(x)


rng = np.random.RandomState(1 + 1000 * int(sys.argv[1] if len(sys.argv) > 1 else 0))
problems = []
for n, d, classes in ((60, 3, 2), (90, 4, 3)):
    t = rng.permutation(np.arange(n) % classes)
    centre = rng.normal(size=(classes, d))
    x = np.round(centre[t] + 1.3 * rng.normal(size=(n, d)), 3)
    folds = StratifiedKFold(5)
    scoring = {"accuracy": "accuracy", "log-loss": "neg_log_loss"}
    grid = [1.0, 0.1, 0.01, 0.001]
    p = {"x": x.tolist(), "t": t.tolist(), "classes": classes, "k": 5, "grid": grid}
    v = cross_validate(Regularised(0.01), x, t, cv=folds, scoring=scoring, return_train_score=True)
    p["accuracy"], p["trainAccuracy"] = v["test_accuracy"].tolist(), v["train_accuracy"].tolist()
    p["logLoss"], p["trainLogLoss"] = (-v["test_log-loss"]).tolist(), (-v["train_log-loss"]).tolist()
    g = GridSearchCV(Regularised(), {"lam": grid}, cv=folds, scoring="neg_log_loss").fit(x, t)
    p["gridMean"], p["gridBest"] = (-g.cv_results_["mean_test_score"]).tolist(), g.best_params_["lam"]
    p["gridFolds"] = [(-g.cv_results_[f"split{k}_test_score"]).tolist() for k in range(5)]
    p["w"], p["b"] = g.best_estimator_.of_.coef_.tolist(), g.best_estimator_.of_.intercept_.tolist()
    outer = StratifiedKFold(3)
    nested = cross_validate(GridSearchCV(Regularised(), {"lam": grid}, cv=folds, scoring="neg_log_loss"), x, t, cv=outer,
                            scoring="neg_log_loss", return_estimator=True)
    p["nested"], p["nestedBest"] = (-nested["test_score"]).tolist(), [e.best_params_["lam"] for e in nested["estimator"]]
    shares = [0.3, 0.5, 0.75, 1.0]
    sizes, train, test = learning_curve(Regularised(0.01), x, t, cv=folds, train_sizes=shares, scoring="neg_log_loss")
    p["shares"], p["sizes"], p["curveTrain"], p["curveTest"] = shares, sizes.tolist(), (-train).tolist(), (-test).tolist()
    train, test = validation_curve(Regularised(), x, t, param_name="lam", param_range=grid, cv=folds, scoring="accuracy")
    p["validationTrain"], p["validationTest"] = train.tolist(), test.tolist()
    p["predicted"] = cross_val_predict(Regularised(0.01), x, t, cv=folds, method="predict_proba").tolist()
    score, permuted, value = permutation_test_score(Regularised(0.01), x, t, cv=KFold(5), n_permutations=19, random_state=0)
    order = np.random.RandomState(0)
    p["permutations"] = [order.permutation(n).tolist() for _ in range(19)]
    p["permuted"], p["p"] = permuted.tolist(), value
    problems.append(p)

print("[\n" + ",\n".join(json.dumps(p, separators=(",", ":")) for p in problems) + "\n]")
