package lclass

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Contributions are the parts of the scores of n samples; see [Model.Contributions].
type Contributions struct {
	Features []string // m names; a text column is one of them
	// Scores names the K scores: the positive class of two, the classes or pairs, or the
	// target of a regression.
	Scores []string
	Base   []float64    // K scores of the average sample
	Of     []*mat.Dense // of each score an n×m matrix, a row per sample
}

// Contributions returns how much each feature adds to the scores of the samples of d,
// compared with the average sample of background, such as the training data:
//
//	z = base + Σⱼ wⱼ(xⱼ − meanⱼ),  base = Σⱼ wⱼ meanⱼ + b
//
// with the weighted means of background. The sum is exact. For Logistic z are log-odds.
// For Softmax z_k − Σ_l z_l/K takes the place of z_k, which is log P_k less the mean of
// all log P_l and does not depend on a reference class. Features made from one text
// column and its missing values are added up; other features that a [Pipeline] makes,
// such as powers, stay separate. An offset counts as a feature named "offset", compared
// with its mean.
//
// For independent features these are the Shapley values of the score (Štrumbelj and
// Kononenko 2014), as in shap's LinearExplainer.
func (m *Model) Contributions(d, background *Data) (*Contributions, error) {
	if err := m.linear(); err != nil {
		return nil, &placeError{"Contributions", err}
	}
	x, err := m.matched(d)
	if err != nil {
		return nil, err
	}
	average, err := m.matched(background)
	if err != nil {
		return nil, &placeError{"the background of Contributions", err}
	}
	if x, err = x.inMemory(); err != nil {
		return nil, err
	}
	w, b := mat.DenseCopyOf(m.W), slices.Clone(m.B)
	if m.Output == SoftmaxOutput {
		centre(w, b)
	}
	mean, offset, err := average.means()
	if err != nil {
		return nil, err
	}
	c := &Contributions{Scores: m.scoreNames()}
	column := make([]int, len(mean)) // of Of, of each feature
	for j, f := range x.described() {
		name := f.column()
		if column[j] = slices.Index(c.Features, name); column[j] < 0 {
			column[j] = len(c.Features)
			c.Features = append(c.Features, name)
		}
	}
	if m.Offset {
		c.Features = append(c.Features, "offset")
	}
	for k := range b {
		of := mat.NewDense(x.N(), len(c.Features), nil)
		base := b[k] + floats.Dot(w.RawRowView(k), mean)
		for i, φ := range x.Rows() {
			row := of.RawRowView(i)
			for j, v := range φ {
				row[column[j]] += w.At(k, j) * (v - mean[j])
			}
			if m.Offset {
				row[len(row)-1] = x.offset[i] - offset
			}
		}
		if m.Offset {
			base += offset
		}
		c.Base, c.Of = append(c.Base, base), append(c.Of, of)
	}
	return read(x, c, nil)
}

// centre takes the mean of all scores from each.
func centre(w *mat.Dense, b []float64) {
	k, d := w.Dims()
	for j := range d {
		column := mat.Col(nil, j, w)
		mean := floats.Sum(column) / float64(k)
		floats.AddConst(-mean, column)
		w.SetCol(j, column)
	}
	floats.AddConst(-floats.Sum(b)/float64(k), b)
}

// means returns the weighted means of the features and of the offset.
func (d *Data) means() (mean []float64, offset float64, err error) {
	weight := moderate(d.sampleWeights())
	total := floats.Sum(weight)
	if total == 0 {
		return nil, 0, errNoWeight
	}
	mean = make([]float64, d.D())
	for i, x := range d.scan() {
		floats.AddScaled(mean, weight[i]/total, x)
		if d.offset != nil {
			offset += weight[i] / total * d.offset[i]
		}
	}
	return mean, offset, d.Err()
}

// Sample returns the contributions to score k of sample i as a table with the columns name
// and contribution, the largest first, between the base and the score. It panics if there
// is no such sample or score.
func (c *Contributions) Sample(i, k int) Table {
	if c == nil {
		c = &Contributions{}
	}
	checkIndex("Contributions.Sample", "score", k, len(c.Of))
	n, _ := c.Of[k].Dims()
	checkIndex("Contributions.Sample", "sample", i, n)
	row := slices.Clone(c.Of[k].RawRowView(i))
	order := seq(len(row))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(row[b]), math.Abs(row[a])) })
	names := []string{"base"}
	values := []float64{c.Base[k]}
	score := c.Base[k]
	for _, j := range order {
		names, values, score = append(names, c.Features[j]), append(values, row[j]), score+row[j]
	}
	names, values = append(names, fmt.Sprintf("score of %s", c.Scores[k])), append(values, score)
	return Table{Columns: []TableColumn{{Name: "name", Text: names}, {Name: "contribution", Number: values}}}
}
