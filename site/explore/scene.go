package explore

import "math"

// A Scene is what a page draws.
type Scene struct {
	Name     string    `json:"name"`
	Title    string    `json:"title"`
	Classes  []string  `json:"classes"`
	Plots    []Plot    `json:"plots"`
	Controls []Control `json:"controls"`
	// Formula has lines of text with the current numbers.
	Formula []string `json:"formula"`
	Table   Table    `json:"table"`
	// Samples has numbers of single samples.
	Samples Table `json:"samples"`
	// Cell is Go that prints the same numbers for the lecture's figure.
	Cell string `json:"cell"`
	// Says describes the figure in a sentence or two.
	Says    string `json:"says"`
	Asked   Asked  `json:"asked"`
	Address string `json:"address"`

	disabled map[string]bool    // controls that have no effect now
	last     map[string]float64 // the largest values that have an effect now, of sliders
}

// Asked is the question, with what was answered.
type Asked struct {
	Text    string   `json:"text"`
	Choices []string `json:"choices"`
	Answer  int      `json:"answer"`
	Right   int      `json:"right"` // −1 before an answer
	Why     string   `json:"why"`
}

// Kinds of controls.
const (
	Slider = "slider"
	Choice = "choice"
	Button = "button"
)

// A Control is a slider with a number field, a choice, or a button.
type Control struct {
	Kind  string `json:"kind"`
	Name  string `json:"name"`
	Label string `json:"label"`
	// Min, Max and Step are those of a slider. With Log it moves over the logarithm, and
	// Step is ignored; so it is with Logit, over the log-odds of a probability.
	Min     float64  `json:"min"`
	Max     float64  `json:"max"`
	Step    float64  `json:"step"`
	Log     bool     `json:"log"`
	Logit   bool     `json:"logit"`
	Options []string `json:"options"` // of a choice
	Start   float64  `json:"start"`
	Data    bool     `json:"data"` // a change makes the points anew
	// Hidden controls change through handles alone.
	Hidden   bool    `json:"hidden"`
	Value    float64 `json:"value"`
	Disabled bool    `json:"disabled"`
}

// bound returns the value that is nearest to v and possible.
func (c *Control) bound(v float64) float64 {
	if c.Kind == Choice {
		return min(max(math.Round(v), 0), float64(len(c.Options)-1))
	}
	v = min(max(v, c.Min), c.Max)
	if c.Step == 1 && !c.Log {
		v = math.Round(v)
	}
	return v
}

// A Table has the numbers of the figure. Each row has a key in the figure.
type Table struct {
	Head []string `json:"head"`
	Rows []Row    `json:"rows"`
}

// A Row is one of a [Table]. Its key is a line style or a class, −1 for none.
type Row struct {
	Line  int      `json:"line"`
	Class int      `json:"class"`
	Cells []string `json:"cells"`
}

// XY is a place in a plot.
type XY = [2]float64

// A Plot is a pair of axes with what is drawn there, in the order of the fields.
type Plot struct {
	Title string `json:"title"`
	X     string `json:"x"` // labels of the axes
	Y     string `json:"y"`
	// XRange and YRange are the ends of the axes.
	XRange XY `json:"xRange"`
	YRange XY `json:"yRange"`
	// XTicks are the numbers below the plot; nil means round numbers.
	XTicks []Tick `json:"xTicks"`
	// Equal gives both axes one scale.
	Equal bool `json:"equal"`
	// NoTicks leaves out the numbers below the plot.
	NoTicks bool `json:"noTicks"`
	// Bare leaves out the axes with their labels.
	Bare bool `json:"bare"`
	// Height is that of the plot by its width, unless it is Equal.
	Height float64 `json:"height"`
	// Share is that of the width on a wide screen, where plots stand side by side; 0
	// means all of it.
	Share float64 `json:"share"`
	// Edit means that readers can move, add and remove the points of this plot.
	Edit bool `json:"edit"`
	// Pad means that readers can draw here.
	Pad     bool     `json:"pad"`
	Images  []Image  `json:"images"`
	Areas   []Area   `json:"areas"`
	Curves  []Curve  `json:"curves"`
	Dots    []Dot    `json:"dots"`
	Texts   []Text   `json:"texts"`
	Handles []Handle `json:"handles"`
	Alt     string   `json:"alt"`
}

// A Tick is a number below a plot, at a place of its x axis.
type Tick struct {
	At   float64 `json:"at"`
	Text string  `json:"text"`
}

// Kinds of areas beyond the classes.
const (
	Unsure = -1 // no class, or more than one: hatched
	Street = -2
	Bar    = -3
	// Filled and above is a class in its full colour.
	Filled = 100
)

// An Area is a filled polygon.
type Area struct {
	Points []XY `json:"points"`
	// Class fills the area with a light tint of a class, or as a kind above.
	Class int `json:"class"`
}

// An Image has square pixels that fill a plot, row by row from the top.
type Image struct {
	Columns int `json:"columns"`
	// Pixels go from 0, no ink, to 255. With Signed 128 is 0, and 1 and 255 are opposite.
	Pixels []byte `json:"pixels"`
	Signed bool   `json:"signed"`
}

// A Curve is a line through points. NaN in a y leaves a gap.
type Curve struct {
	Points []XY `json:"points"`
	Line   int  `json:"line"` // the style: colour and dashes
	Thin   bool `json:"thin"`
	Bold   bool `json:"bold"`
	Arrow  bool `json:"arrow"`
}

// A Dot is a sample. In a plot with Edit the ith dot is the ith point of the state.
type Dot struct {
	At    XY   `json:"at"`
	Class int  `json:"class"`
	Ring  bool `json:"ring,omitempty"` // on the wrong side, or a support vector
	Small bool `json:"small,omitempty"`
}

// A Text stands in a plot.
type Text struct {
	At   XY     `json:"at"`
	Text string `json:"text"`
	Line int    `json:"line"` // the colour of a line style, −1 for that of text
	// Anchor is start, middle or end.
	Anchor string `json:"anchor"`
}

// A Handle can be dragged and moved with the arrow keys. One that belongs beyond the ends of
// the axes is shown there.
type Handle struct {
	Name  string `json:"name"`
	Label string `json:"label"`
	At    XY     `json:"at"`
	// Step is how far an arrow key moves it.
	Step XY `json:"step"`
	// Press is the button that the space bar presses there, "" for none.
	Press string `json:"press"`
}

// hold moves handles outside their plots to the nearest place inside.
func (s *Scene) hold() {
	for _, p := range s.Plots {
		for i := range p.Handles {
			p.Handles[i].At = p.inside(p.Handles[i].At)
		}
	}
}

// inside returns the place in the plot nearest to at.
func (p *Plot) inside(at XY) XY {
	return XY{min(max(at[0], p.XRange[0]), p.XRange[1]), min(max(at[1], p.YRange[0]), p.YRange[1])}
}

// round leaves out the digits of coordinates that nobody can see.
func (s *Scene) round() {
	for _, p := range s.Plots {
		x, y := scale(p.XRange), scale(p.YRange)
		at := func(p *XY) { p[0], p[1] = math.Round(p[0]*x)/x, math.Round(p[1]*y)/y }
		for _, a := range p.Areas {
			for i := range a.Points {
				at(&a.Points[i])
			}
		}
		for _, c := range p.Curves {
			for i := range c.Points {
				at(&c.Points[i])
			}
		}
		for i := range p.Dots {
			at(&p.Dots[i].At)
		}
	}
}

// scale returns the power of ten that a range of coordinates needs.
func scale(r XY) float64 { return math.Pow(10, math.Ceil(4-math.Log10(r[1]-r[0]))) }
