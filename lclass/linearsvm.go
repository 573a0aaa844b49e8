package lclass

import (
	"errors"
	"fmt"
	"iter"

	"linclass/lclass/internal/loss"
)

// An SVMLoss is the loss of a support vector machine, which penalises samples inside the
// margin or on the wrong side.
type SVMLoss int

const (
	// Hinge is max(0, 1 − t z) for two classes, t = ±1 (KMITL).
	Hinge SVMLoss = iota
	// SquaredHinge is max(0, 1 − t z)² for two classes.
	SquaredHinge
	// WestonWatkins is Σ_{j≠t} max(0, 1 + zⱼ − z_t) for K classes (KMITL,
	// multiclass SVM loss; Weston and Watkins 1999).
	WestonWatkins
	// CrammerSinger is max(0, 1 + max_{j≠t} zⱼ − z_t) for K classes (Crammer
	// and Singer 2001).
	CrammerSinger
	// ModifiedHuber is max(0, 1 − t z)² for two classes where t z ≥ −1, and −4 t z
	// beyond, so that outliers have less influence than with SquaredHinge (Zhang 2004;
	// scikit-learn's modified_huber). The model has the probabilities (clip(z, −1, 1) +
	// 1)/2, which may be exactly 0 or 1.
	ModifiedHuber
)

// String returns the name of the constant, such as "SquaredHinge".
func (l SVMLoss) String() string {
	return nameOf("SVMLoss", int(l), svmLossNames)
}

// An svmLoss is a loss with its name and what is made of the scores: one score for two
// classes, or with LargestOutput one for each class.
type svmLoss struct {
	name   string
	loss   loss.Named
	output Output
}

var svmLosses = []svmLoss{
	Hinge:         {"Hinge", loss.Hinge{}, SignOutput},
	SquaredHinge:  {"SquaredHinge", loss.SquaredHinge{}, SignOutput},
	WestonWatkins: {"WestonWatkins", loss.WestonWatkins{}, LargestOutput},
	CrammerSinger: {"CrammerSinger", loss.CrammerSinger{}, LargestOutput},
	ModifiedHuber: {"ModifiedHuber", loss.ModifiedHuber{}, ClippedOutput},
}

var svmLossNames = transform(svmLosses, func(l svmLoss) string { return l.name })

// LinearSVM is the linear support vector machine (KMITL, SVM). It minimises
//
//	L(W, b) = (1/Σs) Σ sᵢ ℓ(zᵢ, tᵢ) + ½λ‖W‖²
//
// with one of the hinge losses. The smaller λ, the fewer samples lie inside the margin of
// width 2/‖w‖; for λ near 0 it is the maximum margin between separable classes. C in
// LIBLINEAR and scikit-learn is 1/(nλ), but LIBLINEAR also penalises b. LIBLINEAR's -B -1
// and scikit-learn's fit_intercept=False are NoIntercept.
type LinearSVM struct {
	// Loss is Hinge, SquaredHinge, WestonWatkins, CrammerSinger or ModifiedHuber.
	Loss SVMLoss
	// Penalty is added to the mean loss. Without L2, or with L1, all losses except
	// SquaredHinge and ModifiedHuber need Descent.
	Penalty Penalty
	// NoIntercept leaves out b, which stays 0.
	NoIntercept bool
	// Solver is Newton, DualCoordinateDescent or Descent, and for SquaredHinge and
	// ModifiedHuber also QuasiNewton or CoordinateDescent; nil means the default (see
	// [Solver]). For the losses that are not smooth its Tol is 1e-8 up to 500 weights and
	// 1e-6 beyond. DualCoordinateDescent is fast for sparse features, and for a few features
	// of similar scale with many samples; Newton suits features of any scale.
	Solver Solver
	// Start is where the solver begins; nil means W = 0, b = 0.
	Start *Model
}

// Fit learns from two classes, with WestonWatkins and CrammerSinger from two or more.
func (l LinearSVM) Fit(d *Data) (*Model, error) { return fit(l.problem(d)) }

// Steps returns the state at the start and after each step of the solver.
func (l LinearSVM) Steps(d *Data) iter.Seq2[Step, error] { return steps(l.problem(d)) }

func (l LinearSVM) problem(d *Data) (*problem, error) {
	if l.Loss < 0 || int(l.Loss) >= len(svmLosses) {
		return nil, badSetting("LinearSVM.Loss", l.Loss, "it must be one of %v", svmLossNames)
	}
	if err := d.checkClasses(); err != nil {
		return nil, err
	}
	chosen := svmLosses[l.Loss]
	p := &problem{data: d, loss: chosen.loss, targets: loss.Targets{Class: d.t}, k: d.K(), output: chosen.output, penalty: l.Penalty, noBias: l.NoIntercept}
	if p.output != LargestOutput {
		if d.K() > 2 {
			return nil, badTarget(d.target, "two classes", "has %d classes %s, but %v is for two; use Loss WestonWatkins or CrammerSinger, or OneVsRest{Of: LinearSVM{…}}%s", d.K(), abbreviate(d.classes), l.Loss, d.withoutEmpty())
		}
		t, err := d.PlusMinus()
		if err != nil {
			return nil, err
		}
		p.targets.Value, p.k = t, 1
	}
	if is[loss.Curved](p.loss) {
		return p, p.prepare(l.Solver, p.smooth(), l.Start)
	}
	var auto Solver = DualCoordinateDescent{}
	switch {
	case l.Penalty.l1() > 0 || l.Penalty.l2() == 0:
		if l.Solver == nil {
			return nil, errNoMargin
		}
		auto = Descent{}
	case d.isStreamed() && p.parameters() > mostWeights:
		if l.Solver == nil {
			return nil, errNoOrder
		}
		auto = Descent{}
	case d.isStreamed() || p.few() && !p.isNear():
		auto = Newton{}
	case p.isNear() && p.parameters() <= mostWeights:
		auto = quickestDual{}
	}
	return p, p.prepare(l.Solver, auto, l.Start)
}

var errNoMargin = errors.New("lclass: LinearSVM with this loss needs Penalty L2(λ) with λ > 0, which makes the margin wide; for L1 use Loss SquaredHinge")

var errNoOrder = fmt.Errorf("lclass: LinearSVM with this loss and more than %d weights supports data that are read in blocks only with Descent; use Solver Descent{Batch: 256}, or Loss SquaredHinge, for several classes in OneVsRest", mostWeights)
