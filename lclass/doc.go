// Package lclass learns linear classifiers the way the lectures write them.
//
// A specification such as [Perceptron], [Logistic] or [Softmax] is a plain
// struct named after its algorithm; its Fit method learns from a [Data] and
// returns a new, immutable [Model]:
//
//	d, err := lclass.FromFrame(df, lclass.Columns{Target: "species", Features: []string{"petal_length", "petal_width"}})
//	m, err := lclass.Softmax{Penalty: lclass.L2(1e-3)}.Fit(d)
//	fmt.Println(m) // the Status first, then W and b
//	y, err := m.Predict(d)
//
// # The objective
//
// Every model is a linear score
//
//	z = W x + b,  W K×d, b K
//
// of the features x of one sample, followed by the output that the loss
// brings with it (a sign, a probability, the largest score). What is
// minimised is the same for all of them:
//
//	L(W, b) = (1/Σs) Σ sᵢ ℓ(zᵢ, tᵢ) + λ(ρ‖W‖₁ + ½(1−ρ)‖W‖²)
//
// with sample weights s (1 each unless given), the loss ℓ of the learner, and
// a [Penalty] that is zero unless asked for and never touches the bias b:
// [L2] is ρ = 0, [L1] is ρ = 1, [ElasticNet] lies between.
//
// # Learners
//
// The loss of one sample, what is made of its scores, and the solver that nil
// stands for where there are few features and no L1:
//
//	Perceptron            (t − y)², or max(0, −t z)         sign y       epochs of its own
//	LinearRegression      ½(z − t)²                         the number   ClosedForm
//	RegressionClassifier  ½(z − t)²                         sign         ClosedForm
//	LeastSquares          ½‖z − t‖²                         largest      ClosedForm
//	Logistic              log(1 + eᶻ) − t z                 σ(z)         Newton
//	Firth                 that, with Jeffreys' prior        σ(z)         scoring of its own
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
// Newton gives way to QuasiNewton where that is faster, for the three hinge losses
// with corners to DualCoordinateDescent where features are sparse or weights more than
// 500, and ClosedForm to
// QuasiNewton beyond 5000 features. With L1 it is [CoordinateDescent] for all smooth losses.
// The table of [Solver] says which others there are: [Descent], batch, online
// or in minibatches, with momentum and a [Schedule], takes them all.
//
// Beside these discriminative learners stand the generative ones, which have
// no loss to minimise but [Densities] of the classes: [LDA], whose boundaries
// are linear, so that its model has W and b, and [QDA] and [NaiveBayes], whose
// models have the densities.
//
// Iterative specifications also have Steps, an iterator over the epochs or
// iterations that Fit runs through, for those who want to watch, and the online
// perceptron has Updates, one for each sample on the wrong side. Start begins
// a fit at another model, unless its loss is far above that of W = 0, b = 0, from
// where only [Descent] sets out; [Path] does so along a sequence of λ, for which
// [LambdaMax] and [LogSpace] are made.
//
// # Data
//
// [FromFrame] takes the named columns of a data frame, [FromMatrix], [FromLabels],
// [FromSets] and [RegressionFromMatrix] a matrix, also a [Sparse] one, and [FromBytes]
// and [FromReader] images. A model remembers how a data frame was read, the categories
// of texts and the means of columns with gaps, and [Columns] with Like reads others in
// the same way. Samples have weights by [Data.WithWeight], classes by
// [Data.WithClassWeight] and [Data.Balanced]. [Standardizer], [Polynomial] and
// [Radial] make new features of old ones; [Standardizer.Undo] brings a model back
// to raw units. [Data.DropEmptyClasses] goes after [Data.Subset].
//
// Features that do not fit into memory are [Blocks], which say how to read some
// rows at a time and stand where a matrix stands. Every pass over the data reads
// them again, several blocks side by side; by the same solver the fit is the same to
// the last bit on one kind of processor, see [Blocks].
// [Data.WithContext] ends one that takes too long.
//
// Samples that lie on many machines are fitted by [FitShards]: each machine has
// a [Shard], which answers what the solver asks with sums over its samples.
// Package shard says what these are.
//
// # Preparation
//
// What is learnt from data before the fit, such as means, categories and scales, must
// come from the training samples alone, and must go with the model. A [Pipeline]
// sees to both: it is steps and a learner, and an [Estimator] itself.
// [FromFrame] with Raw reads the data for it, with gaps and texts as they are.
//
//	Impute        a mean, median, most frequent or given value for what is missing
//	OneHot        features 0 and 1 for the categories of texts, but for a reference
//	Standardize   (x − mean)/std
//	MinMax        the least and the largest value at given ones
//	Polynomial    products of features and their powers
//	Interactions  products of pairs
//	Radial        Gaussian bumps around centres
//	Select, Drop  some features alone
//
// Steps take the columns that they name. Without names Impute takes all, OneHot
// all texts, Standardize and MinMax all numbers but the 0 and 1 that stand for
// categories and gaps, and the others all features. Features stay where they are, and
// new ones come last.
//
// The Preparation of the model, a [Prepared], is applied to all data that its
// methods are given, which have the columns of the training data by name, in any
// order. [Model.RawUnits] takes the scales out of it and puts them into W and b.
// [Model.Summary] takes the preparation for given: its standard errors do not know
// that values were imputed, and [Bootstrap], which prepares every replicate anew,
// does. [Prepare] learns steps without a learner, and
// [FromFrame] with Like reads what a model needs.
//
// # What a fit is worth
//
// Failure has three levels: an error when there is no usable model, a
// [Status] on the model when there is a caveat (not converged, separated
// data, for which [Firth] has finite weights), and a panic only when a
// low-level helper is called with slices of the wrong length.
//
// [Model.Summary] has the standard errors, tests and intervals of a fit
// without a penalty, classical or robust ([Covariance]), [LikelihoodRatio] and
// [FTest] compare two nested ones, and [Bootstrap] says how far any fit may be
// off. [Model.VotesOne] and [Model.AmbiguousOne] show where learners made of several
// binary ones disagree.
//
// A model is written as JSON and read back to the last bit; [Keep] carries one
// from cell to cell of a notebook.
//
// Arithmetic is float64 throughout, and no result depends on the number of
// cores.
package lclass
