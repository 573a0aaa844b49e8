package lclass

import (
	"cmp"
	"slices"
)

// transform returns f of each element.
func transform[S, T any](list []S, f func(S) T) []T {
	made := make([]T, len(list))
	for i, s := range list {
		made[i] = f(s)
	}
	return made
}

func pick[E any](s []E, index []int) []E {
	if s == nil {
		return nil
	}
	p := make([]E, len(index))
	for i, j := range index {
		p[i] = s[j]
	}
	return p
}

func pickAll[E any](columns [][]E, index []int) [][]E {
	if columns == nil {
		return nil
	}
	return transform(columns, func(column []E) []E { return pick(column, index) })
}

// setOf returns the set of some names.
func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// numbered returns the index of each name, the last one if it is repeated.
func numbered(names []string) map[string]int {
	at := make(map[string]int, len(names))
	for i, name := range names {
		at[name] = i
	}
	return at
}

// seq returns 0, 1 … n−1.
func seq(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// indices returns those of 0, 1 … n−1 for which holds is true.
func indices(n int, holds func(i int) bool) []int {
	var index []int
	for i := range n {
		if holds(i) {
			index = append(index, i)
		}
	}
	return index
}

// distinct returns the different values in increasing order.
func distinct[E cmp.Ordered](values []E) []E {
	values = slices.Clone(values)
	slices.Sort(values)
	return slices.Compact(values)
}
