package lclass

// WithFrame sets how the frame of the training data was read.
func WithFrame(m *Model, c Columns) *Model { m.frame = c; return m }

// FrameOf returns how the frame of the training data was read.
func FrameOf(m *Model) Columns { return m.frame }

// TooWide returns the error of a frame whose only column has too many categories.
func TooWide() error {
	_, err := newTable([]column{{name: "city", categories: make([]string, 1<<24+2)}}).rows(0)
	return err
}

// Errors that tests tell apart.
type (
	NameError     = nameError
	SingularError = singularError
)

var (
	ErrNoGrams      = errNoGrams
	ErrNotNested    = errNotNested
	ErrNoResidual   = errNoResidual
	ErrWeights      = errWeights
	ErrMissingClass = errMissingClass
	ErrNoData       = errNoData
	ErrNoEstimator  = errNoEstimator
	ErrDataJSON     = errDataJSON
	ErrNoModel      = errNoModel
	ErrNoTarget     = errNoTarget
	ErrNoWeight     = errNoWeight
	ErrMoreBytes    = errMoreBytes
	ErrHeavy        = errHeavy
	ErrStart        = errStart
	ErrSets         = errSets
	ErrNested       = errNested
	ErrNoLabels     = errNoLabels
	ErrNoMargin     = errNoMargin
	ErrNoOrder      = errNoOrder
	ErrNoWeights    = errNoWeights
	ErrOffset       = errOffset
	ErrBinaryOffset = errBinaryOffset

	ErrSoftmaxOffset = errSoftmaxOffset

	ErrNotSmooth  error = isNotSmooth
	ErrNotSquared error = isNotSquared
)
