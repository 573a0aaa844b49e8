package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// wordVectors are texts as rows of a sparse table.
type wordVectors struct {
	words  int
	start  []int // text i has the entries start[i] ≤ e < start[i+1]
	column []int
	value  []float64
}

// drawTexts returns n texts, in the mean with so many of the words, which are as frequent as
// Zipf says, with weights (1 + log frequency)·idf of length 1.
func drawTexts(n, words int, mean float64, r *rand.Rand) *wordVectors {
	z, column := rand.NewZipf(r, 1.1, 4, uint64(words-1)), r.Perm(words)
	texts, in := make([]map[int]float64, n), make([]float64, words)
	for i := range texts {
		size := int(mean * math.Exp(0.5*r.NormFloat64()-0.125))
		text := map[int]float64{}
		for len(text) < max(5, size) {
			text[column[z.Uint64()]]++
		}
		for j := range text {
			in[j]++
		}
		texts[i] = text
	}
	v := &wordVectors{words: words, start: []int{0}}
	for _, text := range texts {
		var square float64
		var row []int
		for j, count := range text {
			row = append(row, j)
			text[j] = (1 + math.Log(count)) * math.Log(float64(n)/in[j])
		}
		slices.Sort(row)
		for _, j := range row {
			square += text[j] * text[j]
		}
		for _, j := range row {
			v.column, v.value = append(v.column, j), append(v.value, text[j]/math.Sqrt(square))
		}
		v.start = append(v.start, len(v.value))
	}
	return v
}

// score is that of text i with a weight for each word.
func (v *wordVectors) score(i int, w []float64) (score float64) {
	for e := v.start[i]; e < v.start[i+1]; e++ {
		score += w[v.column[e]] * v.value[e]
	}
	return score
}

func (v *wordVectors) features() (mat.Matrix, error) {
	return lclass.SparseFromRows(v.words, v.start, v.column, v.value)
}

// write gives peers the texts in files that begin with a name. It returns them as arguments of
// a request.
func (v *wordVectors) write(name string) (arguments string, err error) {
	arguments = fmt.Sprintf("d=%d", v.words)
	start, column := make([]int64, len(v.start)), make([]int32, len(v.column))
	for i, at := range v.start {
		start[i] = int64(at)
	}
	for e, j := range v.column {
		column[e] = int32(j)
	}
	for _, part := range []struct {
		name string
		of   any
	}{{"start", start}, {"column", column}, {"value", v.value}} {
		file := filepath.Join(out, "bench", name+"."+part.name)
		arguments += " " + part.name + "=" + file
		err = errors.Join(err, toFile(file, func(w *bufio.Writer) error { return binary.Write(w, binary.NativeEndian, part.of) }))
	}
	return arguments, err
}
