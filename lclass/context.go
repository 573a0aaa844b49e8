package lclass

import (
	"context"
	"fmt"
)

// WithContext returns the data with a context. When it is done, Fit and Steps of
// the learners that work in steps end before the next one, or, for [Blocks],
// before the next block is read, with an error that wraps the cause of that.
// Perceptron and Descent, unless Batch is Whole, take up to eight epochs at a time
// of data in memory, as many as take less than a second or so.
// A context that is nil, like none, is never done.
func (d *Data) WithContext(ctx context.Context) *Data {
	d = d.orNone()
	c := *d.orNone()
	c.ctx = ctx
	if s, ok := d.x.(streamed); ok {
		c.x = s.Watch(c.stopped)
	}
	return &c
}

// stopped returns the error of a context that is done.
func (d *Data) stopped() error {
	if d.ctx == nil || d.ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("lclass: stopped: %w", context.Cause(d.ctx))
}
