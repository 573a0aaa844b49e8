package lclass

import (
	"fmt"

	"linclass/lclass/internal/rows"
)

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
