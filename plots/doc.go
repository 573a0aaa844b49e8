// Package plots draws the figures of linear classification and shows them in
// a notebook: data with their classes, decision boundaries and regions, loss
// curves, bars, histograms with densities, contours, images, coefficients and
// regularisation paths. It also draws how well a classifier works: ROC,
// precision-recall and DET curves, rates against the threshold, scores by class,
// reliability, confusion matrices, learning and validation curves, grids of scores, and
// folds.
//
// A constructor such as [Scatter] returns a [*Figure]; methods add to it;
// [Show] displays it below the cell and [Save] writes it to a file.
//
//	fig := plots.Scatter(d)
//	fig.Line(w, b, "epoch 3")
//	fig.Title("Online perceptron")
//	plots.Show(fig)
//
// A [Player] shows figures one after the other, and the reader steps through them.
// [Stepper] returns a player with a frame for each update of a perceptron.
//
// # Errors
//
// So that a cell stays short, constructors and methods return no error: a Figure keeps
// the first one (data that cannot be drawn, a model with five features where two are
// needed) and ignores later calls. [Show] and [Save] report it. [Figure.Err] returns it
// at any time. Values that are NaN or infinite are left out: a gap in a curve, a missing
// point.
//
// # Cells
//
// A cell of the kernel "Go (lclass)" is compiled with the build tag notebook. It does not
// link the code that paints and displays figures; the program lclass-plot does that, and
// the cell builds in half the time. Such a cell cannot also import package gonbui of GoNB:
// [Show] then returns an error. To use both, run a cell with the line
//
//	%goflags -tags=
//
// first. Cells then link everything, until a cell with %goflags "" ends that.
//
// # Looks
//
// Colours are those of Okabe and Ito, which colour-blind readers can tell
// apart, and each class has a marker shape and each curve a dash pattern of
// its own, so that figures also work in grey. The font is Liberation Sans, which has the
// letters of Latin, Greek, Cyrillic and Hebrew; [Save] says what happens to others.
package plots
