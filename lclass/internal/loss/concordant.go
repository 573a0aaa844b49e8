package loss

// A Concordant loss is a Curved one whose second derivative changes slowly: along
// any line of scores it grows or shrinks by the factor exp(Concordance()·r) at
// most where the differences of scores change by r (Bach 2010). The second
// derivative at one place then bounds the loss everywhere.
type Concordant interface {
	Curved
	Concordance() float64
}

var (
	_ Concordant = Squared{}
	_ Concordant = Logistic{}
	_ Concordant = Softmax{}
)

// Concordance implements Concordant: the second derivative is 1 everywhere.
func (Squared) Concordance() float64 { return 0 }

// Concordance implements Concordant: |ℓ‴| = y(1−y)|1−2y| ≤ ℓ″.
func (Logistic) Concordance() float64 { return 1 }

// Concordance implements Concordant: the third derivative along a line is that of
// the cumulants of a variable that ranges over the change of the scores.
func (Softmax) Concordance() float64 { return 1 }
