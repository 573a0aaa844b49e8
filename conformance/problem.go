package main

import (
	"fmt"
	"strings"

	"linclass/lclass"
)

// A problem is a learner and a penalty put to a set of data.
type problem struct {
	data     string
	learner  string // a key of learners
	penalty  lclass.Penalty
	balanced bool // whether classes count the same, as Data.Balanced has it
}

func (p problem) String() string {
	learner := p.learner
	if p.balanced {
		learner = "balanced " + learner
	}
	return fmt.Sprintf("%s, %s, %v", p.data, learner, p.penalty)
}

// reduced reports whether the learner is made of binary ones.
func (p problem) reduced() bool { return strings.HasPrefix(p.learner, "one-vs-") }

// squares reports whether the loss is made of squares.
func (p problem) squares() bool {
	return p.learner == "linear" || p.learner == "least squares" || p.learner == "regression classifier"
}

// corners reports whether the loss has corners.
func (p problem) corners() bool {
	return p.learner == "hinge" || p.learner == "Weston-Watkins" || p.learner == "Crammer-Singer"
}

var (
	noPenalty = []lclass.Penalty{{}}
	ridge     = []lclass.Penalty{lclass.L2(1e-4), lclass.L2(0.01)}
	withL1    = []lclass.Penalty{lclass.L1(0.01), lclass.ElasticNet(0.02, 0.5)}
	lasso     = withL1[:1]
	one       = ridge[1:]
)

// problems returns all problems in the order of the table. Without a penalty
// logistic and softmax have only the data that no hyperplane parts.
func problems() []problem {
	var all []problem
	for _, g := range []struct {
		learners  string
		penalties [][]lclass.Penalty
		data      string
	}{
		{"perceptron", [][]lclass.Penalty{noPenalty}, "iris two, iris mirrored, conditioned, collinear"},
		{"logistic", [][]lclass.Penalty{noPenalty}, "iris two, titanic, cancer means, conditioned, weighted, collinear"},
		{"logistic", [][]lclass.Penalty{ridge, withL1}, "iris two, iris mirrored, digits 8, titanic, cancer, cancer mirrored, conditioned, weighted, collinear, wide"},
		{"balanced logistic", [][]lclass.Penalty{noPenalty}, "cancer means, conditioned, collinear"},
		{"balanced logistic", [][]lclass.Penalty{one, lasso}, "digits 8, cancer, collinear, wide"},
		{"softmax", [][]lclass.Penalty{noPenalty}, "iris two, titanic class, cancer means, conditioned three, weighted three, collinear three"},
		{"softmax", [][]lclass.Penalty{ridge, withL1}, "iris, digits, titanic class, conditioned three, weighted three, collinear three, wide three"},
		{"balanced softmax", [][]lclass.Penalty{one, lasso}, "digits, collinear three, wide three"},
		{"multi-label", [][]lclass.Penalty{one}, "iris, digits, conditioned three, collinear three, wide three"},
		{"one-vs-rest", [][]lclass.Penalty{one}, "iris, digits, weighted three, collinear three, wide three"},
		{"one-vs-rest squared hinge", [][]lclass.Penalty{one}, "iris, digits, weighted three, wide three"},
		{"one-vs-one", [][]lclass.Penalty{one}, "iris, digits, collinear three, wide three"},
		{"hinge, squared hinge", [][]lclass.Penalty{ridge}, "iris two, iris mirrored, digits 8, titanic, cancer, cancer mirrored, conditioned, weighted, collinear, wide"},
		{"squared hinge", [][]lclass.Penalty{lasso}, "iris two, iris mirrored, digits 8, cancer, cancer mirrored, conditioned, collinear, wide"},
		{"balanced hinge, balanced squared hinge", [][]lclass.Penalty{one}, "digits 8, cancer, collinear, wide"},
		{"modified huber", [][]lclass.Penalty{ridge}, "iris two, digits 8, titanic, cancer, conditioned, weighted, collinear"},
		{"Crammer-Singer", [][]lclass.Penalty{ridge}, "iris, iris two, iris cyclic, iris mirrored, titanic, titanic class, cancer, cancer mirrored, conditioned three, weighted three, collinear three, wide three"},
		{"Crammer-Singer", [][]lclass.Penalty{one}, "digits three"},
		{"Weston-Watkins", [][]lclass.Penalty{one}, "iris, iris two, digits three, titanic class, cancer, conditioned three, weighted three, collinear three, wide three"},
		{"linear", [][]lclass.Penalty{noPenalty}, "polynomial, trends"},
		{"linear", [][]lclass.Penalty{noPenalty, ridge, withL1}, "iris width, digits number, cancer radius, conditioned number, weighted number, collinear number, wide number"},
		{"least squares", [][]lclass.Penalty{noPenalty, one}, "iris, titanic class, cancer, conditioned three, weighted three"},
		{"regression classifier", [][]lclass.Penalty{one}, "iris two, titanic, digits 8, cancer, weighted, collinear, wide"},
		{"LDA, unbiased LDA", [][]lclass.Penalty{noPenalty}, "iris, iris two, digits, titanic, cancer, conditioned three, collinear three"},
		{"QDA, unbiased QDA, naive Bayes", [][]lclass.Penalty{noPenalty}, "iris, iris two, titanic, cancer, conditioned three"},
		{"naive Bayes", [][]lclass.Penalty{noPenalty}, "weighted three"},
	} {
		for learner := range strings.SplitSeq(g.learners, ", ") {
			learner, balanced := strings.CutPrefix(learner, "balanced ")
			for data := range strings.SplitSeq(g.data, ", ") {
				for _, penalties := range g.penalties {
					for _, penalty := range penalties {
						all = append(all, problem{data, learner, penalty, balanced})
					}
				}
			}
		}
	}
	return all
}
