package solve

// sixDigits is when what is left to gain, which the estimate has too small, does
// not show in the sixth digit of the loss any more.
const sixDigits = 1e-7

// enough is a tolerance for which six digits do to the end.
const enough = 1e-6

// refine ends the passes in float32 where their digits do not suffice any more: close
// to the end, in the last step, and where the classes may be separated.
func (q *quasiNewton) refine(epoch int) {
	if !q.want.Rough {
		return
	}
	near := q.set.Tol < enough && q.slope/2 <= max(q.set.Tol, sixDigits)*q.proof.left(q.here.value)
	if near || epoch == q.set.MaxIter || q.here.sum.Margin > 0 {
		q.exactly()
		q.recursion()
	}
}

// exactly looks again, and from then on, with all digits.
func (q *quasiNewton) exactly() {
	q.want.Rough = false
	q.look()
}
