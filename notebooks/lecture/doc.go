// Package lecture is behind the check cells of the notebooks: "the lecture
// says, we compute", one line each, below the cell.
//
//	lecture.Number(33, lecture.Edinburgh, "weight of Pclass", "−0.97", w[0])
//
// The first argument is the row of the figure or number in the list of all
// figures and numbers of the lectures, the second the lecture it is from. A
// check that fails is shown as such and stops nothing.
//
// If the environment variable LCLASS_CHECKS names a file, every check also
// appends one line of JSON to it,
//
//	{"row":33,"lecture":"Edinburgh","what":"weight of Pclass","says":"−0.97","computed":"−0.97","ok":true,"why":"","slip":false}
//
// from which a run of all notebooks knows what was checked. Where a data set is
// missing the line is {"skipped":"MNIST"}. Several programs may append to one file at
// once.
package lecture
