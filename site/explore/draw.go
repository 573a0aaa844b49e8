package explore

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// number returns v with at most four significant digits, and a true minus.
func number(v float64) string {
	if v == 0 {
		return "0" // without a sign
	}
	text := strconv.FormatFloat(v, 'g', 4, 64)
	if a := math.Abs(v); a >= 1e-3 && a < 1e6 {
		digits := max(0, 3-int(math.Floor(math.Log10(a))))
		text = strconv.FormatFloat(v, 'f', digits, 64)
		if strings.Contains(text, ".") {
			text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
		}
	}
	return strings.NewReplacer("e-0", "e−", "e+0", "e", "e+", "e", "-", "−").Replace(text)
}

// linear returns w·x + b with numbers, without what is 0: "0.27 x₁ − 0.3 x₂ + 0.01".
func linear(w []float64, b float64) string {
	var sb strings.Builder
	term := func(v float64, name string) {
		switch {
		case v == 0:
		case sb.Len() == 0:
			sb.WriteString(number(v) + name)
		case v < 0:
			sb.WriteString(" − " + number(-v) + name)
		default:
			sb.WriteString(" + " + number(v) + name)
		}
	}
	for j, v := range w {
		term(v, " x"+string(rune('₁'+j)))
	}
	term(b, "")
	if sb.Len() == 0 {
		return "0"
	}
	return sb.String()
}

// count returns a number with a noun: "1 point", "2 points".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// data returns the points of a state as the data of lclass.
func data(points []Point, classes []string) (*lclass.Data, error) {
	if len(points) == 0 {
		return nil, lclass.ErrNoSamples
	}
	x, t := mat.NewDense(len(points), 2, nil), make([]int, len(points))
	for i, p := range points {
		x.SetRow(i, []float64{p.X, p.Y})
		t[i] = p.Class
	}
	return lclass.FromMatrix(x, t, classes)
}

// pointsOf returns data with two features as points.
func pointsOf(d *lclass.Data) []Point {
	points, t := make([]Point, d.N()), d.T()
	for i, x := range d.Rows() {
		points[i] = Point{X: x[0], Y: x[1], Class: t[i]}
	}
	return points
}

// dots draws points, with a ring around those that ring chooses.
func dots(points []Point, ring func(i int) bool) []Dot {
	all := make([]Dot, len(points))
	for i, p := range points {
		all[i] = Dot{At: XY{p.X, p.Y}, Class: p.Class, Ring: ring(i)}
	}
	return all
}

func noRing(int) bool { return false }

// box returns the corners of a plot.
func box(x, y XY) []XY { return []XY{{x[0], y[0]}, {x[1], y[0]}, {x[1], y[1]}, {x[0], y[1]}} }

// side cuts a convex polygon: it returns the part where w·x + b ≥ 0.
func side(polygon []XY, w []float64, b float64) []XY {
	var part []XY
	score := func(p XY) float64 { return w[0]*p[0] + w[1]*p[1] + b }
	for i, p := range polygon {
		q := polygon[(i+1)%len(polygon)]
		zp, zq := score(p), score(q)
		if zp >= 0 {
			part = append(part, p)
		}
		if zp < 0 != (zq < 0) {
			s := zp / (zp - zq)
			part = append(part, XY{p[0] + s*(q[0]-p[0]), p[1] + s*(q[1]-p[1])})
		}
	}
	if len(part) < 3 {
		return nil
	}
	return part
}

// opposite returns −w.
func opposite(w []float64) []float64 { return []float64{-w[0], -w[1]} }

// boundary returns the part of the line w·x + b = 0 within a plot, nil if there is none.
func boundary(w []float64, b float64, x, y XY) []XY {
	var ends []XY
	corners := box(x, y)
	for i, p := range corners {
		q := corners[(i+1)%4]
		zp, zq := w[0]*p[0]+w[1]*p[1]+b, w[0]*q[0]+w[1]*q[1]+b
		if zp < 0 != (zq < 0) {
			s := zp / (zp - zq)
			ends = append(ends, XY{p[0] + s*(q[0]-p[0]), p[1] + s*(q[1]-p[1])})
		}
	}
	if len(ends) < 2 {
		return nil
	}
	return ends[:2]
}

// function draws a function over a range, at n places.
func function(f func(x float64) float64, x XY, n int) []XY {
	points := make([]XY, n)
	for i := range points {
		at := x[0] + (x[1]-x[0])*float64(i)/float64(n-1)
		points[i] = XY{at, f(at)}
	}
	return points
}

// capital returns a text with a capital in front.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// signed returns v with three decimals and its sign.
func signed(v float64) string { return strings.Replace(fmt.Sprintf("%+.3f", v), "-", "−", 1) }
