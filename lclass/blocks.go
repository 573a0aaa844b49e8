package lclass

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass/internal/rows"
)

// Blocks is an n×d matrix for data that do not fit into memory. It reads blocks of
// consecutive rows, as often as a fit needs them. [FromMatrix], [RegressionFromMatrix],
// [FromLabels] and [FromSets] accept it like any other matrix and do not load the
// features. Targets and weights are in memory; a fit needs about 24 bytes per sample.
//
// Every pass of a fit reads all rows: two passes for the means and standard deviations of
// the features, one or two at the start and at the end, and one per step of the solver,
// or a few when it halves a step. Solvers with few steps are therefore fastest:
// ClosedForm, Newton, QuasiNewton and CoordinateDescent. W and b equal those of the same
// solver on the same rows in memory, to the last bit, on any number of cores. [Solver]
// says which solver nil selects. Processors with AVX-512, with AVX2 and with neither
// round sums differently, also in memory: W and b then differ by about 1e-15 of the
// largest weight, and by 1e-12 if features correlate by 0.999999. With
// DualCoordinateDescent, which stops within its Tol, they differ by about 1e-3.
//
// Memory holds two blocks more than there are cores. Reading a single row, as [Data.At]
// does, loads its whole block, so visit rows in their order. Perceptron and Descent do so
// with Seed 0. DualCoordinateDescent cannot, and returns an error. [Data.Subset] reads
// its rows on demand if their indices increase, as those of OneVsOne do. Otherwise it
// loads them into memory. LDA, QDA, NaiveBayes and [Data.Matrix] load all rows.
// [Standardize] and [Polynomial] compute their features again in every pass.
//
// If reading fails, even once, or a value is NaN or infinite, Fit, Steps and all other
// functions that return an error return that one. They return [ErrChanged] if rows differ
// from those of the pass before. After an error nothing is read any more. Functions
// without an error result give NaN for values that cannot be read, and [Data.Err] returns
// the reason.
type Blocks struct {
	// N is the number n of rows and D the number d of columns.
	N, D int
	// Features are the names of the columns; nil means x1 … xd.
	Features []string
	// Size is the number of rows per block, rounded up to a multiple of 256; 0 means
	// blocks of about 4 MB. Larger blocks suit storage with slow seeks, but memory holds
	// several of them.
	Size int
	// Read sets x, which holds (hi−lo)·d zeros, to the rows lo ≤ i < hi, row after row.
	// lo is a multiple of the rounded Size, and hi is lo + Size or n. Several goroutines
	// call Read at once. It must give the same values every time and must not retain x.
	Read func(x []float64, lo, hi int) error
	// ReadBytes replaces Read for features that are bytes, such as pixels. Each feature
	// is Scale times the byte.
	ReadBytes func(x []byte, lo, hi int) error
	// Scale multiplies the bytes; 0 means 1.
	Scale float64
}

// Dims returns the number of rows n and of columns d.
func (b Blocks) Dims() (n, d int) { return b.N, b.D }

// At reads a block and returns the value in row i, column j, or NaN if it cannot be read
// or is not finite. It panics if i or j is out of range.
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
	case uint64(b.N) > 1<<40: // or below 0
		return badSetting("Blocks.N", b.N, "it must be from 0 to 2⁴⁰")
	case b.D < 0:
		return badSetting("Blocks.D", b.D, "it must not be negative")
	case b.Size < 0:
		return badSetting("Blocks.Size", b.Size, "it must not be negative")
	case len(names) != b.D:
		return badLength("names in Blocks.Features", len(names), "columns", b.D)
	case (b.Read == nil) == (b.ReadBytes == nil):
		return badSetting("Blocks.Read", nil, "set either Read or ReadBytes, not both")
	case b.ReadBytes != nil && b.D > rows.MaxColumns:
		return badSetting("Blocks.D", b.D, "bytes allow at most %d columns", rows.MaxColumns)
	case math.IsNaN(b.Scale) || math.IsInf(b.Scale*255, 0):
		return badSetting("Blocks.Scale", b.Scale, "it must be a finite number")
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
				err := &ValueError{Column: names[i%len(names)], Row: lo + i/len(names), Value: fmt.Sprint(v)}
				return invalid.Reworded(err, "%v", err) // a row of all blocks, whatever samples a fold has
			}
		}
		return nil
	}
}

// WithContext returns the data with a context. When the context is done, Fit and Steps of
// all learners return an error that wraps its cause. They check the context before each
// block of [Blocks], every 256 samples in memory, and every few columns of a matrix
// decomposition. A fit returns within about 0.2 s, or the time that reading a block
// takes. A nil context is never cancelled.
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

// glance is how many rows are read between two looks at the context: fewer of wide ones.
func (d *Data) glance() int { return max(1, min(rows.Block, 1<<20/max(1, d.D()))) }

// scan is Rows, but ends early if there is an Err.
func (d *Data) scan() iter.Seq2[int, []float64] {
	return func(yield func(int, []float64) bool) {
		for i, x := range d.Rows() {
			if i%d.glance() == 0 && d.Err() != nil || !yield(i, x) {
				return
			}
		}
	}
}

// stopped returns the error of a context that is done.
func (d *Data) stopped() error {
	if d.ctx == nil || d.ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("lclass: stopped: %w", context.Cause(d.ctx))
}

// unread returns n rows of features that are elsewhere.
func unread(n int, names []string) rows.Rows {
	nothing := func([]float64, int, int) error { return nil }
	return rows.NewBlocks(n, len(names), 1, 1, rows.Steady(nothing, nil))
}

// A streamed table is read when it is needed.
type streamed interface {
	rows.Lazy
	Err() error
	Map(d int, phi func(φ, x []float64), check func(x []float64, lo, hi int) error) rows.Rows
	Watch(stop func() error) rows.Rows
}

// Err returns the first error in reading [Blocks], or nil. The error is permanent: create
// the Data again from its source. With a context that is done, Err returns the cause.
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

// inOrder refuses a seed that has samples visited in random order.
func (d *Data) inOrder(field string, seed uint64) error {
	if seed != 0 && d.isStreamed() {
		return badSetting(field, seed, "it shuffles the samples, but these data are read in blocks, in their order; use Seed 0, and shuffle the stored data")
	}
	return nil
}
