package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// widths are the numbers of scores that a loop keeps in registers: powers of 2
// and, because there are often three classes or ten digits, 3 and 10.
var widths = []int{16, 10, 8, 4, 3, 2, 1}

// value is what an entry of a sparse row holds.
type value string

const (
	bytes  value = "Bytes"
	floats value = "Floats"
	lines  value = "Lines" // bytes of columns with 16 float32 each
)

var values = []value{bytes, floats}

// entries are the registers of a loop over sparse rows.
type entries struct {
	value
	start, column, values, table GPVirtual
	row                          GPVirtual // bytes from one column of w or g to the next
	e, end                       GPVirtual
	lanes                        []VecVirtual // with the number of a lane in each, for lines
}

func loadEntries(v value) entries {
	t := entries{
		value: v,
		start: pointer("start"), column: pointer("column"), values: pointer("value"),
		row: stride("k"), e: GP64(), end: GP64(),
	}
	if v != floats {
		t.table = pointer("table")
	}
	MOVQ(Mem{Base: t.start}, t.e)
	return t
}

// each writes the loop over the entries of a row, f for each entry. Up to
// unroll of them are in flight; f is told which.
func (t entries) each(unroll int, f func(at int, offset GPVirtual, value Mem)) {
	t.toRowEnd()
	t.rest(unroll, f)
}

// toRowEnd sets the end of the next row.
func (t entries) toRowEnd() {
	ADDQ(Imm(8), t.start)
	MOVQ(Mem{Base: t.start}, t.end)
}

// rest is each for what is left of a row.
func (t entries) rest(unroll int, f func(at int, offset GPVirtual, value Mem)) {
	if unroll > 1 {
		SUBQ(Imm(uint64(unroll-1)), t.end)
		JMP(LabelRef("many"))
		Label("four")
		for at := range unroll {
			t.entry(at, f)
		}
		ADDQ(Imm(uint64(unroll)), t.e)
		Label("many")
		CMPQ(t.e, t.end)
		JLT(LabelRef("four"))
		ADDQ(Imm(uint64(unroll-1)), t.end)
	}
	JMP(LabelRef("few"))
	Label("one")
	t.entry(0, f)
	INCQ(t.e)
	Label("few")
	CMPQ(t.e, t.end)
	JLT(LabelRef("one"))
}

func (t entries) entry(at int, f func(at int, offset GPVirtual, value Mem)) {
	offset := t.offset(at)
	if t.value == floats {
		f(at, offset, Mem{Base: t.values, Index: t.e, Scale: 8, Disp: 8 * at})
		return
	}
	number, size := GP64(), uint8(8)
	if t.value == lines {
		size = 4
	}
	MOVBQZX(Mem{Base: t.values, Index: t.e, Scale: 1, Disp: at}, number)
	f(at, offset, Mem{Base: t.table, Index: number, Scale: size})
}

// offset returns where the column of an entry begins in w or g.
func (t entries) offset(at int) GPVirtual {
	offset := GP64()
	MOVWQZX(Mem{Base: t.column, Index: t.e, Scale: 2, Disp: 2 * at}, offset)
	if t.value == lines {
		SHLQ(Imm(6), offset)
	} else {
		IMULQ(t.row, offset)
	}
	return offset
}

func sparseScores(set set, width int, v value) {
	function(fmt.Sprintf("sparseScores%d%s", width, v),
		"func(z *float64, rows, k int, start *int, column *uint16, value *byte, table *float64, scale float64, w, b *float64)",
		set, fmt.Sprintf("sets %d of the k scores of each row.", width))
	lanes := set.split(width)
	z := pointer("z")
	rows := pointer("rows")
	w := pointer("w")
	t := loadEntries(v)
	b := pointer("b")
	sums := make([]vector, 4)
	if len(lanes) > 3 {
		sums = sums[:2]
	}
	for i := range sums {
		sums[i] = newVector(lanes)
	}
	Label("row")
	for _, s := range sums {
		s.zero()
	}
	t.each(len(sums), func(at int, offset GPVirtual, value Mem) {
		a := newRegister(lanes[0])
		broadcast(lanes[0], value, a)
		sums[at].addProduct(a, Mem{Base: w, Index: offset, Scale: 1})
	})
	for n := len(sums) / 2; n > 0; n /= 2 {
		for i := range n {
			sums[i].add(sums[i+n])
		}
	}
	scale := broadcastParam("scale", lanes[0])
	sums[0].each(func(i, lanes, offset int) {
		fma213(lanes, Mem{Base: b, Disp: offset}, as(scale, lanes), sums[0].regs[i])
	})
	sums[0].store(Mem{Base: z})
	ADDQ(t.row, z)
	DECQ(rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

func sparseGradient(set set, width int, v value) {
	function(fmt.Sprintf("sparseGradient%d%s", width, v),
		"func(gradient *float64, rows, k int, start *int, column *uint16, value *byte, table *float64, scale float64, r *float64)",
		set, fmt.Sprintf("adds the products with %d of the k residuals of each row.", width))
	lanes := set.split(width)
	g := pointer("gradient")
	rows := pointer("rows")
	t := loadEntries(v)
	scale, residual := broadcastParam("scale", lanes[0]), newVector(lanes)
	r := pointer("r")
	Label("row")
	residual.each(func(i, lanes, offset int) {
		multiply(lanes, Mem{Base: r, Disp: offset}, as(scale, lanes), residual.regs[i])
	})
	t.each(4, func(_ int, offset GPVirtual, value Mem) {
		a, sum := newRegister(lanes[0]), newVector(lanes)
		broadcast(lanes[0], value, a)
		at := Mem{Base: g, Index: offset, Scale: 1}
		sum.load(at)
		for i, reg := range sum.regs {
			fma231(lanes[i], residual.regs[i], as(a, lanes[i]), reg)
		}
		sum.store(at)
	})
	ADDQ(t.row, r)
	DECQ(rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}
