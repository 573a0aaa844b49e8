package lclass_test

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// byteData are images on the edge of what can be learnt, for k classes.
var byteData = map[string]func(k int) (x []byte, d int, class []int){
	"pixels": func(k int) ([]byte, int, []int) {
		x, class := pixels(60, 6, k)
		return x, 6, class
	},
	"all black":        sameByte(0),
	"all white":        sameByte(255),
	"a pixel an image": func(k int) ([]byte, int, []int) { return []byte{1, 255, 7}[:k], 1, []int{0, 1, 2}[:k] },
	"more pixels": func(k int) ([]byte, int, []int) {
		x, class := pixels(3*k, 40, k)
		return x, 40, class
	},
	"one pixel is the class": func(k int) ([]byte, int, []int) {
		x, class := pixels(60, 6, k)
		for i, c := range class {
			x[6*i] = byte(100 * c)
		}
		return x, 6, class
	},
}

func sameByte(v byte) func(k int) ([]byte, int, []int) {
	return func(k int) ([]byte, int, []int) {
		x, class := make([]byte, 60*4), make([]int, 60)
		for i := range x {
			x[i] = v
		}
		for i := range class {
			class[i] = i % k
		}
		return x, 4, class
	}
}

// Bytes of any scale give what the same numbers give.
func TestBytesSurvive(t *testing.T) {
	forNumbers(t)
	for name, make := range byteData {
		for _, scale := range []float64{1. / 255, 0, -1, 1e-12, 1e12, 1e-300, 1e152} {
			t.Run(fmt.Sprint(name, "/", scale), func(t *testing.T) {
				t.Parallel()
				for _, l := range learnerSpecs {
					if l.classes == 0 {
						continue // bytes come with classes
					}
					x, d, class := make(l.classes)
					bytes, err := fromBytes(x, d, scale, class, classNames(l.classes))
					must(t, bytes, err)
					dense, err := lclass.FromMatrix(mat.NewDense(len(class), d, bytes.Matrix().RawMatrix().Data), class, classNames(l.classes))
					must(t, dense, err)
					penalty := lclass.Penalty{}
					if l.kind == hinges {
						penalty = lclass.L2(0.05 * scale * scale)
						if scale == 0 || scale == 1e-300 || scale == 1e152 {
							penalty = lclass.L2(0.05)
						}
					}
					m, err := fitted(func() (*lclass.Model, error) { return l.make(penalty, nil).Fit(bytes) })
					want, err2 := l.make(penalty, nil).Fit(dense)
					var unit *lclass.ValueError
					switch {
					case err != nil:
						if !isValue(err, lclass.ErrOverflow, &unit) || err2 == nil || err.Error() != err2.Error() || scale > 1e-300 && scale < 1e152 {
							t.Errorf("%s: %v; dense: %v", l.name, err, err2)
						}
					case !isFinite(parameters(m)) || m.Status.Outcome != want.Status.Outcome || m.Status.Outcome == lclass.NotConverged:
						t.Errorf("%s: %v; dense: %v", l.name, m, want)
					case m.Status.Outcome == lclass.Separated: // there is no least loss
					default:
						near(t, l.name+": loss", []float64{m.Status.Loss}, []float64{want.Status.Loss}, 1e-9)
					}
				}
			})
		}
	}
}
