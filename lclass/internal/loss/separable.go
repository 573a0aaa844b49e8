package loss

// A Separable loss of classes has no minimum where a hyperplane separates them: it
// falls as long as no margin shrinks and some grow. No second derivative of a sample
// is more than its slope, so that a Newton step that changes all margins by less than
// 1 leaves all slopes their signs.
type Separable interface {
	Curved
	// Vanishes returns the margin from which on the loss of a sample is lost in
	// rounding beside that of others, so that no solver sees it fall.
	Vanishes() float64
}

var (
	_ Separable = Logistic{}
	_ Separable = Softmax{}
)

// Vanishes implements Separable: e⁻³⁰ is nothing beside 1.
func (Logistic) Vanishes() float64 { return 30 }

// Vanishes implements Separable.
func (Softmax) Vanishes() float64 { return 30 }
