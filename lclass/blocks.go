package lclass

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/rows"
)

// Blocks is an n×d matrix for data that do not fit into memory: it says how to
// read a block of consecutive rows, which is done again and again.
// [FromMatrix], [RegressionFromMatrix], [FromLabels] and [FromSets] take
// it like any other matrix and leave the features where they are. Targets and
// weights are in memory, with about 24 bytes for each sample during a fit.
//
// A fit reads all rows for each pass: twice for the mean and the deviation of
// the features, once or twice to begin and to end, and once for each step of
// the solver, or a few times where steps are halved. A solver that takes few
// steps is what saves time: ClosedForm, Newton, QuasiNewton and
// CoordinateDescent. W and b are those that the same solver finds for the same rows in
// memory, to the last bit, on any number of cores; for nil, [Solver] says which it is.
// Processors with AVX-512, with AVX2 and with neither
// round sums differently, in memory, too: W and b then differ by about 1e-15 of the
// largest weight, and by 1e-12 where features correlate by 0.999999. With
// DualCoordinateDescent, which ends within its Tol, they differ by about 1e-3.
//
// In memory are as many blocks as there are cores, and two. A row that is
// asked for alone, as by [Data.At], brings its block in, so rows are best taken
// in their order. Perceptron and Descent do that for Seed 0;
// DualCoordinateDescent does not and refuses such data. [Data.Subset] reads the
// rows when they are needed if their numbers increase, as those of OneVsOne do,
// and otherwise brings them into memory, as LDA, QDA, NaiveBayes and
// [Data.Matrix] bring all of them. What [Standardizer], [Polynomial] and [Radial]
// make of such data is computed again at every pass.
//
// If reading fails, even once, or a value is NaN or infinite, that is the error of
// Fit, Steps, and all other functions that return one, and so is [ErrChanged] if rows
// are not what they were in the pass before. From then on nothing is read any more. Values that cannot be read are NaN
// where there is no error to return, and [Data.Err] says why.
type Blocks struct {
	// N is the number n of rows and D the number d of columns.
	N, D int
	// Features are the names of the columns. If there are none they are called
	// x1 … xd.
	Features []string
	// Size is the number of rows in a block; it is rounded up to a multiple of
	// 256. If it is 0 a block has about 4 MB. Larger blocks suit storage that
	// takes long to find a place, but memory holds several of them.
	Size int
	// Read sets x to the rows lo ≤ i < hi, one after the other, (hi−lo)·d
	// values that are 0 before. lo is a multiple of Size, rounded up, and hi
	// is lo + Size or n. Read is called by several goroutines at once, must
	// give the same values every time, and must not keep x.
	Read func(x []float64, lo, hi int) error
	// ReadBytes takes the place of Read for features that are bytes, such as
	// pixels: feature j is Scale times the byte.
	ReadBytes func(x []byte, lo, hi int) error
	// Scale multiplies the bytes. If it is 0 it is defaulted to 1.
	Scale float64
}

var _ mat.Matrix = Blocks{}

// Dims returns the number of rows n and of columns d.
func (b Blocks) Dims() (n, d int) { return b.N, b.D }

// At returns the value of row i, column j, for which it reads a block. It is NaN
// if that cannot be read, or is no finite number. At panics if there is no such
// value.
func (b Blocks) At(i, j int) float64 {
	if i < 0 || i >= b.N || j < 0 || j >= b.D {
		panic(fmt.Sprintf("lclass: Blocks.At(%d, %d) of %d×%d", i, j, b.N, b.D))
	}
	d, err := b.data()
	if err != nil {
		return math.NaN()
	}
	return d.At(i, j)
}

// T returns the transpose, a view.
func (b Blocks) T() mat.Matrix { return mat.Transpose{Matrix: b} }

// data returns the features without a target.
func (b Blocks) data() (*Data, error) {
	d := &Data{features: b.Features, target: "t"}
	if d.features == nil {
		d.features = defaultNames(b.D)
	}
	if err := b.check(d.features); err != nil {
		return nil, err
	}
	if b.ReadBytes != nil {
		d.x = rows.NewBlocks(b.N, b.D, b.size(1), cmp.Or(b.Scale, 1), rows.Steady(named(b.ReadBytes), nil))
		return d, nil
	}
	d.x = rows.NewBlocks(b.N, b.D, b.size(8), 1, rows.Steady(named(b.Read), finiteBlock(d.features)))
	return d, nil
}

func (b Blocks) check(names []string) error {
	switch {
	case b.N < 0 || b.D < 0 || b.Size < 0:
		return fmt.Errorf("lclass: Blocks has N = %d, D = %d and Size = %d; none of them can be negative", b.N, b.D, b.Size)
	case len(names) != b.D:
		return fmt.Errorf("lclass: Blocks has %d Features and D = %d; name all columns, or none", len(names), b.D)
	case (b.Read == nil) == (b.ReadBytes == nil):
		return errors.New("lclass: Blocks must have either Read or ReadBytes")
	case b.ReadBytes != nil && b.D > rows.MaxColumns:
		return fmt.Errorf("lclass: Blocks has D = %d; bytes take %d columns at most", b.D, rows.MaxColumns)
	case math.IsNaN(b.Scale) || math.IsInf(b.Scale*255, 0):
		return fmt.Errorf("lclass: Blocks.Scale = %v; it must be a finite number", b.Scale)
	}
	return checkNames("feature", names)
}

// size returns the number of rows of a block whose values take that many bytes
// each.
func (b Blocks) size(bytes int) int {
	if b.Size > 0 {
		return b.Size
	}
	return rows.BlockSize(bytes * b.D)
}

// named returns read with errors that name the rows.
func named[V any](read func(x []V, lo, hi int) error) func(x []V, lo, hi int) error {
	return func(x []V, lo, hi int) error {
		if err := read(x, lo, hi); err != nil {
			return fmt.Errorf("lclass: rows %d to %d cannot be read: %w", lo, hi-1, err)
		}
		return nil
	}
}

// finiteBlock returns what refuses the rows lo ≤ i < hi if one of their values
// is NaN or infinite.
func finiteBlock(names []string) func(x []float64, lo, hi int) error {
	return func(x []float64, lo, _ int) error {
		for i, v := range x {
			if v-v != 0 {
				return &ValueError{Column: names[i%len(names)], Row: lo + i/len(names), Value: v}
			}
		}
		return nil
	}
}

// WithContext returns the data with a context. When the context is done, Fit and
// Steps of all learners end with an error that wraps its cause. They look at the
// context before they read a block of [Blocks], for each 256 samples that they pass
// over in memory, and for some columns of a matrix that they decompose. Fits return
// within about 0.2 s, or the time that reading a block takes. A nil context is never
// cancelled.
func (d *Data) WithContext(ctx context.Context) *Data {
	d = d.orNone()
	c := *d.orNone()
	c.ctx = ctx
	if s, ok := d.x.(streamed); ok {
		c.x = s.Watch(c.stopped)
	}
	return &c
}

// stop returns what reports whether features cannot be read any more or a context is
// done, nil if neither can be.
func (d *Data) stop() func() bool {
	if d.ctx == nil && !d.isStreamed() {
		return nil
	}
	return func() bool { return d.Err() != nil }
}

// stopped returns the error of a context that is done.
func (d *Data) stopped() error {
	if d.ctx == nil || d.ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("lclass: stopped: %w", context.Cause(d.ctx))
}

// A streamed table is read when it is needed.
type streamed interface {
	rows.Lazy
	Err() error
	Map(d int, phi func(φ, x []float64), check func(x []float64, lo, hi int) error) rows.Rows
	Watch(stop func() error) rows.Rows
}

// Err returns why features of [Blocks] could not be read, nil if all was read
// that was asked for; it stays, and the way out is to begin again from the
// source. After [Data.WithContext] it is also the error of a context that is
// done.
func (d *Data) Err() error {
	d = d.orNone()
	if s, ok := d.x.(streamed); ok && s.Err() != nil {
		return s.Err()
	}
	if d.elsewhere != nil && d.elsewhere.Err() != nil {
		return d.elsewhere.Err()
	}
	return d.stopped()
}

// isStreamed reports whether the features are read again at every pass.
func (d *Data) isStreamed() bool {
	_, ok := d.x.(streamed)
	return ok
}

// read returns what was made of the features, or the reason why they could not
// be read.
func read[T any](d *Data, made T, err error) (T, error) {
	if failed := d.Err(); failed != nil {
		var none T
		return none, failed
	}
	return made, err
}

// inMemory returns the data with all features in memory.
func (d *Data) inMemory() (*Data, error) {
	s, ok := d.x.(streamed)
	if !ok {
		return d, nil
	}
	x, err := s.Load()
	if err != nil {
		return nil, err
	}
	m := *d
	m.x = x
	return &m, nil
}

// mapped returns the data with their named features as φ(x), computed when they
// are needed. They are dense.
func (d *Data) mapped(x streamed, phi func(φ, x []float64)) (*Data, error) {
	m := *d
	m.x = x.Map(len(d.features), phi, finiteBlock(d.features))
	return &m, nil
}

// inOrder refuses a seed that has samples visited in random order.
func (d *Data) inOrder(field string, seed uint64) error {
	if seed != 0 && d.isStreamed() {
		return fmt.Errorf("lclass: %s = %d shuffles the samples, and these data are read in blocks, in their order; take Seed 0, and shuffle them where they are stored", field, seed)
	}
	return nil
}
