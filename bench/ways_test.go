package main

import "testing"

func TestFewest(t *testing.T) {
	for _, test := range []struct {
		target, limit float64
		want          int
		ok            bool
	}{
		{1. / 13, 100, 13, true},
		{1, 100, 1, true},
		{1. / 64, 100, 64, true},  // to a thirtieth
		{1. / 13, 12, 12, false},  // it takes 13 s
		{1. / 500, 20, 32, false}, // it ends when it takes too long
	} {
		calls := 0
		epochs, seconds, ok, err := fewest(test.target, test.limit, func(epochs int) (float64, float64, error) {
			calls++
			return 1 / float64(epochs), float64(epochs), nil
		})
		if err != nil || ok != test.ok || calls > 20 {
			t.Fatalf("to %v in %v s: %v, %v after %d fits", test.target, test.limit, ok, err, calls)
		}
		if epochs != test.want || seconds != float64(test.want) {
			t.Errorf("to %v: %d epochs in %v s, want %d", test.target, epochs, seconds, test.want)
		}
	}
}

func TestChoose(t *testing.T) {
	replies := map[string]*reply{
		"slow":   {Seconds: 9, Passes: 1},
		"fast":   {Seconds: 6, Passes: 1},
		"coarse": {Seconds: 5, Passes: 0},
	}
	b := &bench{}
	best, _, err := b.choose("row", []way{{"a", "slow"}, {"b", "fast"}, {"c", "coarse"}},
		func(request string) (*reply, error) { return replies[request], nil },
		func(r *reply) bool { return r.Passes == 1 })
	if err != nil || best.name != "b" {
		t.Errorf("chosen is %q, %v; want b, the quickest that is exact", best.name, err)
	}
	if len(b.tries) != 3 || !b.tries[1].chosen || b.tries[0].chosen || b.tries[2].chosen {
		t.Errorf("tries are %+v, want the second chosen", b.tries)
	}
	if _, _, err := b.choose("row", []way{{"c", "coarse"}}, func(string) (*reply, error) { return replies["coarse"], nil },
		func(*reply) bool { return false }); err == nil {
		t.Error("a peer that is not exact in any way is no error")
	}
}
