package lclass

import (
	"slices"
)

// VotesOne returns the votes of each of the K classes for one sample x. With [OneVsRest],
// a class has 1 vote if z_k ≥ 0; with [OneVsOne], as many as the pairs it wins. With
// other models, the predicted class has the only vote. VotesOne panics if x does not have
// d values or the model does not predict classes.
func (m *Model) VotesOne(x []float64) []int {
	mustBe(m.valid(), "VotesOne")
	v := make([]int, len(m.Classes))
	m.vote(v, m.ScoresOne(x))
	return v
}

// AmbiguousOne reports whether the votes for x are tied: in one-vs-rest, no class or
// several classes have a vote; in one-vs-one, several classes have the most votes. These
// are the regions "?" of a plane (Dongguk, Bishop 4.1.2). PredictOne still decides by the
// scores. A K-class discriminant such as Softmax is never ambiguous.
func (m *Model) AmbiguousOne(x []float64) bool { return tied(m.VotesOne(x)) }

// vote sets v, which is 0, to the votes of the scores z.
func (m *Model) vote(v []int, z []float64) {
	if votes := outputs[m.Output].votes; votes != nil {
		votes(v, z)
		return
	}
	v[m.decide("VotesOne", z)] = 1
}

// tied reports whether two classes share the largest number of votes.
func tied(votes []int) bool {
	most := slices.Max(votes)
	first := slices.Index(votes, most)
	return slices.Contains(votes[first+1:], most)
}

// Pairs returns the two classes, as indices into Classes, of each row of W of a
// [OneVsOne] model; z ≥ 0 is a vote for the second. It is nil for other models.
func (m *Model) Pairs() [][2]int {
	if m.valid() != nil || m.Output != OneVsOneOutput {
		return nil
	}
	return pairs(len(m.Classes))
}

// pairs returns (0,1), (0,2) … (1,2) … of k classes.
func pairs(k int) [][2]int {
	all := make([][2]int, 0, k*(k-1)/2)
	for i := range k {
		for j := i + 1; j < k; j++ {
			all = append(all, [2]int{i, j})
		}
	}
	return all
}

// claims are the votes of one-vs-rest.
func claims(v []int, z []float64) {
	for k, score := range z {
		v[k] = int(StepFunc(score))
	}
}

// duels are the votes of one-vs-one.
func duels(v []int, z []float64) {
	for r, p := range pairs(len(v)) {
		v[p[int(StepFunc(z[r]))]]++
	}
}

// byVotes returns the class with the most votes of one-vs-one, in a tie the one with the
// largest sum of scores for it minus those against it.
func byVotes(z []float64, k int) int {
	v, confidence := make([]int, k), make([]float64, k)
	duels(v, z)
	for r, p := range pairs(k) {
		confidence[p[0]] -= z[r]
		confidence[p[1]] += z[r]
	}
	best := 0
	for c := range k {
		if v[c] > v[best] || v[c] == v[best] && confidence[c] > confidence[best] {
			best = c
		}
	}
	return best
}
