package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"path/filepath"

	"linclass/lclass"
)

// A sparseFit is a problem that we and peers solve on texts, without an intercept, so
// that all minimise the same.
type sparseFit struct {
	name  string
	peers []sparsePeer
	loss  sampleLoss
	l1    bool
	slope func(z float64, t int) float64 // ∂ℓ/∂z; nil if the loss is not smooth
	of    func(p lclass.Penalty, tol float64) lclass.Estimator
}

type sparsePeer struct{ name, request string }

func (b *bench) sparseFits() []sparseFit {
	liblinear := func(s int, eps float64) sparsePeer {
		return sparsePeer{fmt.Sprint("LIBLINEAR -s ", s), fmt.Sprintf("sparse_liblinear s=%d eps=%v", s, eps)}
	}
	sklearn := func(solver, penalty string) sparsePeer {
		return sparsePeer{"scikit-learn " + solver, fmt.Sprintf("sparse_sklearn solver=%s penalty=%s", solver, penalty)}
	}
	logistic := func(p lclass.Penalty, tol float64) lclass.Estimator {
		if p.Ratio > 0 {
			return lclass.Logistic{Penalty: p, NoIntercept: true, Solver: lclass.CoordinateDescent{Tol: tol}}
		}
		return lclass.Logistic{Penalty: p, NoIntercept: true, Solver: lclass.Newton{Tol: tol}}
	}
	logisticSlope := func(z float64, t int) float64 { return 1/(1+math.Exp(-z)) - float64(t) }
	svm := func(l lclass.SVMLoss) func(lclass.Penalty, float64) lclass.Estimator {
		return func(p lclass.Penalty, tol float64) lclass.Estimator {
			return lclass.LinearSVM{Loss: l, Penalty: p, NoIntercept: true, Solver: lclass.DualCoordinateDescent{Tol: tol}}
		}
	}
	// The tolerances of LIBLINEAR are the defaults of its program.
	return []sparseFit{
		{name: "logistic, L2", loss: logLoss, slope: logisticSlope, of: logistic,
			peers: []sparsePeer{liblinear(0, 0.01), liblinear(7, 0.1), sklearn("saga", "l2"), sklearn("liblinear", "l2"), sklearn("lbfgs", "l2")}},
		{name: "squared hinge, L2", loss: squaredHinge, of: svm(lclass.SquaredHinge),
			slope: func(z float64, t int) float64 { return -2 * sign(t) * max(0, 1-sign(t)*z) },
			peers: []sparsePeer{liblinear(1, 0.1), liblinear(2, 0.01)}},
		{name: "hinge, L2", loss: hinge, of: svm(lclass.Hinge), peers: []sparsePeer{liblinear(3, 0.1)}},
		{name: "logistic, L1", l1: true, loss: logLoss, slope: logisticSlope, of: logistic,
			peers: []sparsePeer{liblinear(6, 0.01), sklearn("saga", "l1"), sklearn("liblinear", "l1")}},
	}
}

func squaredHinge(z []float64, t int) float64 { h := hinge(z, t); return h * h }

// sparse is logistic regression and linear support vector machines on texts, C = 1. Each
// peer ends by its own default rule; we end at its L or below, with the largest power of
// ten as Tol that gets there.
func (b *bench) sparse() error {
	d, files, err := sparseTexts()
	if err != nil {
		return err
	}
	for _, f := range b.sparseFits() {
		penalty := lclass.L2(1 / float64(d.N()))
		if f.l1 {
			penalty = lclass.L1(1 / float64(d.N()))
		}
		for _, p := range f.peers {
			var missing skip
			if err := b.sparseRow(f, p, penalty, d, files); errors.As(err, &missing) {
				b.leaveOut("sparse text, "+f.name+", "+p.name, missing)
			} else if err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *bench) sparseRow(f sparseFit, p sparsePeer, penalty lclass.Penalty, d *lclass.Data, files string) error {
	name := "sparse text, " + f.name
	request := p.request + " " + files
	end, err := b.inPython(request)
	if err != nil {
		return err
	}
	target := objective(d, f.loss, penalty, end.W, end.B)
	var tol float64
	reached := false
	for _, tol = range falling(10, 1e-12, 0.5, 0.4, 0.5) {
		m, err := f.of(penalty, tol).Fit(d)
		if err != nil {
			return err
		}
		if reached = objective(d, f.loss, penalty, rowsOf(m.W), m.B) <= target; reached {
			break
		}
	}
	if !reached {
		log.Printf("%s: no Tol reaches the loss %v of %s", name, target, p.name)
	}
	exact, err := f.of(penalty, 1e-9).Fit(d)
	if err != nil {
		return err
	}
	least := min(target, objective(d, f.loss, penalty, rowsOf(exact.W), exact.B))
	return b.race(contest{
		name: name, peer: p.name, goal: 2,
		data:   d,
		ours:   f.of(penalty, tol).Fit,
		theirs: func() (*reply, error) { return b.inPython(request) },
		objective: func(w [][]float64, bias []float64) float64 {
			return objective(d, f.loss, penalty, w, bias)
		},
		note: func(m *lclass.Model, r *reply) string {
			above := func(w [][]float64, bias []float64) float64 {
				return max(0, objective(d, f.loss, penalty, w, bias)-least) / least
			}
			note := fmt.Sprintf("above the least: %.0e, peer %.0e", above(rowsOf(m.W), m.B), above(r.W, r.B))
			if f.slope != nil {
				note += fmt.Sprintf("; slope left: %.0e, peer %.0e", f.slopeLeft(d, penalty, m.W.RawRowView(0)), f.slopeLeft(d, penalty, r.W[0]))
			}
			return fmt.Sprintf("%s; Tol %.0e", note, tol)
		},
	})
}

// slopeLeft returns the largest slope of L that the corners of L1 do not hold.
func (f sparseFit) slopeLeft(d *lclass.Data, p lclass.Penalty, w []float64) (most float64) {
	g := make([]float64, len(w))
	for i, t := range d.T() {
		var z float64
		for j, v := range d.NonZero(i) {
			z += w[j] * v
		}
		s := f.slope(z, t) / float64(d.N())
		for j, v := range d.NonZero(i) {
			g[j] += s * v
		}
	}
	for j, v := range g {
		v += p.Lambda * (1 - p.Ratio) * w[j]
		corner := p.Lambda * p.Ratio
		if w[j] != 0 {
			most = max(most, math.Abs(v+math.Copysign(corner, w[j])))
		} else {
			most = max(most, math.Abs(v)-corner)
		}
	}
	return most
}

// sparseTexts returns 20,000 texts of the shape of RCV1, 47,236 words of which a text
// has 70 in the mean, and classes that follow them by logistic regression with normal
// weights. It also returns the files of the peers, as arguments of a request.
func sparseTexts() (*lclass.Data, string, error) {
	const n, strength = 20_000, 12
	r := rand.New(rand.NewPCG(23, 23))
	texts := drawTexts(n, 47_236, 70, r)
	w := make([]float64, texts.words)
	for j := range w {
		w[j] = strength * r.NormFloat64()
	}
	t, class := make([]int, n), make([]byte, n)
	for i := range t {
		if r.Float64() < 1/(1+math.Exp(-texts.score(i, w))) {
			t[i], class[i] = 1, 1
		}
	}
	x, err := texts.features()
	if err != nil {
		return nil, "", err
	}
	d, err := lclass.FromMatrix(x, t, []string{"0", "1"})
	if err != nil {
		return nil, "", err
	}
	files, err := texts.write("sparse")
	classes := filepath.Join(out, "bench", "sparse.t")
	err = errors.Join(err, toFile(classes, func(w *bufio.Writer) error { return binary.Write(w, binary.NativeEndian, class) }))
	return d, fmt.Sprintf("%s t=%s", files, classes), err
}
