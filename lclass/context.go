package lclass

import (
	"context"
	"fmt"
)

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
