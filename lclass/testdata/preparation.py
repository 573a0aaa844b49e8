"""Preparation as scikit-learn 1.2.1 does it, of the table of the Titanic with
gaps and a made-up fare: writes preparation.json.

    python3 preparation.py ../../datasets/embedded/titanic-table.csv
"""

import csv
import json
import sys

import numpy as np
import sklearn
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import (MinMaxScaler, OneHotEncoder,
                                   PolynomialFeatures, StandardScaler)

assert sklearn.__version__ == "1.2.1"

texts, numbers = ["Class", "Sex", "Port"], ["Fare", "Number"]
rows = []
for row in csv.DictReader(open(sys.argv[1])):
    for _ in range(min(int(row["Freq"]), 15)):
        i = len(rows)
        fare = (i * 37 % 101) / 10 + (5 if row["Survived"] == "Yes" else 0)
        rows.append({
            "Class": "" if i % 9 == 5 else row["Class"],
            "Sex": row["Sex"],
            "Port": "" if i % 31 == 7 else "Q" if i % 41 == 0 else "T" if i % 61 == 7 else "CS"[i % 3 % 2],
            "Fare": "" if i % 7 == 3 else repr(fare),
            "Number": repr(float(i % 6)) if i % 11 else "",
            "Survived": row["Survived"],
        })
train, test = rows[::2], rows[1::2]


def text(rows, names=texts):
    return np.array([[r[n] or None for n in names] for r in rows], dtype=object)


def number(rows, names=numbers):
    return np.array([[float(r[n] or "nan") for n in names] for r in rows])


t = np.array([r["Survived"] == "Yes" for r in train]).astype(int)
full = SimpleImputer(missing_values=None, strategy="most_frequent").fit(text(train))
filled = full.transform(text(train)), full.transform(text(test))


def columns(names, fitted, train_x, test_x):
    return names, fitted.transform(train_x), fitted.transform(test_x)


def dense(m):
    return m.toarray() if hasattr(m, "toarray") else np.asarray(m)


def encoded(drop=None, **options):
    e = OneHotEncoder(drop=drop, **options).fit(filled[0])
    names = [n.replace("infrequent_sklearn", "rare") for n in e.get_feature_names_out(texts)]
    names = [n.split("_", 1)[0] + "[" + n.split("_", 1)[1] + "]" for n in names]
    return names, dense(e.transform(filled[0])), dense(e.transform(filled[1]))


def scaled(*steps, names=numbers):
    return columns(names, make_pipeline(*steps).fit(number(train)), number(train), number(test))


def gaps():
    return ([n + " is missing" for n in numbers], np.isnan(number(train)).astype(float), np.isnan(number(test)).astype(float))


def powers(names):
    p = PolynomialFeatures(2, include_bias=False)
    steps = make_pipeline(SimpleImputer(), StandardScaler(), p).fit(number(train))
    names = [n.replace("x0", numbers[0]).replace("x1", numbers[1]).replace(" ", "·") for n in p.get_feature_names_out()]
    return columns(names, steps, number(train), number(test))


cases = {
    "mean, standardised, reference": [scaled(SimpleImputer(), StandardScaler()), gaps(), encoded("first", handle_unknown="ignore")],
    "median, min-max, all levels": [scaled(SimpleImputer(strategy="median"), MinMaxScaler((-1, 1))), encoded(handle_unknown="ignore")],
    "standardised with gaps": [scaled(StandardScaler(), SimpleImputer())],
    "most frequent": [scaled(SimpleImputer(strategy="most_frequent"))],
    "constant": [scaled(SimpleImputer(strategy="constant", fill_value=-1))],
    "rare levels": [encoded(handle_unknown="infrequent_if_exist", min_frequency=6)],
    "polynomial": [powers(numbers)],
}
answers = {}
for name, parts in cases.items():
    names = sum((list(p[0]) for p in parts), [])
    x, z = np.hstack([p[1] for p in parts]), np.hstack([p[2] for p in parts])
    m = LogisticRegression(C=1, tol=1e-8, max_iter=10000, solver="newton-cg").fit(x, t)
    # Newton to the end, as newton-cg stops before the last digits.
    w = np.append(m.coef_[0], m.intercept_)
    phi = np.hstack([x, np.ones((len(x), 1))])
    ridge = np.diag(np.append(np.ones(x.shape[1]), 0))
    for _ in range(20):
        y = 1 / (1 + np.exp(-phi @ w))
        w = w - np.linalg.solve(phi.T @ (phi * (y * (1 - y))[:, None]) + ridge, phi.T @ (y - t) + ridge @ w)
    assert np.allclose(w[:-1], m.coef_[0], atol=1e-4), (name, w, m.coef_)
    m.coef_, m.intercept_ = w[None, :-1], w[-1:]
    answers[name] = {
        "names": names, "train": x[:12].tolist(), "test": z[:40].tolist(),
        "w": w.tolist(), "p": m.predict_proba(z)[:, 1].tolist(),
    }
columns_ = {n: [r[n] for r in rows] for n in texts + numbers + ["Survived"]}
json.dump({"source": "scikit-learn 1.2.1, preparation.py", "columns": columns_, "answers": answers},
          open("preparation.json", "w"), ensure_ascii=False)
