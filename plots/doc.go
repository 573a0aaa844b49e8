// Package plots draws the figures of linear classification and shows them in
// a notebook: data with their classes, decision boundaries and regions, loss
// curves, histograms with densities, contours, confusion matrices, images and
// coefficients.
//
// A constructor such as [Scatter] returns a [*Figure]; methods add to it;
// [Show] displays it below the cell and [Save] writes it to a file.
//
//	fig := plots.Scatter(d)
//	fig.Line(w, b, "epoch 3")
//	fig.Title("Online perceptron")
//	plots.Show(fig)
//
// # Errors
//
// So that a cell stays short, constructors and methods return no error: a
// Figure keeps the first one (data that cannot be drawn, a model with five
// features where two are needed), ignores what follows, and [Show] and [Save]
// report it. [Figure.Err] returns it at any time. Values that are NaN or
// infinite are left out: a gap in a curve, a missing point.
//
// # Looks
//
// Colours are those of Okabe and Ito, which colour-blind readers can tell
// apart, and each class has a marker shape and each curve a dash pattern of
// its own, so that figures also work in grey.
package plots
