package lclass

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"linclass/lclass/internal/rows"
)

// grams counts the n-grams of text columns.
type grams struct {
	Columns   []gramColumn `json:"columns"`
	Of        string       `json:"of"` // of unitNames
	Min       int          `json:"min"`
	Max       int          `json:"max"`
	KeepCase  bool         `json:"keep_case,omitempty"`
	Binary    bool         `json:"binary,omitempty"`
	Sublinear bool         `json:"sublinear,omitempty"`
	Norm      string       `json:"norm"`           // of normNames
	Hash      int          `json:"hash,omitempty"` // number of features, 0 for those of the columns
	Unsigned  bool         `json:"unsigned,omitempty"`

	once    sync.Once          // for numbers
	numbers []map[string]int32 // of the n-grams of each column
}

// A gramColumn is a text column with its n-grams in alphabetical order, none with Hash.
type gramColumn struct {
	Column string    `json:"column"`
	Grams  []string  `json:"grams,omitempty"`
	IDF    []float64 `json:"idf,omitempty"` // of each n-gram, or of each feature of Hash
}

// width returns the number of features that a column becomes.
func (s *grams) width(c gramColumn) int { return max(s.Hash, len(c.Grams)) }

// features returns those that a column becomes.
func (s *grams) features(c gramColumn) []feature {
	out := make([]feature, s.width(c))
	for i := range out {
		name := strconv.Itoa(i)
		if s.Hash == 0 {
			name = c.Grams[i]
		}
		out[i] = feature{c.Column + "[" + name + "]", role{of: c.Column}}
	}
	return out
}

func (s *grams) check() error {
	if !slices.Contains(unitNames, s.Of) || !slices.Contains(normNames, s.Norm) || s.Min < 1 || s.Max < s.Min || s.Hash < 0 || s.Hash > rows.MaxWide {
		return fmt.Errorf("lclass: n-grams of %q from %d to %d, with norm %q and hash %d, do not exist", s.Of, s.Min, s.Max, s.Norm, s.Hash)
	}
	for _, c := range s.Columns {
		if (s.Hash > 0) == (c.Grams != nil) || c.IDF != nil && len(c.IDF) != s.width(c) {
			return fmt.Errorf("lclass: n-grams: column %q has %d n-grams, %d values of IDF and hash %d", c.Column, len(c.Grams), len(c.IDF), s.Hash)
		}
	}
	return nil
}

func (s *grams) on(in []feature) ([]feature, func(φ, x []float64) error, error) {
	if err := s.check(); err != nil {
		return nil, nil, err
	}
	names := make([]string, len(s.Columns))
	for i, c := range s.Columns {
		names[i] = c.Column
	}
	index, err := positions("n-grams", names, in, false)
	if err != nil {
		return nil, nil, err
	}
	var out []feature
	at, of := make([]int, len(in)), make([]int, len(in)) // the first feature of each, and the column, −1 for none
	for j, f := range in {
		at[j], of[j] = len(out), slices.Index(index, j)
		if of[j] < 0 {
			out = append(out, f)
			continue
		}
		if f.categories == nil {
			return nil, nil, &KindError{Column: f.name, Want: "texts", remedy: "it was a text column in training"}
		}
		out = append(out, s.features(s.Columns[of[j]])...)
	}
	return out, func(φ, x []float64) error {
		clear(φ)
		for j, v := range x {
			if of[j] < 0 {
				φ[at[j]] = v
			} else if !math.IsNaN(v) {
				s.vectorizer(of[j]).each(in[j].categories[int(v)], func(t int, v float64) { φ[at[j]+t] = v })
			}
		}
		return nil
	}, nil
}

// apply is what Prepared does with data, a row of values that are not 0 after the other.
func (s *grams) apply(d *Data) (*Data, error) {
	in := d.described()
	out, _, err := s.on(in)
	if err != nil {
		return nil, err
	}
	type entries struct {
		ends   []int
		column []int32
		value  []float64
	}
	parts := make([]entries, runtime.GOMAXPROCS(0))
	stop := d.stop()
	rows.Parts(d.N(), len(parts), func(part, lo, hi int) {
		p := &parts[part]
		texts := make([]*vectorizer, len(in))
		for i, c := range s.Columns {
			j := slices.IndexFunc(in, func(f feature) bool { return f.name == c.Column })
			texts[j] = s.vectorizer(i)
		}
		x := make([]float64, len(in))
		for i := lo; i < hi; i++ {
			if i%256 == 0 && stop != nil && stop() {
				return
			}
			d.x.Row(x, i)
			first := 0
			for j, v := range x {
				add := func(t int, v float64) {
					p.column, p.value = append(p.column, int32(first+t)), append(p.value, v)
				}
				if texts[j] == nil {
					if v != 0 {
						add(0, v)
					}
					first++
					continue
				}
				if !math.IsNaN(v) {
					texts[j].each(in[j].categories[int(v)], add)
				}
				first += s.width(*texts[j].column)
			}
			p.ends = append(p.ends, len(p.value))
		}
	})
	if err := d.Err(); err != nil {
		return nil, err
	}
	made := *d
	made.features, made.roles, made.gaps = namesOf(out), rolesOf(out), false
	b := rows.Builder{Rows: d.N()}
	for _, p := range parts {
		e := 0
		for _, end := range p.ends {
			for ; e < end; e++ {
				made.gaps = made.gaps || math.IsNaN(p.value[e])
				b.Add(int(p.column[e]), p.value[e])
			}
			b.EndRow()
		}
	}
	made.x = b.Sparse(len(out))
	return &made, nil
}

// A vectorizer makes the values of texts, one after the other.
type vectorizer struct {
	step   *grams
	column *gramColumn
	number map[string]int32
	tokens tokenizer
	found  []int32 // feature·2, and 1 more for a negative hash
	value  []float64
	at     []int
}

func (s *grams) tokenizer() tokenizer {
	return tokenizer{of: Units(slices.Index(unitNames, s.Of)), min: s.Min, max: s.Max, keepCase: s.KeepCase}
}

// vectorizer returns one for the column of that number.
func (s *grams) vectorizer(i int) *vectorizer {
	s.once.Do(func() {
		for _, c := range s.Columns {
			number := make(map[string]int32, len(c.Grams))
			for t, gram := range c.Grams {
				number[gram] = int32(t)
			}
			s.numbers = append(s.numbers, number)
		}
	})
	return &vectorizer{step: s, column: &s.Columns[i], number: s.numbers[i], tokens: s.tokenizer()}
}

// find sets found, in increasing order.
func (v *vectorizer) find(text string) {
	v.found = v.found[:0]
	size := int64(v.step.Hash)
	v.tokens.each(text, func(gram []byte) {
		if size == 0 {
			if t, known := v.number[string(gram)]; known {
				v.found = append(v.found, 2*t)
			}
			return
		}
		h := int64(murmur(gram))
		if h < 0 {
			v.found = append(v.found, int32(-h%size)*2+1)
		} else {
			v.found = append(v.found, int32(h%size)*2)
		}
	})
	slices.Sort(v.found)
}

// runs calls f for each feature found with the number of its n-grams, and with that of
// those of them that have a negative hash.
func (v *vectorizer) runs(f func(t, count, negative int)) {
	for len(v.found) > 0 {
		t, count, negative := v.found[0]/2, 0, 0
		for count < len(v.found) && v.found[count]/2 == t {
			negative += int(v.found[count] % 2)
			count++
		}
		f(int(t), count, negative)
		v.found = v.found[count:]
	}
}

// each calls f for the features of a text that are not 0, in increasing order.
func (v *vectorizer) each(text string, f func(t int, v float64)) {
	v.find(text)
	found := v.found
	v.at, v.value = v.at[:0], v.value[:0]
	v.runs(func(t, count, negative int) {
		tf := float64(count)
		switch {
		case v.step.Binary:
			tf = 1
		case !v.step.Unsigned:
			tf -= 2 * float64(negative)
		}
		if tf == 0 {
			return
		}
		if v.step.Sublinear {
			tf = 1 + math.Log(tf)
		}
		if v.column.IDF != nil {
			tf *= v.column.IDF[t]
		}
		v.at, v.value = append(v.at, t), append(v.value, tf)
	})
	v.found = found
	norm := v.norm()
	for e, t := range v.at {
		f(t, v.value[e]/norm)
	}
}

// norm returns what the values are divided by.
func (v *vectorizer) norm() float64 {
	var sum float64
	switch v.step.Norm {
	case L1Norm.String():
		for _, x := range v.value {
			sum += math.Abs(x)
		}
		return sum
	case L2Norm.String():
		for _, x := range v.value {
			sum += x * x
		}
		return math.Sqrt(sum)
	}
	return 1
}

// A gram is an n-gram, the number of texts that it occurs in, and how often it occurs.
type gram struct {
	text   string
	df, tf int
}

// collect returns all n-grams of column j, in any order.
func (s *grams) collect(d *Data, j int) []gram {
	parts := make([][]gram, runtime.GOMAXPROCS(0))
	s.texts(d, j, len(parts), func(part int) func(text string) {
		t := s.tokenizer()
		number, last, count := map[string]int{}, []int(nil), 0
		return func(text string) {
			count++
			t.each(text, func(g []byte) {
				at, known := number[string(g)]
				if !known {
					at = len(parts[part])
					name := string(g)
					number[name] = at
					parts[part], last = append(parts[part], gram{text: name}), append(last, 0)
				}
				parts[part][at].tf++
				if last[at] != count {
					parts[part][at].df++
					last[at] = count
				}
			})
		}
	})
	all := parts[0]
	number := make(map[string]int, len(all))
	for at, g := range all {
		number[g.text] = at
	}
	for _, p := range parts[1:] {
		for _, g := range p {
			at, known := number[g.text]
			if !known {
				number[g.text] = len(all)
				all = append(all, g)
				continue
			}
			all[at].df += g.df
			all[at].tf += g.tf
		}
	}
	return all
}

// buckets returns how many texts of column j have n-grams in each feature of Hash.
func (s *grams) buckets(d *Data, j int) []int {
	df := make([]int, s.Hash)
	v := &vectorizer{step: s, tokens: s.tokenizer()}
	s.texts(d, j, 1, func(int) func(text string) {
		return func(text string) {
			v.find(text)
			found := v.found
			v.runs(func(t, _, _ int) { df[t]++ })
			v.found = found
		}
	})
	return df
}

// texts calls what f returns for the texts of column j, those of several parts side by
// side.
func (s *grams) texts(d *Data, j, parts int, f func(part int) func(text string)) {
	categories, stop := d.roles[j].categories, d.stop()
	rows.Parts(d.N(), parts, func(part, lo, hi int) {
		take := f(part)
		for i := lo; i < hi; i++ {
			if i%256 == 0 && stop != nil && stop() {
				return
			}
			if v := d.x.At(i, j); !math.IsNaN(v) {
				take(categories[int(v)])
			}
		}
	})
}

// only keeps all n-grams of a column that is used if they share a norm.
func (s *grams) only(used map[string]bool) fitted {
	kept := &grams{Of: s.Of, Min: s.Min, Max: s.Max, KeepCase: s.KeepCase, Binary: s.Binary, Sublinear: s.Sublinear, Norm: s.Norm, Hash: s.Hash, Unsigned: s.Unsigned}
	for _, c := range s.Columns {
		k := gramColumn{Column: c.Column}
		any := false
		for t, f := range s.features(c) {
			if used[f.name] && s.Hash == 0 {
				k.Grams = append(k.Grams, c.Grams[t])
				if c.IDF != nil {
					k.IDF = append(k.IDF, c.IDF[t])
				}
			}
			any = any || used[f.name]
			delete(used, f.name)
		}
		if !any {
			continue
		}
		if s.Hash > 0 || s.Norm != NoNorm.String() {
			k = c
		}
		used[c.Column] = true
		kept.Columns = append(kept.Columns, k)
	}
	if kept.Columns == nil {
		return nil
	}
	return kept
}

func (s *grams) String() string {
	parts := make([]string, len(s.Columns))
	for i, c := range s.Columns {
		parts[i] = fmt.Sprintf("%s (%d features)", c.Column, s.width(c))
	}
	return "n-grams " + strings.Join(parts, ", ")
}
