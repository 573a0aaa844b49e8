package plots

import (
	"regexp"
	"strings"
	"testing"

	"linclass/datasets"
	"linclass/internal/errtest"
	"linclass/internal/invalid"
	"linclass/lclass"
)

// captions returns those of all frames, a line each.
func captions(t *testing.T, p *Player) []string {
	t.Helper()
	if p.err != nil {
		t.Fatal(p.err)
	}
	var all []string
	for _, f := range p.frames {
		all = append(all, strings.Split(f.caption, "\n")...)
	}
	return all
}

// AND as KMITL learns it, ten times as large, so that its tenths are whole numbers:
// threshold 2, rate 1, from (3, −1). The lecture prints the rows of its epochs 1, 2 and 5.
func TestStepperWritesTheEquations(t *testing.T) {
	p := Stepper(lclass.Perceptron{Eta: 1, ZeroOne: true, W0: []float64{3, -1}, B0: -2, FixedBias: true}, datasets.AND())
	want := []string{
		"start: w = (3, −1), b = −2", "1 of 4 samples on the wrong side",
		"update 1, epoch 1: x = (1, 0), t = 0, z = w·x + b = 1 ≥ 0, so y = 1, wrong",
		"w ← w + η(t − y)x = (3, −1) + 1·(0 − 1)·(1, 0) = (2, −1)", "b = −2 stays", "now 2 of 4 samples on the wrong side",
		"update 2, epoch 1: x = (1, 1), t = 1, z = w·x + b = −1 < 0, so y = 0, wrong",
		"w ← w + η(t − y)x = (2, −1) + 1·(1 − 0)·(1, 1) = (3, 0)", "b = −2 stays", "now 1 of 4 samples on the wrong side",
	}
	got := captions(t, p)
	for i, line := range want {
		if got[i] != line {
			t.Errorf("line %d: %q, want %q", i, got[i], line)
		}
	}
	if last := got[len(got)-2:]; last[0] != "end: w = (1, 1), b = −2" || last[1] != "0 of 4 samples on the wrong side" {
		t.Errorf("the end: %q", last)
	}
	if p.Len() != 6+2 {
		t.Errorf("%d frames, want those of 6 updates, the start and the end", p.Len())
	}
}

// Edinburgh's rule, from nothing, and the bias learns.
func TestStepperOfRosenblatt(t *testing.T) {
	got := strings.Join(captions(t, Stepper(lclass.Perceptron{Eta: 0.5, Rosenblatt: true}, datasets.OR())), "\n")
	for _, want := range []string{
		"start: w = (0, 0), b = 0\n1 of 4 samples on the wrong side; with w = 0 there is no line, all scores are b",
		"t = −1, z = w·x + b = 0 ≥ 0, so y = 1, wrong\nw ← w + ηtx = (0, 0) + 0.5·(−1)·(0, 0) = (0, 0)\nb ← b + ηt = 0 + 0.5·(−1) = −0.5",
		"t = 1, z = w·x + b = −0.5 < 0, so y = −1, wrong\nw ← w + ηtx = (0, 0) + 0.5·1·(0, 1) = (0, 0.5)\nb ← b + ηt = −0.5 + 0.5·1 = 0",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if got := captions(t, Stepper(lclass.Perceptron{Eta: 0.5}, datasets.OR())); got[3] != "w ← w + η(t − y)x = (0, 0) + 0.5·(−1 − 1)·(0, 0) = (0, 0)" {
		t.Errorf("the other rule: %q", got[3])
	}
}

// In every frame axes and legend are the same, so that nothing jumps, and the
// alternative texts say what the frames show.
func TestStepperFramesDoNotJump(t *testing.T) {
	p := Stepper(lclass.Perceptron{Eta: 0.1}, datasets.AND())
	p.Title = "AND"
	text := page(t, p)
	if n := strings.Count(text, "w after"); n != p.Len() {
		t.Errorf("%d legends in %d frames", n, p.Len())
	}
	for _, arrow := range []string{"w before", "its change", "w after"} {
		if n := strings.Count(text, arrow+", ×"); n != p.Len() {
			t.Errorf("%d scales of %q in %d frames", n, arrow, p.Len())
		}
	}
	first := p.frames[0].panels[0]
	for _, f := range p.frames {
		if p := f.panels[0]; p.Width != first.Width || p.Height != first.Height {
			t.Errorf("a frame of %g×%g", p.Width, p.Height)
		}
	}
	alt := regexp.MustCompile(`^(The start|The end|Update \d+, at the ringed sample \(\d, \d\),): w = \([^)]*\) and b = \S+, \d of 4 samples on the wrong side\.$`)
	for _, f := range p.frames {
		if text := f.panels[0].alt; !alt.MatchString(text) {
			t.Errorf("alt %q", text)
		}
	}
}

func TestStepperErrors(t *testing.T) {
	for name, test := range map[string]struct {
		p    *Player
		want error
	}{
		"batch":        {Stepper(lclass.Perceptron{Batch: 32}, datasets.AND()), bad("Perceptron.Batch", 32)},
		"no data":      {Stepper(lclass.Perceptron{}, nil), lclass.ErrNoSamples},
		"one class":    {Stepper(lclass.Perceptron{}, classes(1, 5)), lclass.ErrOneClass},
		"features":     {Stepper(lclass.Perceptron{}, datasets.Digits().Subset([]int{0, 1})), &invalid.TargetError{Target: "t", Want: "two classes"}},
		"no plane":     {Stepper(lclass.Perceptron{}, must(must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"})).Positive("setosa"))), bad("data", 4)},
		"many updates": {Stepper(lclass.Perceptron{}, datasets.XOR()), bad("Perceptron.Epochs", 0)},
	} {
		if err := test.p.Show(); !errtest.Is(err, test.want) {
			t.Errorf("%s: %v, want %#v", name, err, test.want)
		}
	}
}

// The arrows are as long as they can be beside the samples, in round numbers.
func TestRoundScale(t *testing.T) {
	for v, want := range map[float64]float64{1: 1, 1.99: 1, 2: 2, 4.9: 2, 5: 5, 9.9: 5, 10: 10, 0.03: 0.02, 0.1: 0.1, 730: 500, 0: 1} {
		if got := roundScale(v); got < want*(1-1e-9) || got > want*(1+1e-9) {
			t.Errorf("of %v: %v, want %v", v, got, want)
		}
	}
	for _, v := range []float64{inf, nan, -1} {
		if got := roundScale(v); got != 1 {
			t.Errorf("of %v: %v, want 1", v, got)
		}
	}
}
