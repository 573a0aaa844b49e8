"""n-grams of texts and multinomial naive Bayes as scikit-learn 1.2.1 has them, and what
characters are words, spaces and lower case to Python: writes text.json.

    python3 text.py
"""

import itertools
import json
import random
import sys
import unicodedata

import sklearn
from sklearn.feature_extraction.text import (CountVectorizer,
                                             HashingVectorizer,
                                             TfidfTransformer)
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.utils import murmurhash3_32

assert sklearn.__version__ == "1.2.1"
random.seed(23)

written = [
    "Free money! Call NOW to claim your free prize, 24/7.",
    "free FREE   free\tmoney\n\nnow",
    "Are we still meeting at 7? I'll be late, don't wait.",
    "I.O.U. a_b __ x1 1x 42 4",
    "Straße, STRASSE, ﬁne, İstanbul, ısı, ΟΔΥΣΣΕΥΣ ΣΑΣ Σ Α.Σ. Α'Σ' ΑΣ1 ΑΣ'Β",
    "Привет, мир! ЁЛКА ёлка 1-я",
    "你好，世界！我们 去 北京。北京 很大",
    "こんにちは世界 カタカナ ｶﾀｶﾅ 株式会社㈱",
    "नमस्ते दुनिया हिन्दी १२३",
    "שלום עולם مرحبا بالعالم ١٢٣",
    "naïve café naïve café e\u0301te\u0301 Ǆ ǅ",
    "½ ² Ⅷ ⅷ ① 𝟘𝟙 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𐐀𐐨 👍🏽 👨‍👩‍👧",
    "a\u00a0b\u2003c\u3000d\x1ce\x85f\u200bg zero\u200dwidth",
    "   ", "!", "money",
]
words = ["w%d" % i for i in range(40)] + ["ключ", "δέλτα", "ÄÖ", "it", "is"]
weights = [1 / (i + 1) for i in range(len(words))]
texts = written + [
    " ".join(w.upper() if random.random() < 0.1 else w for w in random.choices(words, weights, k=random.randint(1, 30)))
    for _ in range(60)
]
random.shuffle(texts)
train, test = texts[:50], texts[50:] + ["none of these", "w0 w0 w1 unseen ключ"]
labels = [0 if "w1" in t or "free" in t.lower() else 1 if len(t) < 60 else 2 for t in train]


def rows(m):
    m = m.tocsr()
    m.sort_indices()
    return [[[int(c), float(v)] for c, v in zip(m.indices[a:b], m.data[a:b]) if v != 0]
            for a, b in zip(m.indptr, m.indptr[1:])]


cases = []


def case(options, vectorizer, tfidf=None):
    p = make_pipeline(vectorizer, *([tfidf] if tfidf else []))
    x = p.fit_transform(train)
    c = dict(options, train=rows(x), test=rows(p.transform(test)))
    if hasattr(vectorizer, "get_feature_names_out") and not options.get("Hash"):
        c["names"] = list(vectorizer.get_feature_names_out())
    cases.append(c)


case({}, CountVectorizer())
case({"Max": 3}, CountVectorizer(ngram_range=(1, 3)))
case({"Min": 2, "Max": 2, "KeepCase": True}, CountVectorizer(ngram_range=(2, 2), lowercase=False))
case({"Of": 1, "Min": 1, "Max": 3, "MinDF": 3}, CountVectorizer(analyzer="char", ngram_range=(1, 3), min_df=3))
case({"Of": 1, "Min": 4, "MinDF": 2, "KeepCase": True}, CountVectorizer(analyzer="char", ngram_range=(4, 4), min_df=2, lowercase=False))
case({"Of": 2, "Min": 2, "Max": 5, "MinDF": 3}, CountVectorizer(analyzer="char_wb", ngram_range=(2, 5), min_df=3))
case({"Of": 2, "Min": 1, "Max": 2}, CountVectorizer(analyzer="char_wb", ngram_range=(1, 2)))
case({"MinDF": 3, "MaxDF": 20}, CountVectorizer(min_df=3, max_df=20))
case({"MinDF": 0.05, "MaxDF": 0.3}, CountVectorizer(min_df=0.05, max_df=0.3))
case({"MaxFeatures": 5}, CountVectorizer(max_features=5))
case({"Binary": True, "MaxFeatures": 2}, CountVectorizer(binary=True, max_features=2))
case({"Binary": True}, CountVectorizer(binary=True))
for idf, normalize, sublinear in itertools.product([False, True], repeat=3):
    case({"IDF": idf, "Normalize": normalize, "Sublinear": sublinear},
         CountVectorizer(),
         TfidfTransformer(use_idf=idf, norm="l2" if normalize else None, sublinear_tf=sublinear))
case({"Binary": True, "IDF": True, "Normalize": True}, CountVectorizer(binary=True), TfidfTransformer())
for bits in [5, 20]:
    case({"Hash": 1 << bits}, HashingVectorizer(n_features=1 << bits, norm=None))
    case({"Hash": 1 << bits, "Normalize": True, "Max": 2}, HashingVectorizer(n_features=1 << bits, ngram_range=(1, 2)))
case({"Hash": 64, "Unsigned": True}, HashingVectorizer(n_features=64, norm=None, alternate_sign=False))
case({"Hash": 64, "Unsigned": True, "Sublinear": True, "IDF": True, "Normalize": True}, HashingVectorizer(n_features=64, norm=None, alternate_sign=False), TfidfTransformer(sublinear_tf=True))
case({"Hash": 7, "Binary": True}, HashingVectorizer(n_features=7, norm=None, binary=True))
case({"Hash": 64, "IDF": True}, HashingVectorizer(n_features=64, norm=None), TfidfTransformer(norm=None))

bayes = []
sample_weight = [1 + i % 4 for i in range(len(train))]
for alpha, prior, weight, tfidf in itertools.product([1, 0.1, 1e-3], [True, False], [None, sample_weight], [False, True]):
    p = make_pipeline(CountVectorizer(), *([TfidfTransformer()] if tfidf else []))
    x = p.fit_transform(train)
    m = MultinomialNB(alpha=alpha, fit_prior=prior).fit(x, labels, weight)
    bayes.append({
        "Alpha": alpha, "Uniform": not prior, "weight": weight, "IDF": tfidf, "Normalize": tfidf,
        "w": m.feature_log_prob_[:, :20].tolist(), "b": m.class_log_prior_.tolist(),
        "proba": m.predict_proba(p.transform(test)).tolist(),
    })
m = MultinomialNB(class_prior=[0.5, 0.3, 0.2]).fit(x, labels)
given = m.predict_proba(p.transform(test)).tolist()

assigned = [chr(c) for c in range(sys.maxunicode + 1) if not 0xD800 <= c < 0xE000 and unicodedata.category(chr(c)) != "Cn"]


def ranges(f):
    """the first and the last code point of each range of assigned characters with f"""
    out, inside = [], False
    for c in assigned:
        if f(c) and inside:
            out[-1] = ord(c)
        elif f(c):
            out += [ord(c), ord(c)]
        inside = f(c)
    return out


def together(characters):
    """the first and the last code point of each range of characters without gaps"""
    out = []
    for c in map(ord, characters):
        if out and c == out[-1] + 1:
            out[-1] = c
        else:
            out += [c, c]
    return out


alphabet = ["Σ", "Σ", "A", "ß", "'", ".", "\u0301", "ʰ", "1", " ", "ª", "中"]
sigmas = ["".join(random.choices(alphabet, k=random.randint(1, 7))) for _ in range(200)]
json.dump({
    "train": train, "test": test, "labels": labels, "cases": cases, "bayes": bayes, "given": given,
    "murmur": [[s, murmurhash3_32(s.encode(), 0)] for s in ["", "a", "ab", "abc", "abcd", "abcde", "ключ", "free money"]],
    "assigned": together(assigned),
    "words": ranges(lambda c: c.isalnum() or c == "_"), "spaces": ranges(str.isspace),
    "lower": {c: c.lower() for c in assigned if c.lower() != c},
    "sigma_after": ranges(lambda c: ("A" + c + "Σ").lower().endswith("ς")),
    "sigma_before": ranges(lambda c: ("AΣ" + c).lower()[1] == "ς"),
    "sigmas": {s: s.lower() for s in sigmas},
}, open("text.json", "w"), ensure_ascii=True, separators=(",", ":"))
