package lclass

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"weak"

	"linclass/lclass/internal/ngrams"
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
	Normalize bool         `json:"normalize,omitempty"`
	Hash      int          `json:"hash,omitempty"` // number of features, 0 for those of the columns
	Unsigned  bool         `json:"unsigned,omitempty"`

	once    sync.Once            // for numbers
	numbers []*ngrams.Vocabulary // of the n-grams of each column

	onceNames sync.Once   // for outputs
	outputs   [][]feature // of each column
	sorted    bool        // the n-grams of each column
	names     []string    // of all, if there is one column
	roles     []role

	learnt atomic.Pointer[cutData] // what Apply needs not cut again
}

// A cutData is the texts of training data as the numbers of their n-grams.
type cutData struct {
	of      weak.Pointer[Data]
	columns [][]cutTexts // of each column, the texts of consecutive samples
}

// cutTexts are consecutive texts as numbers of n-grams, −1 for those that are left out.
type cutTexts struct {
	found []int32
	ends  []int
	next  int
}

// take returns the n-grams of the next text.
func (c *cutTexts) take() []int32 {
	lo := 0
	if c.next > 0 {
		lo = c.ends[c.next-1]
	}
	c.next++
	return c.found[lo:c.ends[c.next-1]]
}

// A gramColumn is a text column with its n-grams in alphabetical order, none with Hash.
type gramColumn struct {
	Column string    `json:"column"`
	Grams  []string  `json:"grams,omitempty"`
	IDF    []float64 `json:"idf,omitempty"` // of each n-gram, or of each feature of Hash
}

// width returns the number of features that a column becomes.
func (s *grams) width(c gramColumn) int { return max(s.Hash, len(c.Grams)) }

// features returns those that the column of that number becomes. They are not changed.
func (s *grams) features(i int) []feature {
	s.onceNames.Do(func() {
		s.sorted = true
		for _, c := range s.Columns {
			s.outputs = append(s.outputs, s.named(c))
			for t := 1; t < len(c.Grams); t++ {
				s.sorted = s.sorted && c.Grams[t-1] < c.Grams[t]
			}
		}
		if len(s.Columns) == 1 {
			s.names, s.roles = namesOf(s.outputs[0]), rolesOf(s.outputs[0])
		}
	})
	return s.outputs[i]
}

// named returns the features of a column, with all names in one text.
func (s *grams) named(c gramColumn) []feature {
	out := make([]feature, s.width(c))
	var text []byte
	ends := make([]int, len(out))
	for i := range out {
		text = append(append(text, c.Column...), '[')
		if s.Hash == 0 {
			text = append(text, c.Grams[i]...)
		} else {
			text = strconv.AppendInt(text, int64(i), 10)
		}
		text = append(text, ']')
		ends[i] = len(text)
	}
	all, lo := string(text), 0
	for i, end := range ends {
		out[i], lo = feature{all[lo:end], role{of: c.Column}}, end
	}
	return out
}

// differ reports whether the names of all features that the step makes of others are
// certain to differ, if those of the others do.
func (s *grams) differ(in []feature) bool {
	if len(s.Columns) != 1 {
		return false
	}
	s.features(0)
	return s.sorted && !slices.ContainsFunc(in, func(f feature) bool { return strings.HasPrefix(f.name, s.Columns[0].Column+"[") })
}

func (s *grams) check() error {
	if !slices.Contains(unitNames, s.Of) || s.Min < 1 || s.Max < s.Min || s.Hash < 0 || s.Hash > rows.MaxWide {
		return fmt.Errorf("lclass: n-grams of %q from %d to %d, with hash %d, do not exist", s.Of, s.Min, s.Max, s.Hash)
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
	names := transform(s.Columns, func(c gramColumn) string { return c.Column })
	out, at, of, err := replaced("n-grams", names, in, s.features)
	if err != nil {
		return nil, nil, err
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
	cut := s.learnt.Swap(nil)
	if cut != nil && cut.of.Value() != d {
		cut = nil
	}
	if cut != nil {
		parts = make([]entries, len(cut.columns[0]))
	}
	stop := d.stop()
	rows.Parts(d.N(), len(parts), func(part, lo, hi int) {
		p := &parts[part]
		texts := make([]*vectorizer, len(in))
		for i, c := range s.Columns {
			j := slices.IndexFunc(in, func(f feature) bool { return f.name == c.Column })
			if cut != nil {
				texts[j] = &vectorizer{step: s, column: &s.Columns[i], cut: &cut.columns[i][part]}
			} else {
				texts[j] = s.vectorizer(i)
			}
		}
		x := make([]float64, len(in))
		for i := lo; i < hi; i++ {
			if i%256 == 0 && stop != nil && stop() {
				return
			}
			if i == lo+256 { // about as many values will come in each of the other rows
				more := len(p.value) * (hi - i) / 240
				p.column, p.value = slices.Grow(p.column, more), slices.Grow(p.value, more)
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
	if made.features, made.roles, made.gaps = s.names, s.roles, false; len(in) > 1 {
		made.features, made.roles = namesOf(out), rolesOf(out)
	}
	b := rows.Builder{Rows: d.N()}
	for _, p := range parts {
		if len(out) <= rows.MaxColumns {
			b.Values += len(p.value)
		}
	}
	for _, p := range parts {
		e := 0
		for row, end := range p.ends {
			if row%256 == 0 && d.Err() != nil {
				return nil, d.Err()
			}
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
	number *ngrams.Vocabulary
	tokens ngrams.Tokenizer
	cut    *cutTexts // if the texts are cut already
	found  []int32   // feature·2, and 1 more for a negative hash
	value  []float64
	at     []int

	scratch []int32
}

func (s *grams) tokenizer() ngrams.Tokenizer {
	return ngrams.Tokenizer{Of: ngrams.Units(slices.Index(unitNames, s.Of)), Min: s.Min, Max: s.Max, KeepCase: s.KeepCase}
}

// vectorizer returns one for the column of that number.
func (s *grams) vectorizer(i int) *vectorizer {
	s.once.Do(func() {
		for _, c := range s.Columns {
			number := &ngrams.Vocabulary{}
			for _, gram := range c.Grams {
				_, h := number.Find([]byte(gram))
				number.Add([]byte(gram), h)
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
	if v.cut != nil {
		for _, t := range v.cut.take() {
			if t >= 0 {
				v.found = append(v.found, 2*t)
			}
		}
	} else {
		v.tokens.Each(text, func(gram []byte) {
			if size == 0 {
				if t, _ := v.number.Find(gram); t >= 0 {
					v.found = append(v.found, 2*t)
				}
				return
			}
			h := int64(ngrams.Murmur(gram))
			if h < 0 {
				v.found = append(v.found, int32(-h%size)*2+1)
			} else {
				v.found = append(v.found, int32(h%size)*2)
			}
		})
	}
	v.scratch = ngrams.SortNumbers(v.found, v.scratch)
}

// runs calls f for each feature found with the number of its n-grams, and with that of
// those of them that have a negative hash.
func (v *vectorizer) runs(f func(t, count, negative int)) {
	for found := v.found; len(found) > 0; {
		t, count, negative := found[0]/2, 0, 0
		for count < len(found) && found[count]/2 == t {
			negative += int(found[count] % 2)
			count++
		}
		f(int(t), count, negative)
		found = found[count:]
	}
}

// each calls f for the features of a text that are not 0, in increasing order.
func (v *vectorizer) each(text string, f func(t int, v float64)) {
	v.find(text)
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
	norm := v.norm()
	for e, t := range v.at {
		f(t, v.value[e]/norm)
	}
}

// norm returns what the values are divided by.
func (v *vectorizer) norm() float64 {
	if !v.step.Normalize {
		return 1
	}
	var sum float64
	for _, x := range v.value {
		sum += x * x
	}
	return math.Sqrt(sum)
}

// A gram is an n-gram, the number of texts that it occurs in, and how often it occurs.
type gram struct {
	number int32 // in the order of their first occurrence
	key    uint64
	text   []byte
	df, tf int
}

// compare is the alphabetical order.
func (g gram) compare(h gram) int {
	if g.key != h.key {
		return cmp.Compare(g.key, h.key)
	}
	return bytes.Compare(g.text, h.text)
}

// newGram returns one that has not occurred yet. Its key has the first eight bytes.
func newGram(number int32, text []byte) gram {
	var head [8]byte
	copy(head[:], text)
	return gram{number: number, text: text, key: binary.BigEndian.Uint64(head[:])}
}

// collect returns all n-grams of column j, and the texts as their numbers, or less than that
// if the context is done.
func (s *grams) collect(d *Data, j int) ([]gram, []cutTexts) {
	cut := make([]cutTexts, runtime.GOMAXPROCS(0))
	names := make([]ngrams.Vocabulary, len(cut))
	type occurrence struct{ df, tf, last int }
	counts := make([][]occurrence, len(cut))
	s.texts(d, j, len(cut), func(part int) func(text string) {
		t, c, name, count := s.tokenizer(), &cut[part], &names[part], &counts[part]
		return func(text string) {
			t.Each(text, func(g []byte) {
				at, h := name.Find(g)
				if at < 0 {
					at = name.Add(g, h)
					*count = append(*count, occurrence{})
				}
				o := &(*count)[at]
				o.tf++
				if o.last != len(c.ends)+1 {
					o.df++
					o.last = len(c.ends) + 1
				}
				c.found = append(c.found, at)
			})
			c.ends = append(c.ends, len(c.found))
		}
	})
	// The first part also takes the n-grams of the others.
	number := make([][]int32, len(cut))
	for part := 1; part < len(cut); part++ {
		name := &names[part]
		number[part] = make([]int32, name.Len())
		for i := range name.Len() {
			if i%4096 == 0 && d.Err() != nil {
				return nil, nil
			}
			at := names[0].Look(name.At(i), name.Hash(i))
			if at < 0 {
				at = names[0].Add(name.At(i), name.Hash(i))
				counts[0] = append(counts[0], occurrence{})
			}
			number[part][i] = at
			counts[0][at].df += counts[part][i].df
			counts[0][at].tf += counts[part][i].tf
		}
	}
	for part := 1; part < len(cut); part++ {
		for i, at := range cut[part].found {
			cut[part].found[i] = number[part][at]
		}
	}
	all := make([]gram, names[0].Len())
	for i := range all {
		all[i] = newGram(int32(i), names[0].At(i))
		all[i].df, all[i].tf = counts[0][i].df, counts[0][i].tf
	}
	return all, cut
}

// buckets returns how many texts of column j have n-grams in each feature of Hash.
func (s *grams) buckets(d *Data, j int) []int {
	df := make([]int, s.Hash)
	v := &vectorizer{step: s, tokens: s.tokenizer()}
	s.texts(d, j, 1, func(int) func(text string) {
		return func(text string) {
			v.find(text)
			v.runs(func(t, _, _ int) { df[t]++ })
		}
	})
	return df
}

// texts calls what f returns for the texts of column j, those of several parts side by
// side.
func (s *grams) texts(d *Data, j, parts int, f func(part int) func(text string)) {
	categories, stop := d.roles[j].categories, d.stop()
	rows.Parts(d.N(), parts, func(part, lo, hi int) {
		const many = 1 << 16
		take := f(part)
		length := many // of the texts since the last look
		for i := lo; i < hi; i++ {
			if length >= many {
				if length = 0; stop != nil && stop() {
					return
				}
			}
			if v := d.x.At(i, j); !math.IsNaN(v) {
				text := categories[int(v)]
				take(text)
				length += len(text) + 16
			}
		}
	})
}

// only keeps all n-grams of a column that is used if they share a norm.
func (s *grams) only(used map[string]bool) fitted {
	kept := &grams{Of: s.Of, Min: s.Min, Max: s.Max, KeepCase: s.KeepCase, Binary: s.Binary, Sublinear: s.Sublinear, Normalize: s.Normalize, Hash: s.Hash, Unsigned: s.Unsigned}
	for i, c := range s.Columns {
		k := gramColumn{Column: c.Column}
		any := false
		for t, f := range s.features(i) {
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
		if s.Hash > 0 || s.Normalize {
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
	parts := transform(s.Columns, func(c gramColumn) string { return fmt.Sprintf("%s (%d features)", c.Column, s.width(c)) })
	return "n-grams " + strings.Join(parts, ", ")
}
