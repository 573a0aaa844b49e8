package similar

import (
	"cmp"
	"slices"
)

// groups finds programs that are linked, directly or through others, by pairs which share
// most of their fingerprints. Up to fewest of them are pairs and no group.
func groups(programs []Program, prints []map[uint64]bool, holders map[uint64][]int, o Options) []Group {
	n := len(programs)
	shared := make([]int, n*n)
	for _, in := range holders {
		for k, i := range in {
			for _, j := range in[k+1:] {
				shared[min(i, j)*n+max(i, j)]++
			}
		}
	}
	linked := func(i, j int) bool {
		return float64(shared[min(i, j)*n+max(i, j)]) >= o.Group*float64(max(len(prints[i]), len(prints[j]), o.Least))
	}
	var all []Group
	seen := make([]bool, n)
	for i := range n {
		if seen[i] {
			continue
		}
		seen[i] = true
		members := []int{i}
		for k := 0; k < len(members); k++ {
			for j := range n {
				if !seen[j] && linked(members[k], j) {
					seen[j] = true
					members = append(members, j)
				}
			}
		}
		if len(members) > fewest {
			all = append(all, group(programs, prints, members))
		}
	}
	slices.SortStableFunc(all, func(a, b Group) int { return cmp.Compare(len(b.Students), len(a.Students)) })
	return all
}

func group(programs []Program, prints []map[uint64]bool, members []int) Group {
	var g Group
	slices.Sort(members)
	have := map[uint64]int{}
	var sizes []float64
	for _, i := range members {
		g.Students = append(g.Students, programs[i].Student)
		sizes = append(sizes, float64(len(prints[i])))
		for h := range prints[i] {
			have[h]++
		}
	}
	var most float64
	for _, n := range have {
		if 10*n >= 9*len(members) {
			most++
		}
	}
	g.Share = min(most/middle(sizes), 1)
	return g
}
