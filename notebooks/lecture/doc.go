// Package lecture shows the checks of the notebooks, one line each, below the cell:
// what is expected, and what we compute.
//
//	lecture.Number(33, lecture.Edinburgh, "weight of Pclass", "−0.97", w[0])
//
// The first argument is the row of the figure or number in the list of all
// figures and numbers of the lectures. The second says where the expected value
// comes from, and so decides the kind of the check:
//
//   - the name of a lecture: printed. The lecture prints the value, and the table
//     printed.tsv has it in a line of this lecture and row, as a whole text or as
//     one entry of a comma-separated list. If it has not, the check fails.
//   - [Theory]: it follows from the lecture's formulas, but no lecture prints it.
//   - [Ours]: it comes from another program, from our own data, or from applying a
//     definition to our own data.
//
// A check agrees (✓), is near (≈, see [About]), shows a slip of the lecture (✎, see
// [Slip]), or differs (✗). A check that differs stops nothing.
//
// If the environment variable LCLASS_CHECKS names a file, every check also
// appends one line of JSON to it,
//
//	{"row":33,"kind":"printed","lecture":"Edinburgh","place":"Titanic Dataset","text":"−0.97, 1.27","what":"weight of Pclass","says":"−0.97","computed":"−0.97","ok":true,"state":"agrees","why":""}
//
// from which a run of all notebooks knows what was checked. kind is printed, theory
// or ours; lecture, place and text are empty unless it is printed; state is agrees,
// near, slip or differs. Where a data set is missing, the line is
// {"skipped":"MNIST"}. Several programs may append to one file at once.
package lecture
