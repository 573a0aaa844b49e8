package lclass

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"weak"

	"linclass/lclass/internal/parallel"
	"linclass/lclass/internal/rows"
)

// NGrams turns a text column into features for its n-grams: sequences of n words, or of n
// characters, that follow each other. The values are counts,
//
//	tf(t, x) = how often the n-gram t occurs in the text x,
//
// or weights made of them by the other fields, in this order: Binary, Sublinear, IDF,
// Normalize. They are those of scikit-learn:
//
//	NGrams{}                                    CountVectorizer()
//	NGrams{IDF: true, Normalize: true}          TfidfVectorizer()
//	NGrams{Hash: 1 << 20, Normalize: true}      HashingVectorizer()
//
// The features are named after column and n-gram, as "text[free money]", in the order of
// their code points, and take the place of the column. They are the n-grams of the
// training data; others are ignored at prediction. Only values that are not 0 are
// stored. The Preparation holds the n-grams, but not the texts.
//
// A text column comes from [FromFrame] with Columns.Raw. Name it in Columns.Categorical if
// some texts may look like numbers. A missing text, which data frames do not distinguish
// from an empty one, has no n-grams.
type NGrams struct {
	// Of says what n-grams consist of; the default is Words.
	Of Units
	// Min and Max are the smallest and the largest n. A Min of 0 means 1, and a Max of 0
	// means Min.
	Min, Max int
	// KeepCase keeps "Free" and "free" apart. By default texts are first converted to
	// lower case, as Unicode defines it.
	KeepCase bool
	// MinDF leaves out n-grams that occur in fewer texts: a number of texts, or, below 1,
	// a share of all. 0 leaves out none.
	MinDF float64
	// MaxDF leaves out n-grams that occur in more texts: a number of texts, or, below 1, a
	// share of all. 0 leaves out none.
	MaxDF float64
	// MaxFeatures keeps the n-grams that occur most often in all texts together, of equal
	// ones the first in alphabetical order; 0 keeps all.
	MaxFeatures int
	// Binary counts an n-gram once per text.
	Binary bool
	// Sublinear replaces tf by 1 + ln tf.
	Sublinear bool
	// IDF multiplies by the inverse document frequency ln((1 + n)/(1 + df(t))) + 1, where
	// df(t) of the n texts of the training data have the n-gram t. Sample weights do not
	// matter, except that texts of weight 0 are ignored.
	IDF bool
	// Normalize divides the values of each text by the square root of the sum of their
	// squares. Texts without n-grams stay 0.
	Normalize bool
	// Hash is the number of features of feature hashing (Weinberger et al. 2009): the
	// n-gram t counts for feature |h| mod Hash, h = MurmurHash3(t), named by its number,
	// as "text[17]". Different n-grams may share a feature. Nothing is learnt from the
	// training data, except IDF, so MinDF, MaxDF and MaxFeatures must be 0. 0 means a
	// feature per n-gram.
	Hash int
	// Unsigned adds 1 for every n-gram with Hash. By default it adds the sign of h, so
	// that n-grams that share a feature cancel on average. Sublinear with Hash needs
	// Unsigned.
	Unsigned bool
	// Columns are the columns to count; nil means all text columns.
	Columns []string
}

// Units are what n-grams consist of.
type Units int

const (
	// Words are sequences of at least two letters, digits and underscores. Letters are
	// those of all scripts; combining marks, as in Hindi, separate words as they do in
	// Python.
	Words Units = iota
	// Chars are all characters. Successive spaces count as one.
	Chars
	// CharsInWords are the characters within a word and a space before and after it. Here
	// a word is any text between spaces. A word that is shorter than n counts once, as a
	// whole.
	CharsInWords
)

var unitNames = []string{"Words", "Chars", "CharsInWords"}

// String returns the name of the constant, such as "Words".
func (u Units) String() string { return nameOf("Units", int(u), unitNames) }

// prepare collects the n-grams. It returns an error for contradictory fields or if no
// n-gram is left, and [ErrKind] if a column is not a text column.
func (g NGrams) prepare(d *Data) (*Prepared, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if d.elsewhere != nil {
		return nil, badSetting("Pipeline.Prepare", "NGrams", "shards do not support it, because all texts would have to leave them; count the n-grams before, with NGrams.Hash, and write the counts as svmlight files")
	}
	index, err := d.columnsOf("NGrams", g.Columns, func(f feature) bool { return f.categories != nil })
	if err != nil {
		return nil, err
	}
	least := max(g.Min, 1)
	s := &grams{
		Of: g.Of.String(), Min: least, Max: max(g.Max, least), KeepCase: g.KeepCase, Binary: g.Binary, Sublinear: g.Sublinear,
		Normalize: g.Normalize, Hash: g.Hash, Unsigned: g.Unsigned,
	}
	var cut [][]cutTexts
	for _, j := range index {
		name := d.features[j]
		if !d.isText(j) {
			return nil, d.numberError(j, "read the column as text, with Columns.Raw and Categorical, or leave it out of NGrams")
		}
		c := gramColumn{Column: name}
		if g.Hash == 0 || g.IDF {
			var texts []cutTexts
			if c, texts, err = g.learn(s, d, j); err != nil {
				return nil, err
			}
			cut = append(cut, texts)
		}
		s.Columns = append(s.Columns, c)
	}
	if g.Hash == 0 && cut != nil {
		s.learnt.Store(&cutData{weak.Make(d), cut})
	}
	return d.learnt(s)
}

var errNoGrams = errors.New("lclass: NGrams: there are no n-grams")

func (g NGrams) check() error {
	amount := func(v float64) bool { return v >= 0 && (v < 1 || v == math.Trunc(v) && !math.IsInf(v, 0)) }
	switch {
	case g.Of < 0 || int(g.Of) >= len(unitNames):
		return badSetting("NGrams.Of", int(g.Of), "it must be one of %s", strings.Join(unitNames, ", "))
	case g.Min < 0 || g.Max < 0 || g.Max != 0 && g.Max < g.Min:
		return badSetting("NGrams.Max", g.Max, "Min = %d; an n is at least 1, and Max at least Min", g.Min)
	case !amount(g.MinDF):
		return badSetting("NGrams.MinDF", g.MinDF, "it must be a whole number of texts, or a share below 1")
	case !amount(g.MaxDF):
		return badSetting("NGrams.MaxDF", g.MaxDF, "it must be a whole number of texts, or a share below 1")
	case g.MaxFeatures < 0:
		return badSetting("NGrams.MaxFeatures", g.MaxFeatures, "it must not be negative")
	case g.Hash < 0 || g.Hash > rows.MaxWide:
		return badSetting("NGrams.Hash", g.Hash, "it is a number of features and must be between 0 and %d", rows.MaxWide)
	case g.Hash > 0 && (g.MinDF != 0 || g.MaxDF != 0 || g.MaxFeatures != 0):
		return badSetting("NGrams.Hash", g.Hash, "a hash does not count n-grams, so it cannot leave any out; set MinDF, MaxDF and MaxFeatures to 0")
	case g.Hash > 0 && g.Sublinear && !g.Unsigned:
		return badSetting("NGrams.Hash", g.Hash, "negative counts have no logarithm for Sublinear; set Unsigned")
	case g.Unsigned && g.Hash == 0:
		return badSetting("NGrams.Unsigned", true, "it has an effect only with Hash; leave it out")
	}
	return nil
}

// learn returns the n-grams of column j that are not left out, their IDF, and the texts as
// their numbers.
func (g NGrams) learn(s *grams, d *Data, j int) (gramColumn, []cutTexts, error) {
	c := gramColumn{Column: d.features[j]}
	n := d.N()
	if g.Hash > 0 {
		c.IDF = g.idf(s.buckets(d, j), n)
		return c, nil, nil
	}
	low, high := bound(g.MinDF, 0, n), bound(g.MaxDF, float64(n), n)
	if high < low {
		return c, nil, badSetting("NGrams.MaxDF", g.MaxDF, "that is %v of the %d texts, fewer than the %v of MinDF = %v", high, n, low, g.MinDF)
	}
	all, cut := s.collect(d, j)
	if err := d.Err(); err != nil {
		return c, nil, err
	}
	if len(all) == 0 {
		return c, nil, fmt.Errorf("%w of %v in column %q; words have at least two letters or digits", errNoGrams, g.Of, c.Column)
	}
	kept := make([]gram, 0, len(all))
	for _, t := range all {
		if g.Binary {
			t.tf = t.df
		}
		if df := float64(t.df); low <= df && df <= high {
			kept = append(kept, t)
		}
	}
	if m := g.MaxFeatures; m > 0 && m < len(kept) {
		kept = parallel.Sorted(kept, func(a, b gram) int {
			if a.tf != b.tf {
				return b.tf - a.tf
			}
			return a.compare(b)
		}, d.stop())[:m]
	}
	if len(kept) == 0 {
		return c, nil, badSetting("NGrams.MinDF", g.MinDF, "none of the %d n-grams of column %q is left; lower MinDF, or raise MaxDF", len(all), c.Column)
	}
	if kept = parallel.Sorted(kept, gram.compare, d.stop()); d.Err() != nil {
		return c, nil, d.Err()
	}
	c.Grams = make([]string, len(kept))
	df, number := make([]int, len(kept)), slices.Repeat([]int32{-1}, len(all))
	var text strings.Builder
	for _, t := range kept {
		text.Write(t.text)
	}
	rest := text.String()
	for at, t := range kept {
		c.Grams[at], rest = rest[:len(t.text)], rest[len(t.text):]
		df[at], number[t.number] = t.df, int32(at)
	}
	for _, texts := range cut {
		for i, t := range texts.found {
			texts.found[i] = number[t]
		}
	}
	c.IDF = g.idf(df, n)
	return c, cut, nil
}

// bound returns a number of n texts.
func bound(v, none float64, n int) float64 {
	switch {
	case v == 0:
		return none
	case v < 1:
		return v * float64(n)
	}
	return v
}

func (g NGrams) idf(df []int, n int) []float64 {
	if !g.IDF {
		return nil
	}
	idf := make([]float64, len(df))
	for t, v := range df {
		idf[t] = math.Log((float64(n)+1)/(float64(v)+1)) + 1
	}
	return idf
}
