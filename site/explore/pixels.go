package explore

import "math"

// What MNIST did to the drawings that people made, by the description of LeCun, Cortes and
// Burges: each was scaled, without a change of shape, into a box of 20×20 pixels, and put
// into an image of 28×28 pixels so that its centre of mass is in the middle.
const (
	digitSide = 28
	digitBox  = 20
	// digitMiddle is where the centre of mass of MNIST's images is, on average to within
	// 0.01: the middle of the pixel in row 14 and column 14, counted from 0.
	digitMiddleX, digitMiddleY = 14.5, 13.5
	// penRadius in pixels gives drawings about the ink that MNIST's have: a tenth of the
	// image.
	penRadius = 1.1
)

// pixels returns an image of ink, row by row from the top: 1 is ink, and at the border of
// a stroke the share of ink. Numbers are rounded to the 255 levels of MNIST.
func pixels(k Ink) []float64 {
	image := make([]float64, digitSide*digitSide)
	for _, stroke := range k {
		for i := range stroke {
			a, b := stroke[max(i-1, 0)], stroke[i]
			r := penRadius + 1
			for row := range span(digitSide-max(a[1], b[1])-r, digitSide-min(a[1], b[1])+r) {
				for column := range span(min(a[0], b[0])-r, max(a[0], b[0])+r) {
					far := distance(XY{float64(column) + 0.5, digitSide - 0.5 - float64(row)}, a, b)
					p := &image[row*digitSide+column]
					*p = max(*p, min(1, penRadius+0.5-far))
				}
			}
		}
	}
	for i, v := range image {
		image[i] = math.Round(v*255) / 255
	}
	return image
}

// span yields the pixels of a row or column between two coordinates.
func span(from, to float64) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := max(0, int(from)); i < digitSide && float64(i) <= to; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

// distance returns that of p from the part of a line between a and b.
func distance(p, a, b XY) float64 {
	dx, dy := b[0]-a[0], b[1]-a[1]
	s := 0.0
	if long := dx*dx + dy*dy; long > 0 {
		s = min(max(((p[0]-a[0])*dx+(p[1]-a[1])*dy)/long, 0), 1)
	}
	return math.Hypot(p[0]-a[0]-s*dx, p[1]-a[1]-s*dy)
}

// mass returns the sum of an image and its centre of mass, in the coordinates of ink.
func mass(image []float64) (sum float64, centre XY) {
	for i, v := range image {
		sum += v
		centre[0] += v * (float64(i%digitSide) + 0.5)
		centre[1] += v * (digitSide - 0.5 - float64(i/digitSide))
	}
	if sum == 0 {
		return 0, XY{digitMiddleX, digitMiddleY}
	}
	return sum, XY{centre[0] / sum, centre[1] / sum}
}

// asMNIST returns ink as MNIST would have it: scaled into the box, and moved so that the
// centre of mass is in the middle.
func asMNIST(k Ink) Ink {
	if len(k) == 0 {
		return k
	}
	low, high := k[0][0], k[0][0]
	for _, stroke := range k {
		for _, at := range stroke {
			low = XY{min(low[0], at[0]), min(low[1], at[1])}
			high = XY{max(high[0], at[0]), max(high[1], at[1])}
		}
	}
	scale := 1.0
	if long := max(high[0]-low[0], high[1]-low[1]); long > 1 { // a dot stays one
		scale = (digitBox - 2*penRadius) / long
	}
	k = k.moved(XY{(low[0] + high[0]) / 2, (low[1] + high[1]) / 2}, scale)
	_, centre := mass(pixels(k))
	return k.moved(centre, 1)
}

// moved returns ink with a place moved to the middle, and scaled there.
func (k Ink) moved(middle XY, scale float64) Ink {
	m := k.clone()
	for _, stroke := range m {
		for i, at := range stroke {
			stroke[i] = XY{digitMiddleX + scale*(at[0]-middle[0]), digitMiddleY + scale*(at[1]-middle[1])}
		}
	}
	return m
}
