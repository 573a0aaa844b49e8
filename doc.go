// Package linclass is the root of a module that teaches linear classification:
// a library, and notebooks in which every figure and number of five lectures is
// computed again. It declares nothing; import the packages below.
//
//	lclass           data, learners and models: what a program or a notebook imports
//	lclass/mle       maximum likelihood of the normal and other distributions, and of any density
//	lclass/metric    rates, curves and their areas, losses
//	lclass/calibrate probabilities of scores: Platt's sigmoid and isotonic regression
//	lclass/decide    thresholds, costs and draws: decisions by scores and probabilities
//	lclass/validate  training and test sets
//	frames           tables of lclass as gota data frames
//	plots            figures, and whatever else appears below a cell
//	datasets         MNIST, Titanic, iris, digits and the lectures' toy sets
//	notebooks        one for each section of the lectures, in reading order
//	kernel           the Jupyter kernel "Go (lclass)"
//	conformance      lclass against scikit-learn, statsmodels, R and LIBLINEAR
//
// # Layers
//
// Inside lclass, a learner is a loss, a penalty and a solver:
//
//	internal/kernel, internal/rows, internal/loss
//	    ← internal/objective    a loss over rows of data, and the penalty
//	    ← internal/solve        the solvers, for any objective
//	    ← lclass
//
// Imports go one way. The test of this package holds every file to that, and
// says what it may import and why.
//
// # Stability
//
// Versions follow Semantic Versioning. Before 1.0.0 a minor version (0.2.0) may change
// names and results, and CHANGELOG.md says what and how to follow; a patch (0.1.1) changes
// no exported name. This holds for lclass and the packages below it, for datasets, frames
// and plots. Everything else, such as notebooks, assignments, tools and what is internal,
// may change at any time. Every later version reads the model files of earlier ones. The
// last digits of a fit may change, as they do between processors; a changed default or a
// changed meaning counts as a changed name.
package linclass
