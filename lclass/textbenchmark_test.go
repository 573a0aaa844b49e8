package lclass_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"linclass/lclass"
)

// zipfTexts returns n texts of some length words each, which are as frequent as Zipf says.
func zipfTexts(n, length int) *lclass.Data {
	r := rand.New(rand.NewPCG(1, 1))
	z := rand.NewZipf(r, 1.1, 4, 50000)
	text := make([]string, n)
	for i := range text {
		var b strings.Builder
		for range length/2 + r.IntN(length) {
			fmt.Fprintf(&b, "W%s, ", strings.Map(func(c rune) rune { return c - '0' + 'a' }, fmt.Sprint(math.Floor(float64(z.Uint64())*7919))))
		}
		text[i] = b.String()
	}
	d, err := lclass.FromFrame(dataframe.New(series.New(text, series.String, "text")), lclass.Columns{Raw: true})
	if err != nil {
		panic(err)
	}
	return d
}

func BenchmarkNGrams(b *testing.B) {
	d := zipfTexts(5000, 100)
	for _, c := range []struct {
		name string
		step lclass.NGrams
	}{
		{"counts", lclass.NGrams{}},
		{"tfidf", lclass.NGrams{IDF: true, Normalize: true}},
		{"pairs", lclass.NGrams{Min: 1, Max: 2}},
		{"chars", lclass.NGrams{Of: lclass.CharsInWords, Min: 2, Max: 4}},
		{"hashed", lclass.NGrams{Hash: 1 << 20, Normalize: true}},
	} {
		b.Run("learn/"+c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				lclass.Must(lclass.Prepare(d, c.step))
			}
		})
		p := lclass.Must(lclass.Prepare(d, c.step))
		b.Run("apply/"+c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				lclass.Must(p.Apply(d))
			}
		})
	}
}
