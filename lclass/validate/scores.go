package validate

// Scores returns, for scoring i, counted from 0, the scores of each parameter in the order
// of the grid. It panics if there is no such scoring.
func (s *Search[P, M]) Scores(i int) []Scores { return scoresOf(s.Validations, i) }

// Scores returns, for scoring i, counted from 0, the scores of each size. It panics if
// there is no such scoring.
func (c *Curve[M]) Scores(i int) []Scores { return scoresOf(c.Validations, i) }

func scoresOf[M Predictor](validations []*Validation[M], i int) []Scores {
	all := make([]Scores, len(validations))
	for p, v := range validations {
		all[p] = v.Scores[i]
	}
	return all
}
