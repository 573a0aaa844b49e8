// Package lclass implements linear classification in the notation of the lectures.
//
// A specification such as [Perceptron], [Logistic] or [Softmax] is a plain struct named
// after its algorithm. Its Fit method learns from a [Data] and returns a new, immutable
// [Model]:
//
//	d, err := lclass.FromFrame(df, lclass.Columns{
//		Target: "species", Features: []string{"petal_length", "petal_width"},
//	})
//	m, err := lclass.Softmax{Penalty: lclass.L2(1e-3)}.Fit(d)
//	fmt.Println(m) // the Status first, then W and b
//	y, err := m.Predict(d) // y.Class are indices into m.Classes, y.Name the names
//
// # The objective
//
// Every model is a linear score
//
//	z = W x + b,  W K×d, b K
//
// of the features x of one sample, followed by an output that depends on the loss: a
// sign, a probability, or the class with the largest score. All models minimise the same
// objective,
//
//	L(W, b) = (1/Σs) Σ sᵢ ℓ(zᵢ, tᵢ) + λ(ρ‖W‖₁ + ½(1−ρ)‖W‖²)
//
// with sample weights s (1 by default), the loss ℓ of the learner, and a [Penalty], by
// default none, on W but never on the bias b: [L2] is ρ = 0, [L1] is ρ = 1, and
// [ElasticNet] lies between.
//
// # Learners
//
// The loss of one sample, the output, and the default solver for few features and no L1:
//
//	Perceptron            (t − y)², or max(0, −t z)         sign y       its own epochs
//	LinearRegression      ½(z − t)²                         the number   ClosedForm
//	RegressionClassifier  ½(z − t)²                         sign         ClosedForm
//	LeastSquares          ½‖z − t‖²                         largest      ClosedForm
//	Logistic              log(1 + eᶻ) − t z                 σ(z)         Newton
//	Firth                 that, with Jeffreys' prior        σ(z)         its own scoring
//	Softmax               log Σⱼ exp zⱼ − z_t               softmax(z)   Newton
//	MultiLabel            Σ_k of Logistic                   σ(z_k) each  Newton
//	LinearSVM
//	    Hinge             max(0, 1 − t z)                   sign         Newton
//	    SquaredHinge      max(0, 1 − t z)²                  sign         Newton
//	    ModifiedHuber     that, but −4 t z where t z < −1   clipped z    Newton
//	    WestonWatkins     Σ_{j≠t} max(0, 1 + zⱼ − z_t)      largest      Newton
//	    CrammerSinger     max(0, 1 + max_{j≠t} zⱼ − z_t)    largest      Newton
//	OneVsRest             of a binary learner, per class    largest      of that learner
//	OneVsOne              of a binary learner, per pair     most votes   of that learner
//
// The default changes with the problem: see [Solver], which also lists the losses of each
// solver. [Descent] supports all of them: batch, online or minibatch, with momentum and a
// [Schedule].
//
// Generative learners estimate [Densities] of the classes instead of minimising a loss.
// The boundaries of [LDA] are linear, so its model has W and b. The models of [QDA] and
// [NaiveBayes] have the densities. [MultinomialNaiveBayes] is for counts, such as those of
// words; its scores are linear.
//
// To watch a fit, iterate over Steps, one per epoch or iteration. The online perceptron
// also has Updates, one per misclassified sample. Start is a warm start from another
// model. Solvers other than [Descent] ignore a start whose loss is far above that of
// W = 0, b = 0. [Path] fits a sequence of λ with warm starts; [LambdaMax] and [LogSpace]
// make the sequence.
//
// # Data
//
// [FromFrame] reads named columns of a data frame. [FromMatrix], [FromLabels], [FromSets]
// and [RegressionFromMatrix] take a matrix, which may be sparse ([SparseFromRows]), and
// [FromReader] reads images. A model remembers how its data frame was read, such as the
// categories of text columns; Columns.Like reads another frame in the same way.
// [Data.WithWeight] sets sample weights, [Data.WithClassWeight] and [Data.Balanced] set
// class weights. After [Data.Subset], [Data.DropEmptyClasses] removes classes without
// samples.
//
// Features that do not fit into memory are [Blocks], a matrix that is read some rows at a
// time, again in every pass over the data. The fit is the same as in memory.
// [Data.WithContext] cancels a fit.
//
// [FitShards] fits samples that are spread over many machines. Each machine has a
// [Shard], which answers the solver's queries with sums over its samples; see package
// shard, and docs/cluster.md for programs that do this.
//
// # Preparation
//
// Whatever is learnt before the fit, such as means, categories and scales, must come from
// the training samples alone and belong to the model. A [Pipeline] ensures both: it is a
// sequence of steps and a learner, and an [Estimator] itself. [FromFrame] with Raw reads
// data for it, with missing values and texts.
//
//	Impute        missing values by a mean, median, most frequent or given value
//	OneHot        a feature 0 or 1 per category of a text column, except the reference
//	Standardize   (x − mean)/std
//	MinMax        a linear map of each feature to a given range
//	Polynomial    products of features and their powers
//	Interactions  products of pairs
//	Select, Drop  a subset of the features
//
// A step applies to the columns that it names. By default Impute applies to all features,
// OneHot to all text features, Standardize and MinMax to all numbers except the
// indicators 0 and 1 of categories and missing values, and the others to all features.
// Features keep their places; new ones come last.
//
// The methods of the model apply its Preparation, a [Prepared], to all data. They find
// the columns by name, in any order. [Model.RawUnits] moves the scales into W and b.
// [Model.Summary] treats the preparation as fixed, so its standard errors ignore that
// values were imputed; [Bootstrap] prepares every replicate anew. [Prepare] learns steps
// without a learner, and [FromFrame] with Like reads the columns that a model needs.
//
// # Errors and uncertainty
//
// Failure has three levels: an error if there is no usable model, a [Status] of the model
// if there is a caveat (not converged, or separated data, for which [Firth] has finite
// weights), and a panic only if a low-level helper gets slices of the wrong length.
//
// [Model.Summary] returns standard errors, tests and intervals of an unpenalised fit,
// classical or robust ([Covariance]). [LikelihoodRatio] and [FTest] compare two nested
// fits, and [Bootstrap] estimates the uncertainty of any fit. [Model.VotesOne] and
// [Model.AmbiguousOne] show where the binary models of one-vs-rest or one-vs-one
// disagree.
//
// A model can be written as JSON and read back to the last bit. [Keep] carries one from
// cell to cell of a notebook.
//
// Results have the precision of float64; only early passes over bytes, such as pixels,
// may use float32. No result depends on the number of cores.
package lclass
