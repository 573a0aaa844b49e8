package loss

import "fmt"

// A Named loss is one that a learner minimises. A model remembers it by its name.
type Named interface {
	Loss
	Name() string
}

// named are the losses of all learners.
var named = []Named{
	Squared{}, Logistic{}, Firth{}, Softmax{}, Hinge{}, SquaredHinge{}, ModifiedHuber{}, WestonWatkins{}, CrammerSinger{},
	Criterion{}, Delta{Low: -1}, Delta{Low: 0},
}

// ByName returns the loss of that name.
func ByName(name string) (Named, error) {
	names := make([]string, len(named))
	for i, l := range named {
		names[i] = l.Name()
		if names[i] == name {
			return l, nil
		}
	}
	return nil, fmt.Errorf("loss is %q; it must be one of %q", name, names)
}
