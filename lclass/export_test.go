package lclass

// WithFrame sets how the frame of the training data was read.
func WithFrame(m *Model, c Columns) *Model { m.frame = c; return m }

// FrameOf returns how the frame of the training data was read.
func FrameOf(m *Model) Columns { return m.frame }
