package lecture

// A Name is the short name of a lecture.
type Name string

// The five lectures.
const (
	Notes     Name = "Notes"     // Neurocomputing, web notes "Linear classification", TU Chemnitz
	KMITL     Name = "KMITL"     // "Linear Classification", KMITL
	Dongguk   Name = "Dongguk"   // SCS4049 "Classification", Dongguk University
	Chemnitz  Name = "Chemnitz"  // Neurocomputing, slides "Linear classification", TU Chemnitz
	Edinburgh Name = "Edinburgh" // Data Analysis and Machine Learning 4, week 6, University of Edinburgh
)

// Reference stands for a number that belongs to a figure of a lecture but is
// printed by none: the same model fitted by another program.
const Reference Name = "a reference run"

// Theory stands for what follows from the formulas of a lecture though it does
// not say so itself.
const Theory Name = "the theory"
