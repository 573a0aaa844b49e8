package loss

import "testing"

// Each loss of a learner is found by its name, and no two have the same.
func TestByName(t *testing.T) {
	for _, l := range named {
		if got, err := ByName(l.Name()); got != l || err != nil {
			t.Errorf("%q is %T %+v, want %T %+v", l.Name(), got, got, l, l)
		}
	}
	if l, err := ByName("tanh"); l != nil || err == nil {
		t.Errorf("an unknown loss is %v, %v", l, err)
	}
}
