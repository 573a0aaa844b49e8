package stream

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math"

	"linclass/lclass"
)

// A witness knows 64 bits of the cells of each stride of rows, so that others are
// noticed when the rows are read again.
type witness struct {
	seed   maphash.Seed
	prints []uint64
}

// A testimony is one reading of rows, which begin at a stride.
type testimony struct {
	hash  maphash.Hash
	cells int // since the last print
}

func newWitness() *witness { return &witness{seed: maphash.MakeSeed()} }

func (w *witness) begin() *testimony {
	t := &testimony{}
	t.hash.SetSeed(w.seed)
	return t
}

// add takes in the cells of a row.
func (t *testimony) add(cells []Cell) {
	for _, c := range cells {
		var number [9]byte
		if !c.IsText {
			number[0] = 1
			binary.LittleEndian.PutUint64(number[1:], math.Float64bits(c.Number))
		} else {
			binary.LittleEndian.PutUint64(number[1:], uint64(len(c.Text)))
		}
		t.hash.Write(number[:])
		t.hash.WriteString(c.Text)
	}
	t.cells++
}

// print returns what was taken in since the last print.
func (t *testimony) print() uint64 {
	sum := t.hash.Sum64()
	t.hash.Reset()
	t.cells = 0
	return sum
}

// first keeps the print of a stride that ends with row i, or nothing before that.
func (w *witness) first(t *testimony, i int) {
	if (i+1)%stride == 0 {
		w.prints = append(w.prints, t.print())
	}
}

// end keeps the print of the rows after the last stride.
func (w *witness) end(t *testimony) {
	if t.cells > 0 {
		w.prints = append(w.prints, t.print())
	}
}

// again is an error if a stride that ends with row i of n has other cells than before.
func (w *witness) again(t *testimony, i, n int) error {
	if (i+1)%stride != 0 && i+1 != n {
		return nil
	}
	if at := i / stride; t.print() != w.prints[at] {
		return fmt.Errorf("%w: rows %d to %d have another target or weight", lclass.ErrChanged, at*stride, i)
	}
	return nil
}
