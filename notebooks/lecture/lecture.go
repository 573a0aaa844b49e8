package lecture

import "slices"

// A Name says where the expected value of a check comes from: the short name of
// the lecture that prints it, or [Theory] or [Ours] if no lecture prints it.
type Name string

// The five lectures.
const (
	Notes     Name = "Notes"     // Neurocomputing, web notes "Linear classification", TU Chemnitz
	KMITL     Name = "KMITL"     // "Linear Classification", KMITL
	Dongguk   Name = "Dongguk"   // SCS4049 "Classification", Dongguk University
	Chemnitz  Name = "Chemnitz"  // Neurocomputing, slides "Linear classification", TU Chemnitz
	Edinburgh Name = "Edinburgh" // Data Analysis and Machine Learning 4, week 6, University of Edinburgh
)

// lectures has the lectures in the order of the directory that holds their texts.
var lectures = []Name{Notes, KMITL, Dongguk, Chemnitz, Edinburgh}

const (
	// Theory marks a value that follows from the formulas of a lecture, although
	// no lecture prints it.
	Theory Name = "theory"
	// Ours marks a value that comes from another program, from our own data, or
	// from applying a definition to our own data.
	Ours Name = "ours"
)

// The kinds of check.
const (
	kindPrinted = "printed"
	kindTheory  = "theory"
	kindOurs    = "ours"
)

// kind returns the kind of a check with this source, "" for an unknown name.
func (n Name) kind() string {
	switch {
	case n == Theory:
		return kindTheory
	case n == Ours:
		return kindOurs
	case slices.Contains(lectures, n):
		return kindPrinted
	}
	return ""
}
