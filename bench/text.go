package main

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"linclass/lclass"
)

// textSteps are the steps of the rows, by their names in peers.py.
var textSteps = []struct {
	name, kind string
	step       lclass.NGrams
}{
	{"counts of words", "counts", lclass.NGrams{}},
	{"counts of 1- and 2-grams", "pairs", lclass.NGrams{Min: 1, Max: 2}},
	{"tf-idf of words", "tfidf", lclass.NGrams{IDF: true, Normalize: true}},
	{"2- to 4-grams within words", "chars", lclass.NGrams{Of: lclass.CharsInWords, Min: 2, Max: 4}},
	{"words hashed to 2²⁰", "hashed", lclass.NGrams{Hash: 1 << 20, Normalize: true}},
}

// text turns 20,000 texts into features: learning with applying to the same texts, and
// applying to them alone. The values must be the same.
func (b *bench) text() error {
	all := zipfTexts(20_000)
	file := filepath.Join(out, "bench", "texts.txt")
	err := toFile(file, func(w *bufio.Writer) error {
		_, err := w.WriteString(strings.Join(all, "\n"))
		return err
	})
	if err != nil {
		return err
	}
	d, err := lclass.FromFrame(dataframe.New(series.New(all, series.String, "text")), lclass.Columns{Raw: true})
	if err != nil {
		return err
	}
	for _, s := range textSteps {
		for _, learn := range []bool{true, false} {
			if err := b.textRow(s.name, s.kind, s.step, d, file, learn); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *bench) textRow(name, kind string, step lclass.NGrams, d *lclass.Data, file string, learn bool) error {
	name = map[bool]string{true: "learn and apply ", false: "apply "}[learn] + name
	p, err := lclass.Prepare(d, step)
	if err != nil {
		return err
	}
	if _, err := p.Apply(d); err != nil {
		return err
	}
	var made *lclass.Data
	work := labelled(name, func() (err error) {
		if learn {
			if p, err = lclass.Prepare(d, step); err != nil {
				return err
			}
		}
		made, err = p.Apply(d)
		return err
	})
	request := fmt.Sprintf("text file=%s kind=%s learn=%d", file, kind, map[bool]int{true: 1}[learn])
	var ours, theirs times
	var r *reply
	for i := 0; i < b.runs(theirs); i++ {
		s, err := timed(work)
		if err != nil {
			return err
		}
		if r, err = b.inPython(request); err != nil {
			return err
		}
		ours, theirs = append(ours, s), append(theirs, r.Seconds)
	}
	values, sum := contents(made)
	if want := []float64{float64(made.N()), float64(made.D()), values, sum}; !near(want, r.Contents) {
		return fmt.Errorf("%s: samples, features, values and their sum of squares are %v, the peer's %v", name, want, r.Contents)
	}
	row := newRow(contest{name: name, peer: "scikit-learn", goal: 5}, ours, theirs)
	row.Note = fmt.Sprintf("%d×%d, %.0f values", made.N(), made.D(), values)
	b.add(row)
	return nil
}

// contents returns how many values are not 0, and the sum of their squares.
func contents(d *lclass.Data) (values, sum float64) {
	for i := range d.N() {
		for _, v := range d.NonZero(i) {
			values++
			sum += v * v
		}
	}
	return values, sum
}

func near(a, b []float64) bool {
	for i := range a {
		if len(b) != len(a) || math.Abs(a[i]-b[i]) > 1e-9*math.Abs(a[i]) {
			return false
		}
	}
	return true
}

// zipfTexts returns n texts of 50 to 150 words from 50,000, the k-th as frequent as
// 1/(k+4)^1.1, with capitals and punctuation.
func zipfTexts(n int) []string {
	r := rand.New(rand.NewPCG(1, 1))
	words := make([]string, 50_000)
	for i := range words {
		w := make([]byte, 2+r.IntN(9))
		for j := range w {
			w[j] = "etaoinshrdlucmfwypvbgk"[min(r.IntN(22), r.IntN(22))]
		}
		words[i] = string(w)
	}
	z := rand.NewZipf(r, 1.1, 4, uint64(len(words)-1))
	texts := make([]string, n)
	for i := range texts {
		var b strings.Builder
		for j := range 50 + r.IntN(101) {
			w := words[z.Uint64()]
			if j%12 == 0 {
				w = ". " + strings.ToUpper(w[:1]) + w[1:]
			}
			b.WriteString(" " + w)
		}
		texts[i] = b.String()[3:] + "."
	}
	return texts
}
