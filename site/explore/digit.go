package explore

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// digitWeights names the models: that of section 12 of mnist, and three of the path of
// section 17.
var digitWeights = []string{"L2, λ = 1/60000", "L1, λ = 0.0005", "L1, λ = 0.002", "L1, λ = 0.01"}

// A DigitModel is a model of the digits of MNIST in a short form: its weights have the
// precision of float32, which is enough for the digits that a page shows.
type DigitModel struct {
	Name     string    `json:"name"`
	Spec     string    `json:"spec"`     // in Go
	Accuracy float64   `json:"accuracy"` // on the test images
	Zeros    float64   `json:"zeros"`    // share of the weights
	W        []byte    `json:"w"`        // float32, little endian, row by row
	B        []float64 `json:"b"`
}

// NewDigitModel returns the short form of a model.
func NewDigitModel(name, spec string, m *lclass.Model, accuracy float64) DigitModel {
	d := DigitModel{Name: name, Spec: spec, Accuracy: accuracy, B: m.B}
	rows, columns := m.W.Dims()
	for k := range rows {
		for _, w := range m.W.RawRowView(k) {
			d.W = binary.LittleEndian.AppendUint32(d.W, math.Float32bits(float32(w)))
			if w == 0 {
				d.Zeros += 1 / float64(rows*columns)
			}
		}
	}
	return d
}

// PackDigits returns what [GiveDigits] takes.
func PackDigits(models []DigitModel) ([]byte, error) { return json.Marshal(models) }

var digitModels []DigitModel

// GiveDigits hands over the weights of the drawn digit, which are not in the program, as
// the data from which they are fitted are not in the repository.
func GiveDigits(text []byte) error {
	var models []DigitModel
	if err := json.Unmarshal(text, &models); err != nil {
		return fmt.Errorf("explore: the weights of the digits: %w", err)
	}
	if len(models) != len(digitWeights) {
		return fmt.Errorf("explore: the weights of %d models of digits, not %d", len(models), len(digitWeights))
	}
	for i, m := range models {
		if m.Name != digitWeights[i] {
			return fmt.Errorf("explore: the weights of the digits are %q in place of %q", m.Name, digitWeights[i])
		}
		if len(m.B) != len(digitNames) || len(m.W) != 4*len(m.B)*digitSide*digitSide {
			return fmt.Errorf("explore: the model %q of digits has %d bytes of weights for %d classes", m.Name, len(m.W), len(m.B))
		}
	}
	digitModels = models
	return nil
}

var errNoDigits = errors.New("explore: this site was built without the weights of the digits")

// model returns the model for predictions.
func (d *DigitModel) model() *lclass.Model {
	w := make([]float64, len(d.W)/4)
	for i := range w {
		w[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(d.W[4*i:])))
	}
	return &lclass.Model{W: mat.NewDense(len(d.B), digitSide*digitSide, w), B: d.B, Output: lclass.SoftmaxOutput, Features: digitFeatures, Classes: digitNames}
}

var (
	digitNames    = []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}
	digitFeatures = func() []string {
		names := make([]string, digitSide*digitSide)
		for i := range names {
			names[i] = fmt.Sprintf("p%d,%d", i/digitSide, i%digitSide)
		}
		return names
	}()
)

// What the control for the votes shows besides a digit.
const digitBest = "the winner"

// digit is Edinburgh's softmax on MNIST (rows 25 and 34), for a digit that the reader
// draws.
var _ = register(&Explorable{
	Name:  "digit",
	Title: "Draw a digit",
	Question: Question{
		Text:    "The model has learnt from digits that were all scaled to one size and centred. It calls the 3 below, prepared in that way, a 3. What does it say to the same ink where it was drawn, small and at the upper left?",
		Choices: []string{"A 3, as sure as before", "A 3, less sure", "Another digit"},
		Answer:  digitAnswer,
		Reveal:  Values{"ready": 1},
		Why:     "Each weight belongs to one pixel. Ink elsewhere meets other weights: a linear model of pixels does not recognise a shape that has moved. Draw over it, or clear it and draw your own.",
	},
	Controls: []Control{
		{Kind: Button, Name: "clear", Label: "Clear"},
		{Kind: Button, Name: "pen", Label: "Put the pen down or lift it (space bar)"},
		{Kind: Choice, Name: "example", Label: "Our drawing of a", Options: digitNames, Start: 3, Data: true},
		{Kind: Choice, Name: "ready", Label: "What the model gets", Options: []string{"scaled and centred by mass, as MNIST", "as it was drawn"}},
		{Kind: Choice, Name: "weights", Label: "Penalty of the weights", Options: digitWeights},
		{Kind: Choice, Name: "votes", Label: "Votes of the pixels for", Options: append([]string{digitBest}, digitNames...)},
		{Kind: Slider, Name: "penX", Label: "Pen, across", Max: digitSide, Start: digitSide / 2, Hidden: true},
		{Kind: Slider, Name: "penY", Label: "Pen, up", Max: digitSide, Start: digitSide / 2, Hidden: true},
		{Kind: Choice, Name: "down", Label: "The pen is", Options: []string{"up", "down"}, Hidden: true},
	},
	Pad:  &digitPad,
	Move: digitMove,
	Press: func(s *State, button string) {
		if button == "clear" {
			s.Ink = nil
			s.Values["down"] = 0
			return
		}
		s.Values["down"] = 1 - s.Values["down"]
		if s.Values["down"] == 1 {
			s.Ink = digitPad.add(s.Ink, []XY{{s.Values["penX"], s.Values["penY"]}}, true)
		}
	},
	Draw: digitDraw,
})

// digitMove moves the pen, which draws while it is down.
func digitMove(s *State, _ string, x, y float64) {
	s.Values["penX"], s.Values["penY"] = rounded(min(max(x, 0), digitSide)), rounded(min(max(y, 0), digitSide))
	if s.Values.Int("down") == 1 {
		s.Ink = digitPad.add(s.Ink, []XY{{s.Values["penX"], s.Values["penY"]}}, false)
	}
}

// digitImage returns the pixels that the model gets.
func digitImage(k Ink, ready int) []float64 {
	if ready == 0 {
		k = asMNIST(k)
	}
	return pixels(k)
}

func digitAnswer() (int, error) {
	if digitModels == nil {
		return 0, errNoDigits
	}
	m, three := digitModels[0].model(), digitPad.start(Values{"example": 3})
	before, after := m.ProbaOne(digitImage(three, 0)), m.ProbaOne(digitImage(three, 1))
	switch {
	case lclass.Argmax(after) != 3:
		return 2, nil
	case after[3] < before[3]-0.05:
		return 1, nil
	}
	return 0, nil
}

func digitDraw(s *State) (*Scene, error) {
	if digitModels == nil {
		return nil, errNoDigits
	}
	d := &digitModels[s.Values.Int("weights")]
	m := d.model()
	drawn, x := pixels(s.Ink), digitImage(s.Ink, s.Values.Int("ready"))
	z, y := make([]float64, len(digitNames)), m.ProbaOne(x)
	for k := range z {
		z[k] = floats.Dot(m.W.RawRowView(k), x) + m.B[k]
	}
	order := make([]int, len(y))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case y[a] > y[b]:
			return -1
		case y[a] < y[b]:
			return 1
		}
		return 0
	})
	best, second := order[0], order[1]
	shown := best
	if v := s.Values.Int("votes"); v > 0 {
		shown = v - 1
	}
	sum, _ := mass(x)
	says := fmt.Sprintf("The model says %d with the probability %.3f, and %d with %.3f.", best, y[best], second, y[second])
	if sum == 0 {
		says = "Nothing is drawn, so the biases alone decide. " + says
	}

	pad := square("Draw here", 0.55)
	pad.Pad, pad.Images = true, []Image{ink(drawn)}
	pen := "up"
	if s.Values.Int("down") == 1 {
		pen = "down"
	}
	pad.Handles = []Handle{{Name: "pen", Label: "The pen, which is " + pen + ": the space bar changes that", At: XY{s.Values["penX"], s.Values["penY"]}, Step: XY{0.5, 0.5}, Press: "pen"}}
	pad.Alt = fmt.Sprintf("A pad with %s. %s", count(len(s.Ink), "stroke"), says)
	seen := square("What the model gets", 0.5)
	seen.Images = []Image{ink(x)}
	seen.Alt = "The 28×28 pixels that the model gets. " + says
	votes, strongest := digitVotes(m, x, shown)
	votes.Title = fmt.Sprintf("Votes x·w for the %d, up to %s", shown, number(strongest))
	votes.Alt = fmt.Sprintf("Each pixel of ink, orange for the %d, blue against it. The strongest has %s. The sum and the bias are the score %s.", shown, number(strongest), number(z[shown]))

	chances := Plot{Title: fmt.Sprintf("It is a %d, says the model", best), Y: "probability y", XRange: XY{-0.6, 9.6}, YRange: XY{-0.1, 1.1}, Height: 1, Share: 0.45, NoTicks: true, Alt: "Ten bars, a probability per digit. " + says}
	table := Table{Head: []string{"digit", "score z", "probability y"}}
	for k, name := range digitNames {
		at := float64(k)
		chances.Areas = append(chances.Areas, bar(k, y[k]))
		chances.Texts = append(chances.Texts, Text{At: XY{at, -0.08}, Text: name, Line: -1, Anchor: "middle"})
		if y[k] >= 0.005 {
			chances.Texts = append(chances.Texts, Text{At: XY{at, y[k] + 0.03}, Text: fmt.Sprintf("%.2f", y[k]), Line: -1, Anchor: "middle"})
		}
		table.Rows = append(table.Rows, Row{Line: -1, Class: -1, Cells: []string{name, number(z[k]), fmt.Sprintf("%.3f", y[k])}})
	}
	return &Scene{
		Plots: []Plot{pad, chances, seen, votes},
		Formula: []string{
			fmt.Sprintf("z(%d) = w·x + b = %s + %s = %s", shown, number(z[shown]-m.B[shown]), number(m.B[shown]), number(z[shown])),
			fmt.Sprintf("y(%d) = exp(z(%d)) / Σ exp(z) = %.3f", shown, shown, y[shown]),
			fmt.Sprintf("ink: %s of 784 pixels; weights that are 0: %.1f %%", number(sum), 100*d.Zeros),
			fmt.Sprintf("accuracy on the 10,000 test images: %.2f %%", 100*d.Accuracy),
		},
		Table: table,
		Cell: fmt.Sprintf("train, _, err := datasets.MNIST()\nm := lclass.Must(%s.Fit(lclass.Must(train, err)))\nx := make([]float64, 784)\nfor j, ink := range lclass.Must(hex.DecodeString(\"%s\")) {\n\tx[j] = float64(ink) / 255\n}\nfmt.Printf(\"%%.3f\\n\", m.ProbaOne(x))",
			d.Spec, hex.EncodeToString(ink(x).Pixels)),
		Says: says,
	}, nil
}

// square returns a plot for an image of a digit.
func square(title string, share float64) Plot {
	return Plot{Title: title, XRange: XY{0, digitSide}, YRange: XY{0, digitSide}, Equal: true, Bare: true, Share: share}
}

// ink returns an image to draw.
func ink(image []float64) Image {
	i := Image{Columns: digitSide, Pixels: make([]byte, len(image))}
	for j, v := range image {
		i.Pixels[j] = byte(math.Round(255 * v))
	}
	return i
}

// digitVotes returns what each pixel adds to the score of a digit, and the largest of
// these numbers without its sign.
func digitVotes(m *lclass.Model, x []float64, k int) (Plot, float64) {
	votes, strongest := make([]float64, len(x)), 0.0
	for j, w := range m.W.RawRowView(k) {
		votes[j] = w * x[j]
		strongest = max(strongest, math.Abs(votes[j]))
	}
	image := Image{Columns: digitSide, Pixels: make([]byte, len(x)), Signed: true}
	for j, v := range votes {
		image.Pixels[j] = byte(128 + math.Round(127*v/max(strongest, 1e-300)))
	}
	p := square("", 0.5)
	p.Images = []Image{image}
	return p, strongest
}

var digitPad = Pad{Side: digitSide, Start: func(v Values) Ink { return digitDrawings[v.Int("example")] }}

// digitDrawings are a drawing of each digit, small and at the upper left.
var digitDrawings = func() []Ink {
	var all []Ink
	for _, text := range []string{
		"9,25 7,24 5.5,21 5,17.5 5.5,14 7,11.5 9,10.5 11,11.5 12.5,14 13,17.5 12.5,21 11,24 9,25",
		"9.5,25 9,20 8.5,15 8,10.5",
		"5,22 6,24 8.5,25 11,24 12,22 11.5,20 10,17.5 8,15 6,12.5 4.5,11 7,11 10,11 13,10.5",
		"5,23.5 7,25 9.5,25 11.5,23.5 11.5,21 10,19 8,18.5 10,18 12,16 12,13.5 11,11.5 9,10.5 7,10.5 5,12",
		"6,25 5.5,22 5,18.5 7,18 10,18.5 13,19 / 12,25 11.5,20 11,15 10.5,10.5",
		"12,25 9,25 6.5,24.5 6,21.5 5.5,19 8,19.5 10.5,18.5 12,16.5 12,14 10.5,11.5 8.5,10.5 6.5,11 5,12",
		"10.5,25 8.5,23.5 7,21 6,18 5.5,15 6,12 7.5,10.5 9.5,10.5 11.5,12 12,14 11,16 9,17 7,16 6,14",
		"5,24.5 8,25 11,25 12.5,24.5 11.5,21.5 10,18 9,14.5 8,10.5",
		"9,18.5 7,20 6,22 7,24 9,25 11,24 11.5,22 10.5,20 9,18.5 7,17 5.5,14.5 6,12 8,10.5 10,10.5 11.5,12 11.5,14.5 10.5,17 9,18.5",
		"12,22 10.5,24.5 8.5,25 6.5,23.5 6,21.5 7,19.5 9,19 11,20 12,22 11.5,18.5 11,14.5 10.5,10.5",
	} {
		var k Ink
		for stroke := range strings.SplitSeq(text, " / ") {
			var places []XY
			for place := range strings.FieldsSeq(stroke) {
				x, y, _ := strings.Cut(place, ",")
				places = append(places, XY{lclass.Must(strconv.ParseFloat(x, 64)), lclass.Must(strconv.ParseFloat(y, 64))})
			}
			k = append(k, places)
		}
		all = append(all, k)
	}
	return all
}()
