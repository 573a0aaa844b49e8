package wire

import (
	"bytes"
	"math"
	"slices"
	"testing"
)

// What is written reads the same, nil and the payload of NaN included.
func TestRoundTrip(t *testing.T) {
	w := &Writer{}
	odd := math.Float64frombits(0x7ff8000000004711)
	floats := [][]float64{nil, {}, {1, math.Inf(-1), math.Copysign(0, -1)}}
	ints := [][]int{nil, {}, {math.MinInt64, -1, 0, math.MaxInt64}}
	w.Bool(true)
	w.Int(-2)
	w.Float(odd)
	w.Text("Δw\x00\xff")
	for i := range floats {
		w.Floats(floats[i])
		w.Ints(ints[i])
	}
	Error(w, nil)
	Error(w, textError("no"))

	r := NewReader(w.Frame)
	if b, i, f, s := r.Bool(), r.Int(), r.Float(), r.Text(); !b || i != -2 || math.Float64bits(f) != math.Float64bits(odd) || s != "Δw\x00\xff" {
		t.Errorf("read %t %d %x %q", b, i, math.Float64bits(f), s)
	}
	for i := range floats {
		f, n := r.Floats(), r.Ints()
		if !slices.Equal(f, floats[i]) || (f == nil) != (floats[i] == nil) || !slices.Equal(n, ints[i]) || (n == nil) != (ints[i] == nil) {
			t.Errorf("read %v %v, want %v %v", f, n, floats[i], ints[i])
		}
	}
	if err := r.Error(); err != nil {
		t.Error(err)
	}
	if err := r.Error(); err != textError("no") {
		t.Error(err)
	}
	if !r.Done() {
		t.Error("something is left")
	}
}

// A forged frame reads as zeros, takes no memory that it has not, and is not Done.
func TestForged(t *testing.T) {
	huge := []byte{0xff, 0xff, 0xff, 0xff}
	for _, c := range []struct {
		name  string
		frame []byte
		read  func(r *Reader)
	}{
		{"nothing", nil, func(r *Reader) { r.Float() }},
		{"half a number", []byte{1, 2, 3}, func(r *Reader) { r.Int() }},
		{"a slice that ends early", []byte{3, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8}, func(r *Reader) { r.Floats() }},
		{"a huge slice", huge, func(r *Reader) { r.Floats() }},
		{"a huge slice of whole numbers", huge, func(r *Reader) { r.Ints() }},
		{"a huge text", huge, func(r *Reader) { _ = r.Text() }},
		{"a huge slice of slices", huge, func(r *Reader) {
			if n, _ := r.Length(4); n != 0 {
				t.Errorf("length %d", n)
			}
		}},
		{"neither true nor false", []byte{2}, func(r *Reader) { r.Bool() }},
		{"more than is read", []byte{1, 1}, func(r *Reader) { r.Bool() }},
	} {
		r := NewReader(c.frame)
		if c.read(r); r.Done() {
			t.Errorf("%s: done", c.name)
		}
	}
}

type loop struct{}

func (loop) Error() string { panic(loop{}) }

// A reply has results, or the text of a panic, and the number of its call.
func TestServe(t *testing.T) {
	call := func(function byte) []byte { return []byte{Call, 7, 0, 0, 0, function, 0, 0, 0} }
	serving = func(function uint32, r *Reader, w *Writer) {
		switch function {
		case 0:
			w.Bool(true)
		case 1:
			panic("at once")
		case 2:
			panic(loop{})
		case 3:
			panic(struct{}{})
		case 4:
			m := map[string]int(nil)
			none(m)["x"] = 1
		case 5:
			panic(string(make([]byte, 1<<20)))
		}
	}
	panicked := func(text string) []byte {
		w := &Writer{}
		w.Byte(Panicked)
		w.Number(7)
		w.Text(text)
		return w.Frame
	}
	for function, want := range [][]byte{
		{Returned, 7, 0, 0, 0, 1},
		panicked("at once"),
		panicked("a value whose text panics"),
		panicked("a value of another type"),
		panicked("assignment to entry in nil map"),
		panicked(string(make([]byte, MostText))),
	} {
		if got := serve(call(byte(function))); !bytes.Equal(got, want) {
			t.Errorf("%d: %q, want %q", function, got, want)
		}
	}
}

func TestChanged(t *testing.T) {
	for _, c := range []struct {
		now  []float64
		want []byte
	}{
		{[]float64{}, []byte{0}},
		{nil, []byte{1, 0, 0, 0, 0}},
	} {
		w := &Writer{}
		Changed(w, []byte{1, 0, 0, 0}, func(w *Writer) { w.Floats(c.now) })
		if !bytes.Equal(w.Frame, c.want) {
			t.Errorf("%v: %v, want %v", c.now, w.Frame, c.want)
		}
	}
}

// none returns what it is given, so that nobody sees beforehand that it is nil.
func none(m map[string]int) map[string]int { return m }
