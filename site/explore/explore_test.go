package explore

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/decide"
	"linclass/lclass/metric"
	"linclass/lclass/mle"
	"linclass/lclass/validate"
)

// TestMain gives the drawn digit models that have learned from our ten drawings, moved and
// scaled, as MNIST is not on every computer.
func TestMain(m *testing.M) {
	var models []DigitModel
	for i, name := range digitWeights {
		fit, err := drawnDigits(i).Fit(drawings())
		if err != nil {
			panic(err)
		}
		models = append(models, NewDigitModel(name, "lclass.Softmax{}", fit, 1))
	}
	text, err := PackDigits(models)
	if err == nil {
		err = GiveDigits(text)
	}
	if err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func drawnDigits(i int) lclass.Softmax {
	return lclass.Softmax{Penalty: lclass.L2(math.Pow(10, float64(i-4)))}
}

// drawings are our ten drawings as MNIST would have them, each in nine versions.
func drawings() *lclass.Data {
	x, t := mat.NewDense(90, 784, nil), make([]int, 90)
	for i := range t {
		k := i % 10
		image := pixels(asMNIST(digitPad.start(Values{"example": float64(k)})).moved(XY{digitMiddleX + float64(i/10%3-1)/2, digitMiddleY}, 1+float64(i/30-1)/20))
		x.SetRow(i, image)
		t[i] = k
	}
	return lclass.Must(lclass.FromMatrix(x, t, digitNames))
}

func TestDigitPrintsWhatLclassDoes(t *testing.T) {
	s := open(t, "digit")
	check := func(scene *Scene, which int, x []float64) {
		t.Helper()
		m := must(t, drawnDigits(which), drawings())
		y, z := m.ProbaOne(x), make([]float64, 10)
		for k, name := range digitNames {
			z[k] = floats.Dot(m.W.RawRowView(k), x) + m.B[k]
			wantText(t, "probability of the "+name, cell(t, scene, name, 2), fmt.Sprintf("%.3f", y[k]))
		}
		wantFormula(t, scene, fmt.Sprintf("= %.3f", slices.Max(y)))
		wantFormula(t, scene, "ink: "+number(floats.Sum(x)))
		// The cell has the pixels.
		code := regexp.MustCompile(`"([0-9a-f]{9,})"`).FindStringSubmatch(scene.Cell)
		if code == nil {
			t.Fatalf("the cell has no image: %s", scene.Cell)
		}
		for j, ink := range lclass.Must(hex.DecodeString(code[1])) {
			if float64(ink)/255 != x[j] {
				t.Fatalf("pixel %d in the cell is %d/255, not %g", j, ink, x[j])
			}
		}
	}
	three := digitPad.start(Values{"example": 3})
	check(do(t, s, Event{Do: "open"}), 0, pixels(asMNIST(three)))
	check(do(t, s, Event{Do: "set", Name: "ready", Value: 1}, Event{Do: "set", Name: "weights", Value: 2}), 2, pixels(three))
	drawn := digitPad.add(three, []XY{{20, 8}, {24.2, 9}, {26, 14}}, true)
	check(do(t, s, Event{Do: "draw", Begin: true, Ink: []XY{{20, 8}}}, Event{Do: "draw", Ink: []XY{{24.2, 9}, {26, 14}}}), 2, pixels(drawn))
	check(do(t, s, Event{Do: "press", Name: "clear"}), 2, make([]float64, 784))
	// The pen draws what the mouse does.
	scene := do(t, s, Event{Do: "move", Name: "pen", X: 20, Y: 8}, Event{Do: "press", Name: "pen"}, Event{Do: "move", Name: "pen", X: 24.2, Y: 9},
		Event{Do: "press", Name: "pen"}, Event{Do: "move", Name: "pen", X: 3, Y: 3})
	check(scene, 2, pixels(digitPad.add(nil, []XY{{20, 8}, {24.2, 9}}, true)))
}

// Drawings are prepared as MNIST's: 20 pixels long, the centre of mass in the middle,
// wherever and in whatever size they were drawn.
func TestDigitsAreCentred(t *testing.T) {
	for k, name := range digitNames {
		ink := digitPad.start(Values{"example": float64(k)})
		for _, moved := range []Ink{ink, ink.moved(XY{20, 20}, 1), ink.moved(XY{9, 18}, 0.5)} {
			image := pixels(asMNIST(moved))
			sum, centre := mass(image)
			if math.Hypot(centre[0]-digitMiddleX, centre[1]-digitMiddleY) > 0.1 {
				t.Errorf("%s: the centre of mass is at %v", name, centre)
			}
			top, bottom := digitSide, 0
			for i, v := range image {
				if v >= 0.5 {
					top, bottom = min(top, i/digitSide), max(bottom, i/digitSide)
				}
			}
			if high := bottom - top + 1; high < digitBox-1 || high > digitBox+1 {
				t.Errorf("%s is %d pixels high", name, high)
			}
			if sum < 40 || sum > 200 {
				t.Errorf("%s has %g of ink; the mean of MNIST is 102", name, sum)
			}
		}
	}
	if image := pixels(asMNIST(Ink{{{3, 3}}})); floats.Max(image) != 1 {
		t.Error("a dot vanishes")
	}
}

// With the data, the models of the site read what they should.
func TestDigitsFromMNIST(t *testing.T) {
	train, _, err := datasets.MNIST()
	if errors.Is(err, datasets.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		t.Skip("fits MNIST")
	}
	var sum float64
	var middle XY
	const n = 5000
	for i := range n {
		ink, centre := mass(train.Row(i))
		sum, middle = sum+ink/n, XY{middle[0] + centre[0]/n, middle[1] + centre[1]/n}
	}
	if math.Hypot(middle[0]-digitMiddleX, middle[1]-digitMiddleY) > 0.02 || math.Abs(sum-102) > 3 {
		t.Errorf("images of MNIST have %g of ink around %v", sum, middle)
	}
	fit := must(t, lclass.Softmax{Penalty: lclass.L2(1.0 / 60000), Solver: lclass.QuasiNewton{Tol: 1e-6}}, train)
	d := NewDigitModel("", "", fit, 0)
	short := d.model()
	for k := range digitNames {
		x := pixels(asMNIST(digitPad.start(Values{"example": float64(k)})))
		y := short.ProbaOne(x)
		if lclass.Argmax(y) != k {
			t.Errorf("our %d is read as %d: %.3f", k, lclass.Argmax(y), y)
		}
		for j, want := range fit.ProbaOne(x) {
			if math.Abs(y[j]-want) > 1e-5 {
				t.Errorf("our %d: y(%d) = %g in the short form, %g in full", k, j, y[j], want)
			}
		}
	}
}

func open(t *testing.T, name string) *Session {
	t.Helper()
	s, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// do applies events and returns the last scene.
func do(t *testing.T, s *Session, events ...Event) *Scene {
	t.Helper()
	var scene *Scene
	for _, e := range events {
		var err error
		if scene, err = s.Do(e); err != nil {
			t.Fatalf("%+v: %v", e, err)
		}
	}
	return scene
}

// cell returns the text of the table in a row and a column.
func cell(t *testing.T, scene *Scene, row string, column int) string {
	t.Helper()
	for _, r := range scene.Table.Rows {
		if r.Cells[0] == row {
			return r.Cells[column]
		}
	}
	t.Fatalf("%s has no row %q", scene.Name, row)
	return ""
}

func wantText(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %q, by lclass %q", what, got, want)
	}
}

func wantFormula(t *testing.T, scene *Scene, want string) {
	t.Helper()
	if !slices.ContainsFunc(scene.Formula, func(line string) bool { return strings.Contains(line, want) }) {
		t.Errorf("%s: no formula of %q has what lclass prints, %q", scene.Name, scene.Formula, want)
	}
}

// must returns the model of a learner.
func must(t *testing.T, e lclass.Estimator, d *lclass.Data) *lclass.Model {
	t.Helper()
	m, err := e.Fit(d)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func score(m *lclass.Model) string {
	w, b := m.Line()
	return linear(w, b)
}

// edited returns data with a point moved and one more.
func edited(t *testing.T, d *lclass.Data, i int, to, added [2]float64, class int) *lclass.Data {
	t.Helper()
	n, _ := d.Matrix().Dims()
	x := mat.NewDense(n+1, 2, nil)
	x.Copy(d.Matrix())
	x.SetRow(i, to[:])
	x.SetRow(n, added[:])
	e, err := lclass.FromMatrix(x, append(slices.Clone(d.T()), class), d.Classes())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestOutliersPrintsWhatLclassDoes(t *testing.T) {
	s := open(t, "outliers")
	check := func(scene *Scene, d *lclass.Data) {
		t.Helper()
		for name, l := range map[string]lclass.Estimator{"least squares": lclass.LeastSquares{}, "logistic": lclass.Logistic{}, "hinge": lclass.LinearSVM{Penalty: lclass.L2(1e-3)}} {
			m := must(t, l, d)
			wantFormula(t, scene, name+": z = "+score(m))
			accuracy, err := m.Accuracy(d)
			if err != nil {
				t.Fatal(err)
			}
			wantText(t, name+" wrong", cell(t, scene, name, 2), fmt.Sprint(int(math.Round(float64(d.N())*(1-accuracy)))))
		}
		// The loss of logistic regression is the log-loss of its probabilities.
		p, err := must(t, lclass.Logistic{}, d).Proba(d)
		if err != nil {
			t.Fatal(err)
		}
		wantText(t, "logistic loss", cell(t, scene, "logistic", 1), number(metric.LogLoss(d.T(), p, nil)))
	}
	check(do(t, s, Event{Do: "open"}), datasets.Outliers(200, 0, 3))
	check(do(t, s, Event{Do: "set", Name: "far", Value: 10}), datasets.Outliers(200, 10, 3))
	scene := do(t, s, Event{Do: "move", Point: 7, X: 5, Y: 3.25}, Event{Do: "add", X: -2, Y: -3.5, Class: 1})
	check(scene, edited(t, datasets.Outliers(200, 10, 3), 7, [2]float64{5, 3.25}, [2]float64{-2, -3.5}, 1))
	// Section 4 of leastsquares prints that least squares turns by more than 15° and
	// logistic regression by less than 3° with 40 far points.
	scene = do(t, s, Event{Do: "set", Name: "far", Value: 40})
	var turned, stays float64
	fmt.Sscanf(cell(t, scene, "least squares", 3), "%f", &turned)
	fmt.Sscanf(cell(t, scene, "logistic", 3), "%f", &stays)
	if turned <= 15 || stays >= 3 {
		t.Errorf("least squares turned by %g°, logistic by %g°", turned, stays)
	}
}

// A penalty would show where a line separates the classes.
func TestOutliersSeparatedWhileHeld(t *testing.T) {
	session := open(t, "outliers")
	scene := do(t, session, Event{Do: "open"})
	for i := len(scene.Plots[0].Dots) - 1; i >= 0; i-- { // without the points near x₁ = x₂
		if at := scene.Plots[0].Dots[i].At; math.Abs(at[0]-at[1]) < 1.5 {
			do(t, session, Event{Do: "remove", Point: i})
		}
	}
	move := Event{Do: "move", Point: 0, X: -1, Y: 1, Held: true}
	held := do(t, session, move)
	if wrong := cell(t, held, "logistic", 2); wrong != "0" {
		t.Fatalf("%s wrong: the classes are not separated", wrong)
	}
	move.Held = false
	if free := do(t, session, move); !slices.Equal(held.Formula, free.Formula) {
		t.Errorf("held, the figure says %q, and let go %q", held.Formula, free.Formula)
	}
}

// While a point is held the line of the hinge loss is a little off, and that of logistic
// regression is where it will be; once it is let go, the figure is the one that its address
// shows.
func TestOutliersIsRoughWhileHeld(t *testing.T) {
	session := open(t, "outliers")
	hinge := func(s *Scene) []XY { return s.Plots[0].Curves[2].Points }
	move := Event{Do: "move", Point: 4, X: 1.5, Y: -0.25, Held: true}
	held := do(t, session, move)
	move.Held = false
	free := do(t, session, move)
	if fmt.Sprint(held.Formula) == fmt.Sprint(free.Formula) {
		t.Error("the fit is not rough while the point is held")
	}
	for i, p := range hinge(held) {
		if q := hinge(free)[i]; math.Hypot(p[0]-q[0], p[1]-q[1]) > 0.15 {
			t.Errorf("the line of the hinge loss ends at %v while the point is held, and then at %v", p, q)
		}
	}
	if p, q := held.Plots[0].Curves[1].Points, free.Plots[0].Curves[1].Points; !slices.Equal(p, q) {
		t.Errorf("the line of logistic regression is %v while the point is held, and then %v", p, q)
	}
	opened := do(t, session, Event{Do: "open", State: free.Address})
	if !slices.Equal(opened.Formula, free.Formula) || !slices.Equal(hinge(opened), hinge(free)) {
		t.Errorf("let go, the figure says %q, and its address %q", free.Formula, opened.Formula)
	}
	if got := do(t, session, Event{Do: "set", Name: "loss", Value: 2}); !slices.Equal(got.Formula, free.Formula) {
		t.Errorf("after another event the figure says %q, before it %q", got.Formula, free.Formula)
	}
}

// Descent that diverges stops where the sliders end, and the figure says so.
func TestLineStopsWhereSlidersEnd(t *testing.T) {
	s := open(t, "line")
	const end = "A weight is at the end of its slider. If descent took it there, η may be too large."
	scene := do(t, s, Event{Do: "set", Name: "loss", Value: 1}, Event{Do: "press", Name: "step"})
	if slices.Contains(scene.Formula, end) {
		t.Errorf("after one step: %q", scene.Formula)
	}
	scene = do(t, s, Event{Do: "press", Name: "ten"}, Event{Do: "press", Name: "ten"})
	for _, name := range []string{"w1", "w2", "b"} {
		if c := All["line"].control(name); !(s.State().Values[name] >= c.Min && s.State().Values[name] <= c.Max) {
			t.Errorf("%s is %v, beyond its slider", name, s.State().Values[name])
		}
	}
	wantFormula(t, scene, end)
}

func TestLinePrintsWhatLclassDoes(t *testing.T) {
	s := open(t, "line")
	d := datasets.TwoGaussians(100, 1)
	for k, l := range []lclass.Estimator{lclass.Logistic{}, lclass.RegressionClassifier{}, lclass.LinearSVM{Loss: lclass.SquaredHinge}} {
		m := must(t, l, d)
		factor := []float64{1, 2, 1}[k] // RegressionClassifier has half of the squared error
		scene := do(t, s, Event{Do: "set", Name: "loss", Value: float64(k)}, Event{Do: "press", Name: "fit"})
		wantFormula(t, scene, "z = "+score(m))
		wantText(t, "loss of the fit", cell(t, scene, "your line", 1), number(factor*m.Status.Loss))
	}
	// The mean squared error of a given line, by its definition.
	scene := do(t, s, Event{Do: "set", Name: "loss", Value: 1}, Event{Do: "set", Name: "w1", Value: 0.5}, Event{Do: "set", Name: "w2", Value: -1}, Event{Do: "set", Name: "b", Value: 0.25})
	sum := 0.0
	for i, x := range d.Rows() {
		e := float64(2*d.T()[i]-1) - (0.5*x[0] - x[1] + 0.25)
		sum += e * e / 100
	}
	wantText(t, "squared error", cell(t, scene, "your line", 1), number(sum))
	// A step of descent is −η times the gradient, here by finite differences.
	s = open(t, "line")
	loss := func(w []float64, b float64) float64 {
		sum := 0.0
		for i, x := range d.Rows() {
			sum += math.Log1p(math.Exp(-float64(2*d.T()[i]-1)*(floats.Dot(w, x)+b))) / 100
		}
		return sum
	}
	h := 1e-5
	do(t, s, Event{Do: "set", Name: "eta", Value: 2}, Event{Do: "press", Name: "step"})
	got := s.State().Values["w1"]
	want := 1 - 2*(loss([]float64{1 + h, 1}, 0)-loss([]float64{1 - h, 1}, 0))/(2*h)
	if math.Abs(got-want) > 1e-7 {
		t.Errorf("w₁ after a step: %g, by finite differences %g", got, want)
	}
	// The table of samples: its mean is the gradient that lclass follows, for each loss.
	for k := range lineLosses {
		s = open(t, "line")
		scene := do(t, s, Event{Do: "set", Name: "loss", Value: float64(k)}, Event{Do: "set", Name: "eta", Value: 0.01})
		rows := scene.Samples.Rows
		mean := rows[len(rows)-1].Cells
		var loss float64
		fmt.Sscan(cell(t, scene, "your line", 1), &loss)
		wantText(t, "mean loss", mean[2], fixed(loss, 2))
		do(t, s, Event{Do: "press", Name: "step"})
		v := s.State().Values
		wantText(t, "mean gradient by w", mean[3], fixed((1-v["w1"])/0.01, 2)+", "+fixed((1-v["w2"])/0.01, 2))
		wantText(t, "mean gradient by b", mean[4], fixed(-v["b"]/0.01, 2))
		if len(rows) != lineWorst+1 {
			t.Errorf("the table has %d samples, want %d", len(rows)-1, lineWorst)
		}
	}
	// Ten steps are ten times one step.
	steps := open(t, "line")
	for range 10 {
		do(t, steps, Event{Do: "press", Name: "step"})
	}
	s = open(t, "line")
	do(t, s, Event{Do: "press", Name: "ten"})
	for _, name := range []string{"w1", "w2", "b"} {
		if got, want := s.State().Values[name], steps.State().Values[name]; math.Abs(got-want) > 1e-12 {
			t.Errorf("%s is %g after ten steps, and %g after ten times one step", name, got, want)
		}
	}
	// The new point: its probability is that of a model with these weights.
	scene = do(t, open(t, "line"), Event{Do: "move", Name: "new", X: -1.25, Y: 0.5})
	m := &lclass.Model{W: mat.NewDense(1, 2, []float64{1, 1}), B: []float64{0}, Output: lclass.SigmoidOutput, Features: []string{"x1", "x2"}, Classes: []string{"0", "1"}}
	wantFormula(t, scene, "y = σ(z) = "+number(m.ProbaOne([]float64{-1.25, 0.5})[1]))
	wantFormula(t, scene, "distance |z| / ‖w‖ = "+number(0.75/math.Sqrt2))
	// What each point costs: the mean is the loss of the table.
	for k := range lineLosses {
		scene := do(t, open(t, "line"), Event{Do: "set", Name: "loss", Value: float64(k)})
		costs := scene.Plots[1]
		if want := "The mean is " + cell(t, scene, "your line", 1) + "."; !strings.Contains(costs.Alt, want) {
			t.Errorf("%q does not say %q", costs.Alt, want)
		}
		for _, dot := range costs.Dots {
			if loss, _ := lineLosses[k].sample(1, dot.At[0]); math.Abs(loss-dot.At[1]) > 0.01 {
				t.Errorf("loss %d: the point at %v is not on the curve, %g", k, dot.At, loss)
			}
		}
		if len(costs.Dots) < 90 {
			t.Errorf("loss %d: %d of 100 points are in the picture", k, len(costs.Dots))
		}
	}
	// The handles: the line goes through where its handle is, w points to the other.
	do(t, s, Event{Do: "move", Name: "foot", X: 1, Y: 2}, Event{Do: "move", Name: "tip", X: 2, Y: 0})
	v := s.State().Values
	foot, tip := lineFoot(v)
	if math.Hypot(foot[0]-1, foot[1]-2) > 0.01 || math.Hypot(tip[0]-2, tip[1]) > 0.01 || v["w1"] != 1 || v["w2"] != -2 {
		t.Errorf("w = (%g, %g) goes from %v to %v, not from (1, 2) to (2, 0)", v["w1"], v["w2"], foot, tip)
	}
}

func TestPerceptronWalksAsLclassDoes(t *testing.T) {
	s := open(t, "perceptron")
	k := 0
	for u, err := range (lclass.Perceptron{Eta: 0.1}).Updates(datasets.UnitSquare(100, 11)) {
		if err != nil {
			t.Fatal(err)
		}
		if k++; k > 25 {
			break
		}
		wantFormula(t, do(t, s, Event{Do: "press", Name: "next"}), "z = "+linear(u.W, u.B))
	}
	for batch, size := range map[int]int{1: 8, 2: 32, 3: lclass.FullBatch} {
		p := lclass.Perceptron{Eta: 0.1, Batch: size, Epochs: perceptronLimit}
		if size != lclass.FullBatch {
			p.Seed = 1
		}
		m := must(t, p, datasets.UnitSquare(100, 11))
		scene := do(t, s, Event{Do: "set", Name: "batch", Value: float64(batch)}, Event{Do: "press", Name: "end"})
		wantFormula(t, scene, "z = "+score(m))
		wantFormula(t, scene, fmt.Sprintf("no mistakes after %d epochs", m.Status.Iterations))
	}
	scene := do(t, s, Event{Do: "reset"}, Event{Do: "set", Name: "data", Value: 3}, Event{Do: "press", Name: "end"})
	wantFormula(t, scene, "no end within")
}

func TestPerceptronSliderEndsWhereThePathDoes(t *testing.T) {
	s := open(t, "perceptron")
	step := func(events ...Event) Control {
		t.Helper()
		scene := do(t, s, events...)
		c := scene.Controls[slices.IndexFunc(scene.Controls, func(c Control) bool { return c.Name == "step" })]
		if want := fmt.Sprintf("After %s", count(int(c.Value), "update")); scene.Plots[0].Title != want {
			t.Errorf("the slider shows %g, the title %q", c.Value, scene.Plots[0].Title)
		}
		return c
	}
	at := s.State().Points[10]
	long := step(Event{Do: "press", Name: "end"})
	if long.Value != long.Max {
		t.Errorf("at the end the slider shows %g of %g", long.Value, long.Max)
	}
	short := step(Event{Do: "move", Point: 10, X: 0.5, Y: 0.35})
	if short.Max >= long.Max || short.Value != short.Max {
		t.Errorf("a path that shrinks from %g updates leaves the slider at %g of %g", long.Max, short.Value, short.Max)
	}
	if back := step(Event{Do: "move", Point: 10, X: at.X, Y: at.Y}); back.Value != long.Value {
		t.Errorf("with the point back, the slider shows %g of %g", back.Value, back.Max)
	}
}

func TestLinearLeavesOutWhatIsZero(t *testing.T) {
	for _, c := range []struct {
		w    []float64
		b    float64
		want string
	}{
		{[]float64{0.27, -0.3}, 0.01, "0.27 x₁ − 0.3 x₂ + 0.01"},
		{[]float64{-0.216, 0}, 0, "−0.216 x₁"},
		{[]float64{0, 2}, -1, "2 x₂ − 1"},
		{[]float64{0, 0}, 0.5, "0.5"},
		{[]float64{0, 0}, 0, "0"},
	} {
		if got := linear(c.w, c.b); got != c.want {
			t.Errorf("linear(%v, %g) = %q, want %q", c.w, c.b, got, c.want)
		}
	}
}

func TestSoftmaxPrintsWhatLclassDoes(t *testing.T) {
	s := open(t, "softmax")
	check := func(scene *Scene, z []float64, target int) {
		t.Helper()
		// Softmax with the scores as biases, for a picture without features.
		m := &lclass.Model{W: mat.NewDense(5, 1, nil), B: z, Output: lclass.SoftmaxOutput, Features: []string{"x"}, Classes: softmaxNames}
		y := m.ProbaOne([]float64{0})
		for k, name := range softmaxNames {
			wantText(t, name, cell(t, scene, name, 3), fmt.Sprintf("%.3f", y[k]))
		}
		wantFormula(t, scene, "= "+number(-math.Log(y[target])))
	}
	check(do(t, s, Event{Do: "open"}), []float64{2, 3, 0.2, -1, 0.5}, 1)
	check(do(t, s, Event{Do: "move", Name: "z0", X: 0, Y: 4.52}, Event{Do: "set", Name: "target", Value: 2}), []float64{4.5, 3, 0.2, -1, 0.5}, 2)
	// A step of descent with η = 1 on three dogs and a cat is that of manyclasses; on one
	// dog it adds 1 − y to the dog and takes y from the others.
	do(t, s, Event{Do: "reset"}, Event{Do: "press", Name: "step"})
	y := make([]float64, 5)
	lclass.SoftmaxTo(y, softmaxStart)
	if got, want := s.State().Values["z1"], rounded(3+1-y[1]); got != want {
		t.Errorf("score of the dog after a step: %g, want %g", got, want)
	}
}

func TestRegionsPrintsWhatLclassDoes(t *testing.T) {
	s := open(t, "regions")
	binary := lclass.Logistic{Penalty: lclass.L2(1e-3)}
	d := edited(t, regionsMill(150), 3, [2]float64{3, 2}, [2]float64{6, 6}, 1)
	do(t, s, Event{Do: "answer", Value: 3}, Event{Do: "move", Point: 3, X: 3, Y: 2}, Event{Do: "add", X: 6, Y: 6, Class: 1})
	for way, l := range []lclass.Estimator{lclass.OneVsRest{Of: binary}, lclass.OneVsRest{Of: binary}, lclass.OneVsOne{Of: binary}, lclass.Softmax{Penalty: lclass.L2(1e-3)}} {
		m := must(t, l, d)
		scene := do(t, s, Event{Do: "set", Name: "way", Value: float64(way)})
		for k := range 3 {
			wantFormula(t, scene, m.RowNames()[k]+": z = "+linear(m.W.RawRowView(k), m.B[k]))
		}
		// The polygons against a grid that asks the model at each place.
		unsure, n := 0, 200
		for i := range n {
			for j := range n {
				if x := []float64{-2 + 10*(float64(i)+0.5)/float64(n), -3 + 10*(float64(j)+0.5)/float64(n)}; way%2 == 0 && m.AmbiguousOne(x) {
					unsure++
				}
			}
		}
		var percent float64
		fmt.Sscanf(cell(t, scene, regionsLearners[way].name, 1), "%f", &percent)
		if want := 100 * float64(unsure) / float64(n*n); math.Abs(percent-want) > 0.3 {
			t.Errorf("%s: %g %% undecided, on a grid %g %%", regionsLearners[way].name, percent, want)
		}
	}
}

func TestThresholdPrintsWhatLclassDoes(t *testing.T) {
	s := open(t, "threshold")
	// The screening of metrics: one in 20, learnt from seed 1, tested on seed 2.
	people := func(seed uint64) *lclass.Data {
		d := datasets.TwoGaussians(4000, seed)
		var keep, ill []int
		for i, c := range d.T() {
			if c == 0 || i%38 == 1 {
				keep, ill = append(keep, i), append(ill, c)
			}
		}
		return lclass.Must(lclass.FromMatrix(d.Subset(keep).Matrix(), ill, []string{"healthy", "ill"}))
	}
	test := people(2)
	p := mat.Col(nil, 1, lclass.Must(must(t, lclass.Logistic{}, people(1)).Proba(test)))
	costs, err := decide.NewCosts(0, 1, 100, 0)
	if err != nil {
		t.Fatal(err)
	}
	best, err := costs.Threshold()
	if err != nil {
		t.Fatal(err)
	}
	for theta, scene := range map[float64]*Scene{0.5: do(t, s, Event{Do: "open"}), best: do(t, s, Event{Do: "press", Name: "cheapest"})} {
		c := metric.Confusion(test.T(), decide.Threshold(p, theta), test.Classes(), nil)
		wantText(t, "false alarms", cell(t, scene, "healthy", 2), fmt.Sprintf("FP %.0f", c.Class(1).FP))
		wantText(t, "missed", cell(t, scene, "ill", 1), fmt.Sprintf("FN %.0f", c.Class(1).FN))
		wantText(t, "recall", cell(t, scene, "recall", 1), number(c.Class(1).Recall()))
		wantText(t, "precision", cell(t, scene, "precision", 1), number(c.Class(1).Precision()))
		wantText(t, "AUC", cell(t, scene, "AUC", 1), number(metric.AUC(test.T(), p, nil)))
		wantFormula(t, scene, "= "+number(costs.Mean(c)))
	}
	// The mark on the ROC curve goes to the nearest place of the curve.
	scene := do(t, s, Event{Do: "move", Name: "roc", X: 0.1, Y: 0.9})
	at := scene.Plots[1].Handles[0].At
	r := metric.Rank(test.T(), p, nil).ROC()
	for i := range r.FPR {
		if far := math.Hypot(r.FPR[i]-0.1, r.TPR[i]-0.9); far < math.Hypot(at[0]-0.1, at[1]-0.9)-0.01 {
			t.Errorf("the mark is at %v, and (%g, %g) is nearer to (0.1, 0.9)", at, r.FPR[i], r.TPR[i])
		}
	}
	// With the keys it goes from one end of the curve to the other.
	do(t, s, Event{Do: "move", Name: "roc", X: 0, Y: 0})
	for i := range 120 {
		at = scene.Plots[1].Handles[0].At
		scene = do(t, s, Event{Do: "move", Name: "roc", X: at[0] + 0.02*float64(i%2), Y: at[1] + 0.02*float64(1-i%2)})
	}
	end := metric.Confusion(test.T(), decide.Threshold(p, thresholdLow), test.Classes(), nil).Class(1)
	if math.Hypot(at[0]-end.FPR(), at[1]-end.Recall()) > 0.02 {
		t.Errorf("the keys leave the mark at %v", at)
	}
	// The marks of the picture and the bill are on a scale of log-odds.
	for _, name := range []string{"threshold", "bill"} {
		do(t, s, Event{Do: "move", Name: name, X: math.Log(0.2 / 0.8), Y: 0})
		if got := s.State().Values["theta"]; math.Abs(got-0.2) > 1e-9 {
			t.Errorf("the mark %s gives the threshold %g, not 0.2", name, got)
		}
	}
}

func TestStreetPrintsWhatLclassDoes(t *testing.T) {
	s := open(t, "street")
	check := func(scene *Scene, lambda float64, d *lclass.Data) {
		t.Helper()
		m := must(t, lclass.LinearSVM{Penalty: lclass.L2(lambda)}, d)
		w, _ := m.Line()
		wantFormula(t, scene, "z = "+score(m))
		wantFormula(t, scene, "= "+number(2/floats.Norm(w, 2)))
		wantFormula(t, scene, "= "+number(m.Status.Loss))
	}
	check(do(t, s, Event{Do: "open"}), 1e-4, streetGap())
	check(do(t, s, Event{Do: "set", Name: "lambda", Value: 0.05}), 0.05, streetGap())
	scene := do(t, s, Event{Do: "move", Point: 0, X: 0.5, Y: 0.5}, Event{Do: "add", X: 3, Y: 3, Class: 1})
	check(scene, 0.05, edited(t, streetGap(), 0, [2]float64{0.5, 0.5}, [2]float64{3, 3}, 1))
	// Section 3 of svm: a point that is not ringed can be removed, and nothing moves.
	s = open(t, "street")
	before := do(t, s, Event{Do: "open"})
	i := slices.IndexFunc(before.Plots[0].Dots, func(d Dot) bool { return !d.Ring })
	after := do(t, s, Event{Do: "remove", Point: i})
	wantText(t, "width without a point that is not ringed", after.Formula[1], before.Formula[1])
}

func TestLikelihoodPrintsWhatMleDoes(t *testing.T) {
	s := open(t, "likelihood")
	x := datasets.Iris().Col("sepal_width").Float()
	if !slices.Equal(x, likelihoodWidths) {
		t.Errorf("the widths are %v, those of datasets.Iris %v", likelihoodWidths, x)
	}
	scene := do(t, s, Event{Do: "answer", Value: 0}, Event{Do: "move", Name: "hill", X: 3.1, Y: 0.4})
	n := mle.Normal{Mu: 3.1, Sigma: 0.4}
	wantText(t, "l", cell(t, scene, "yours", 3), number(n.LogLikelihood(x)))
	dMu, dSigma := n.Gradient(x)
	wantFormula(t, scene, "∂l/∂μ = "+number(dMu)+",  ∂l/∂σ = "+number(dSigma))
	best, err := mle.FitNormal(x)
	if err != nil {
		t.Fatal(err)
	}
	scene = do(t, s, Event{Do: "press", Name: "top"})
	wantText(t, "μ", cell(t, scene, "yours", 1), number(best.Mu))
	wantText(t, "σ", cell(t, scene, "yours", 2), number(best.Sigma))
	// A place of a contour has the log-likelihood of the contour.
	for _, p := range likelihoodContour(best, -100) {
		if l := (mle.Normal{Mu: p[0], Sigma: p[1]}).LogLikelihood(x); math.Abs(l+100) > 1e-6 {
			t.Errorf("the contour of −100 has %g at %v", l, p)
		}
	}
}

func TestBowlsPrintsWhatLclassDoes(t *testing.T) {
	s := open(t, "bowls")
	d := datasets.HousePrices(60, 1)
	m := must(t, lclass.LinearRegression{}, d)
	w, b := m.Line()
	scene := do(t, s, Event{Do: "answer", Value: 2}, Event{Do: "set", Name: "steps", Value: 12})
	wantText(t, "lowest w", cell(t, scene, "lowest", 1), number(w[0]))
	wantText(t, "lowest b", cell(t, scene, "lowest", 2), number(b))
	bowl, err := newBowl(d)
	if err != nil {
		t.Fatal(err)
	}
	twelve := must(t, lclass.LinearRegression{Solver: lclass.Descent{Eta: 1 / bowl.steepest, Epochs: 12}}, d)
	wantText(t, "w after 12 steps", cell(t, scene, "canyon", 1), number(twelve.W.At(0, 0)))
	wantText(t, "loss after 12 steps", cell(t, scene, "canyon", 3), number(twelve.Status.Loss))
	// Newton's method is there after one step, whatever the bowl (section 8 of regression).
	scene = do(t, s, Event{Do: "set", Name: "method", Value: 1}, Event{Do: "set", Name: "steps", Value: 1})
	wantText(t, "w by Newton", cell(t, scene, "canyon", 1), number(w[0]))
	wantText(t, "b by Newton", cell(t, scene, "canyon", 2), number(b))
	// The loss on a contour is that of the contour, by lclass.
	for _, p := range bowl.level(1e4) {
		if l := bowl.loss([2]float64{p[1], p[0]}); math.Abs(l-1e4) > 1e-6 {
			t.Errorf("the contour of 10000 has %g at %v", l, p)
		}
	}
}

func TestDegreePrintsWhatLclassDoes(t *testing.T) {
	s := open(t, "degree")
	polynomial := func(degree int) lclass.Pipeline {
		return lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Polynomial{Degree: degree}}, Of: lclass.LinearRegression{}}
	}
	train, fresh := degreeSine(15, 3), degreeSine(1000, 4)
	for _, degree := range []int{1, 3, 9} {
		m := must(t, polynomial(degree), train)
		scene := do(t, s, Event{Do: "set", Name: "degree", Value: float64(degree)})
		wantText(t, "training error", cell(t, scene, "on the training points", 1), number(lclass.Must(validate.MSE.Of(m, train))))
		wantText(t, "generalisation error", cell(t, scene, "on 1000 new points", 1), number(lclass.Must(validate.MSE.Of(m, fresh))))
		v, err := validate.CrossValidate(train, validate.KFold{K: 5, Seed: 1}, polynomial(degree))
		if err != nil {
			t.Fatal(err)
		}
		wantText(t, "cross-validation", cell(t, scene, "5-fold cross-validation", 1), number(v.Mean()))
		wantFormula(t, scene, "y = "+number(m.B[0]))
	}
}

// Every question has the right answer that is computed, and what it reveals fits it.
func TestQuestions(t *testing.T) {
	// The texts of the answers, which Why explains.
	want := map[string]int{"outliers": 0, "line": 1, "perceptron": 1, "softmax": 0, "regions": 3, "threshold": 3, "street": 1, "likelihood": 2, "bowls": 2, "degree": 1, "digit": 2}
	for _, name := range Names() {
		e := All[name]
		right, err := e.Question.Answer()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if k, ok := want[name]; !ok || right != k {
			t.Errorf("%s: the answer is %q, but Why explains choice %d (in the table: %v)", name, e.Question.Choices[right], k, ok)
		}
		for control := range e.Question.Reveal {
			if e.control(control) == nil {
				t.Errorf("%s reveals %q, which is no control", name, control)
			}
		}
		before := do(t, open(t, name), Event{Do: "open"})
		if before.Asked.Right != -1 || before.Asked.Why != "" {
			t.Errorf("%s gives its answer away: %+v", name, before.Asked)
		}
		s := open(t, name)
		after := do(t, s, Event{Do: "answer", Value: float64(right)})
		if after.Asked.Right != right || after.Asked.Why == "" {
			t.Errorf("%s does not reveal its answer: %+v", name, after.Asked)
		}
	}
}

// An address brings back what it was taken of.
func TestAddresses(t *testing.T) {
	for _, name := range Names() {
		e, s := All[name], open(t, name)
		scene := do(t, s, Event{Do: "answer", Value: 1})
		for _, c := range e.Controls {
			if c.Kind == Slider && !c.Data {
				scene = do(t, s, Event{Do: "set", Name: c.Name, Value: c.bound(c.Min + 0.3*(c.Max-c.Min))})
			}
		}
		if e.Points != nil {
			scene = do(t, s, Event{Do: "move", Point: 2, X: 0.123456, Y: 0.5})
			if len(e.Classes) > 0 {
				scene = do(t, s, Event{Do: "add", X: 0.25, Y: 1. / 3, Class: 1}, Event{Do: "remove", Point: 0})
			}
		}
		again := do(t, open(t, name), Event{Do: "open", State: scene.Address})
		if again.Address != scene.Address || fmt.Sprint(again.Formula, again.Table) != fmt.Sprint(scene.Formula, scene.Table) {
			t.Errorf("%s: the address %q brings back\n%v\ninstead of\n%v", name, scene.Address, again.Table, scene.Table)
		}
		start := do(t, open(t, name), Event{Do: "open"})
		back := do(t, s, Event{Do: "reset"})
		if fmt.Sprint(back.Plots) != fmt.Sprint(start.Plots) && name != "regions" && name != "likelihood" { // these two show more after the answer
			t.Errorf("%s: reset does not bring back the lecture's figure", name)
		}
		for _, damaged := range []string{"?=9", "?=x", "w1=NaN", "999999=1,2", "+9=1,2", "-999999", "ink=A", "ink=A!", "ink=..", "+0=1e300,0", "1=,", "unknown", strings.Repeat("+0=1,1&", maxPoints+1)} {
			if _, err := open(t, name).Do(Event{Do: "open", State: damaged}); err == nil && !(name != "line" && damaged == "w1=NaN") {
				t.Errorf("%s accepts the address %.20q", name, damaged)
			}
		}
	}
}

// Nothing that a reader can do ends in an error, except what the page does not offer.
func TestEverythingCanBeDone(t *testing.T) {
	for _, name := range Names() {
		e, s := All[name], open(t, name)
		for _, c := range e.Controls {
			switch c.Kind {
			case Button:
				do(t, s, Event{Do: "press", Name: c.Name}, Event{Do: "press", Name: c.Name})
			case Choice:
				for k := range c.Options {
					do(t, s, Event{Do: "set", Name: c.Name, Value: float64(k)})
				}
			default:
				for _, v := range []float64{c.Min, c.Max, -1e9, 1e9, c.Start} {
					do(t, s, Event{Do: "set", Name: c.Name, Value: v})
				}
			}
			finite(t, do(t, s, Event{Do: "set", Name: e.Controls[0].Name, Value: e.Controls[0].Start}))
		}
		for range 3 { // remove whole classes, and all points
			s.state.Points = s.state.Points[:min(len(s.state.Points), 7)]
			for len(e.Classes) > 0 && len(s.State().Points) > 0 {
				finite(t, do(t, s, Event{Do: "remove", Point: 0}))
			}
			if len(e.Classes) > 0 {
				finite(t, do(t, s, Event{Do: "add", X: 0, Y: 0, Class: 0}, Event{Do: "add", X: 0, Y: 0, Class: 1}))
			}
		}
	}
	for _, e := range []Event{{Do: "fly"}, {Do: "set", Name: "?"}, {Do: "move", Point: -1}, {Do: "add", Class: 7}, {Do: "remove", Point: 10000}, {Do: "answer", Value: 17}} {
		if _, err := open(t, "outliers").Do(e); err == nil {
			t.Errorf("%+v is not refused", e)
		}
	}
	if _, err := Open("nothing"); err == nil {
		t.Error("an unknown explorable is not refused")
	}
}

// finite reports numbers in a scene that JSON cannot hold.
func finite(t *testing.T, scene *Scene) {
	t.Helper()
	if bad := regexp.MustCompile(`\bNaN\b|Inf\b`).FindString(fmt.Sprintf("%+v", scene.Plots)); bad != "" {
		t.Errorf("%s draws %s", scene.Name, bad)
	}
}

func TestEveryScene(t *testing.T) {
	for _, name := range Names() {
		scene := do(t, open(t, name), Event{Do: "answer", Value: Skipped})
		if scene.Says == "" || scene.Cell == "" || len(scene.Plots) == 0 || len(scene.Formula) == 0 || len(scene.Table.Rows) == 0 {
			t.Errorf("%s has no sentence, cell, plot, formula or table", name)
		}
		for _, p := range scene.Plots {
			if p.Alt == "" || p.Title == "" {
				t.Errorf("%s has a plot without a title or a description: %q, %q", name, p.Title, p.Alt)
			}
		}
		for _, row := range scene.Table.Rows {
			if len(row.Cells) != len(scene.Table.Head) {
				t.Errorf("%s: %d cells below %d heads", name, len(row.Cells), len(scene.Table.Head))
			}
		}
	}
}

func TestMissingClasses(t *testing.T) {
	if _, err := data(nil, nil); !errors.Is(err, lclass.ErrNoSamples) {
		t.Errorf("no points: %v", err)
	}
}

func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 1: "1", -0.5: "−0.5", 2.0 / 3: "0.6667", 123456.7: "123457", 1e-9: "1e−9", 4.473e6: "4.473e6", -1e-12: "−1e−12", 0.99999: "1"} {
		if got := number(v); got != want {
			t.Errorf("number(%g) = %q, want %q", v, got, want)
		}
	}
}

// Handles, and the points of a plot with Edit, stay in their plots, whatever the reader does.
// The values stay where their controls end, so that the address opens the same scene.
func TestHandlesStayInTheirPlots(t *testing.T) {
	for _, name := range Names() {
		s := open(t, name)
		scene := do(t, s, Event{Do: "answer", Value: Skipped})
		check := func(e Event) {
			scene := do(t, s, e)
			again := do(t, open(t, name), Event{Do: "open", State: scene.Address})
			if !slices.Equal(again.Formula, scene.Formula) {
				t.Errorf("%s: after %+v, %q opens %q, want %q", name, e, scene.Address, again.Formula, scene.Formula)
			}
			for _, p := range scene.Plots {
				var all []XY
				for _, h := range p.Handles {
					all = append(all, h.At)
				}
				for _, d := range p.Dots {
					if p.Edit {
						all = append(all, d.At)
					}
				}
				for _, at := range all {
					if at != p.inside(at) {
						t.Errorf("%s: after %+v, %v is not in x from %v and y from %v", name, e, at, p.XRange, p.YRange)
					}
				}
			}
		}
		corners := func() {
			for _, p := range scene.Plots {
				for i := range 4 {
					x, y := p.XRange[i%2], p.YRange[i/2]
					for _, h := range p.Handles {
						check(Event{Do: "move", Name: h.Name, X: x, Y: y})
					}
					if p.Edit {
						check(Event{Do: "move", Point: i, X: 1000 * x, Y: y})
					}
				}
			}
		}
		corners()
		for _, c := range All[name].Controls {
			if c.Kind == Button {
				check(Event{Do: "press", Name: c.Name})
				continue
			}
			for _, v := range []float64{c.Min, c.Max} {
				check(Event{Do: "set", Name: c.Name, Value: v})
			}
		}
		corners()
	}
	s := open(t, "street")
	far := do(t, s, Event{Do: "open", State: "0=1000,-1000&+1=-50,7000"})
	dots := far.Plots[0].Dots
	if got, want := [2]XY{dots[0].At, dots[len(dots)-1].At}, [2]XY{{streetX[1], streetY[0]}, {streetX[0], streetY[1]}}; got != want {
		t.Errorf("points of a link far outside are at %v, want %v", got, want)
	}
	if strings.Contains(far.Address, "000") {
		t.Errorf("the address is %q", far.Address)
	}
}

// The handle of a line stays on the line, and the end of w on w, also at the ends of the axes.
func TestLineKeepsItsHandles(t *testing.T) {
	v := Values{"w1": 1, "w2": 1, "b": -7.5, "x1": 3.9, "x2": 3.6}
	foot, tip := lineFoot(v)
	if z := foot[0] + foot[1] - 7.5; math.Abs(z) > 1e-9 || (&Plot{XRange: lineRange, YRange: lineRange}).inside(foot) != foot {
		t.Errorf("the handle is at %v with a score of %g", foot, z)
	}
	if end := lineEnd(foot, tip); end[0] != 4 && end[1] != 4 || math.Abs((end[0]-foot[0])-(end[1]-foot[1])) > 1e-9 {
		t.Errorf("w from %v to %v is cut at %v", foot, tip, end)
	}
	v = Values{"w1": 2, "w2": 0.1, "b": 0, "x1": 0, "x2": 3.99}
	if foot, tip := lineFoot(v); tip[1] > 4+1e-9 || math.Abs(2*foot[0]+0.1*foot[1]) > 1e-9 || foot[1] < 3.89 {
		t.Errorf("the handle is at %v, w ends at %v, not just below 4", foot, tip)
	}
	s := &State{Values: Values{"w1": 2, "w2": -1, "b": 0, "x1": 0, "x2": 0}}
	lineMove(s, "foot", 4, -4)
	if foot, tip := lineFoot(s.Values); foot != (XY{2, -3}) || tip != (XY{4, -4}) {
		t.Errorf("the line dragged into the corner has its handle at %v, and w ends at %v", foot, tip)
	}
	v = Values{"w1": 1, "w2": 0, "b": -6, "x1": 0, "x2": 0} // the line is not in the plot
	if foot, _ := lineFoot(v); foot != (XY{6, 0}) {
		t.Errorf("the point of x₁ = 6 is %v", foot)
	}
}
