package lclass

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// FromLabels returns the n×d features x with the class of each sample by its
// name. Classes are those that occur: texts in alphabetical order, whole
// numbers in increasing order, of which the target is a number as well (see
// [Data.Y]); false and true, both of them always. The last of two classes is
// the positive one; [Data.Positive] chooses the other.
//
// It copies x as [FromMatrix] does. It is an error if there are not n labels,
// if one is an empty text or a whole number beyond 2⁵³, or if x has a value that is
// NaN or infinite.
func FromLabels[L ~string | ~int | ~bool](x mat.Matrix, labels []L) (*Data, error) {
	d, err := withoutTarget(x)
	if err != nil {
		return nil, err
	}
	if len(labels) != d.N() {
		return nil, fmt.Errorf("lclass: %d labels for %d samples", len(labels), d.N())
	}
	texts := make([]string, len(labels))
	values := reflect.ValueOf(labels)
	switch reflect.TypeFor[L]().Kind() {
	case reflect.Int:
		d.y = make([]float64, len(labels))
		for i := range d.y {
			v := values.Index(i).Int()
			d.y[i] = float64(v)
			if v < -wholeLimit || v > wholeLimit {
				return nil, fmt.Errorf("lclass: label of sample %d is %d, beyond 2⁵³, where float64 cannot tell whole numbers apart; give the labels as texts", i, v)
			}
		}
		d.setWhole(distinct(d.y))
		return d, nil
	case reflect.Bool:
		for i := range texts {
			texts[i] = strconv.FormatBool(values.Index(i).Bool())
		}
		d.classes = slices.Clone(truth)
	default:
		for i := range texts {
			if texts[i] = values.Index(i).String(); texts[i] == "" {
				return nil, fmt.Errorf("lclass: label of sample %d is an empty text; leave the sample out or name its class", i)
			}
		}
		d.classes = distinct(texts)
	}
	d.t, _ = encode(texts, d.classes)
	return d, nil
}

// truth are the two classes, or categories, of truth values.
var truth = []string{"false", "true"}

// encode returns each text as its index into categories, and the first text that is
// none of them, −1 if there is none.
func encode(texts, categories []string) (code []int, strange int) {
	number := make(map[string]int, len(categories))
	for k, category := range categories {
		number[category] = k
	}
	code = make([]int, len(texts))
	for i, text := range texts {
		k, known := number[text]
		if !known {
			return nil, i
		}
		code[i] = k
	}
	return code, -1
}
