package validate

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
)

// Groups has the group of each sample, such as the patient of an image or the household of
// a person. Samples of a group stay together in a split, because a model may recognise one
// by the others. [GroupsOf] returns Groups; the zero value has no groups.
type Groups struct {
	Of    []int    // number of the group of each sample
	Names []string // of the groups
}

// GroupsOf returns the groups of n samples, given a label for each, such as
// df.Col("patient").Records(). Groups are numbered in the order of their labels. Labels are
// compared as they are: the texts 007 and 7 are two groups.
func GroupsOf[L cmp.Ordered](labels []L) Groups {
	distinct := slices.Clone(labels)
	slices.Sort(distinct)
	distinct = slices.Compact(distinct)
	g := Groups{Of: make([]int, len(labels)), Names: make([]string, len(distinct))}
	for k, label := range distinct {
		g.Names[k] = fmt.Sprint(label)
		if v := reflect.ValueOf(label); v.CanFloat() {
			g.Names[k] = strconv.FormatFloat(v.Float()+0, 'f', -1, v.Type().Bits())
		}
	}
	for i, label := range labels {
		g.Of[i], _ = slices.BinarySearch(distinct, label)
	}
	return g
}

// fit checks that there is a group for each of n samples and returns those that
// occur, numbered anew.
func (g Groups) fit(owner string, n int) (Groups, error) {
	if g.Of == nil {
		return g, badSetting(owner+".Groups", nil, "use GroupsOf with a label per sample")
	}
	if len(g.Of) != n {
		return g, badLength("numbers in "+owner+".Groups", len(g.Of), "samples", n)
	}
	size := make([]int, len(g.Names))
	for i, k := range g.Of {
		if k < 0 || k >= len(size) {
			return g, badSetting(owner+".Groups", k, "sample %d is in this group, but there are names for %d; see GroupsOf", i, len(size))
		}
		size[k]++
	}
	number := make([]int, len(size))
	occur := Groups{Of: make([]int, n)}
	for k, s := range size {
		if s > 0 {
			number[k] = len(occur.Names)
			occur.Names = append(occur.Names, g.Names[k])
		}
	}
	for i, k := range g.Of {
		occur.Of[i] = number[k]
	}
	return occur, nil
}

// subset returns the groups of some samples.
func (g Groups) subset(index []int) Groups {
	if g.Of == nil {
		return g
	}
	of := make([]int, len(index))
	for i, j := range index {
		of[i] = g.Of[j]
	}
	return Groups{Of: of, Names: g.Names}
}
