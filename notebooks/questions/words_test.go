package questions

import (
	"math"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// textsOf makes data of texts, without classes.
func textsOf(text ...string) *lclass.Data {
	df := dataframe.New(series.New(text, series.String, "text"))
	return lclass.Must(lclass.FromFrame(df, lclass.Columns{Raw: true}))
}

// countWords returns the counts that a step makes of texts.
func countWords(step lclass.NGrams, text ...string) *lclass.Data {
	d := textsOf(text...)
	return lclass.Must(lclass.Must(lclass.Prepare(d, step)).Apply(d))
}

// naiveBayes learns from one text of ham and one of spam.
func naiveBayes(ham, spam string) *lclass.Model {
	df := dataframe.New(series.New([]string{ham, spam}, series.String, "text"), series.New([]string{"ham", "spam"}, series.String, "class"))
	d := lclass.Must(lclass.FromFrame(df, lclass.Columns{Target: "class", Raw: true}))
	p := lclass.Pipeline{Prepare: []lclass.Preparation{lclass.NGrams{}}, Of: lclass.MultinomialNaiveBayes{}}
	return lclass.Must(p.Fit(d))
}

var wordsPage = answers{
	"columns": func() any {
		return float64(countWords(lclass.NGrams{}, "Free entry: win a FREE phone!", "Are you free at six?", "win win win").D())
	},
	"two-grams": func() any {
		return mat.Sum(countWords(lclass.NGrams{Min: 2}, "free entry in our draw").Matrix())
	},
	"rare":          func() any { return math.Log(1001./1000) + 1 },
	"score-of-free": func() any { return math.Log(0.04 / 0.01) },
	"copies": func() any {
		m := naiveBayes("home dinner free", "free prize")
		copied := naiveBayes("home home_ dinner dinner_ free free_", "free free_ prize prize_")
		z := lclass.Must(m.Scores(textsOf("prize free"))).At(0, 0)
		z2 := lclass.Must(copied.Scores(textsOf("prize prize_ free free_"))).At(0, 0)
		switch {
		case math.Abs(z2-2*z) < 1e-9:
			return "they double"
		case math.Abs(z2-z) < 1e-9:
			return "they stay"
		}
		return "they are squared"
	},
	"odds-of-copies": func() any { return math.Exp(2 * math.Log(3)) },
	"pencil-theta": func() any {
		// The weight is log θ of spam minus log θ of ham, where each of the 4 words occurs 4 times.
		m := naiveBayes("ab ab ab ab cd cd cd cd ef ef ef ef win win win win", "ab ab ab ab ab cd cd cd cd cd ef ef ef win win win")
		return math.Exp(m.W.At(0, 3)) * (1 + 4) / (4 + 16)
	},
}
