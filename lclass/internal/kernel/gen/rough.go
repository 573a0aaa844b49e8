package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A line is the 16 float32 of a column, in one register or two.
func line(set set) []VecVirtual {
	regs := make([]VecVirtual, 8/set.lanes)
	for i := range regs {
		regs[i] = newRegister(set.lanes)
	}
	return regs
}

// eachHalf calls f for each half of the registers of a line, which hold as many
// float32 as a whole one holds float64, with the bytes before these.
func eachHalf(set set, regs []VecVirtual, f func(r VecVirtual, upper bool, offset int)) {
	for i, r := range regs {
		f(r, false, 16*i*set.lanes)
		f(r, true, (16*i+8)*set.lanes)
	}
}

// lower names the lower half of a register.
func (s set) lower(r VecVirtual) Register { return as(r, s.lanes/2) }

func loadLines(set set) entries {
	t := loadEntries(lines)
	if set.lanes == 8 {
		t.lanes = laneNumbers()
	}
	return t
}

// eachProduct is each for lines: of each entry f is given the value in all lanes.
// Registers that have 16 float32 take 16 values at a time out of one, so that
// reading the line is almost all the reading there is.
func (t entries) eachProduct(set set, unroll int, f func(at int, offset GPVirtual, a VecVirtual)) {
	t.toRowEnd()
	if set.lanes == 8 {
		t.sixteens(unroll, f)
	}
	t.rest(unroll, func(at int, offset GPVirtual, value Mem) {
		a := newRegister(set.lanes)
		VBROADCASTSS(value, a)
		f(at, offset, a)
	})
}

// sixteens takes as many whole sixteens as there are.
func (t entries) sixteens(unroll int, f func(at int, offset GPVirtual, a VecVirtual)) {
	const many = 16
	SUBQ(Imm(many-1), t.end)
	JMP(LabelRef("sixteens"))
	Label("sixteen")
	values := ZMM()
	VPMOVZXBD(Mem{Base: t.values, Index: t.e, Scale: 1}, values)
	VCVTDQ2PS(values, values)
	for i := range many {
		a := ZMM()
		VPERMPS(values, t.lanes[i], a)
		f(i%unroll, t.offset(i), a)
	}
	ADDQ(Imm(many), t.e)
	Label("sixteens")
	CMPQ(t.e, t.end)
	JLT(LabelRef("sixteen"))
	ADDQ(Imm(many-1), t.end)
}

// laneNumbers returns registers that say, in each lane, 0, 1, 2, …
func laneNumbers() []VecVirtual {
	numbers := make([]VecVirtual, 16)
	number := GP32()
	for i := range numbers {
		numbers[i] = ZMM()
		MOVL(U32(i), number)
		VPBROADCASTD(number, numbers[i])
	}
	return numbers
}

func roughScores(set set) {
	function("roughScores",
		"func(z *float64, rows, k int, start *int, column *uint16, value *byte, table *float32, scale float64, w *float32, b *float64)",
		set, "sets 16 scores of each row, one row after the other.")
	z, rows, w, b := pointer("z"), pointer("rows"), pointer("w"), pointer("b")
	t := loadLines(set)
	sums := make([][]VecVirtual, 4)
	for i := range sums {
		sums[i] = line(set)
	}
	Label("row")
	for _, s := range sums {
		for _, r := range s {
			VXORPS(r, r, r)
		}
	}
	t.eachProduct(set, len(sums), func(at int, offset GPVirtual, a VecVirtual) {
		for i, r := range sums[at] {
			VFMADD231PS(Mem{Base: w, Index: offset, Scale: 1, Disp: 8 * i * set.lanes}, a, r)
		}
	})
	for n := len(sums) / 2; n > 0; n /= 2 {
		for i := range n {
			for j, r := range sums[i] {
				VADDPS(sums[i+n][j], r, r)
			}
		}
	}
	scale := broadcastParam("scale", set.lanes)
	eachHalf(set, sums[0], func(r VecVirtual, upper bool, offset int) {
		wide := newRegister(set.lanes)
		from := set.lower(r)
		if upper {
			from = set.lower(newRegister(set.lanes / 2))
			set.extract(Imm(1), r, from)
		}
		VCVTPS2PD(from, wide)
		VFMADD213PD(Mem{Base: b, Disp: offset}, scale, wide)
		VMOVUPD(wide, Mem{Base: z, Disp: offset})
	})
	ADDQ(t.row, z)
	DECQ(rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

func roughGradient(set set) {
	function("roughGradient",
		"func(gradient *float32, rows, k int, start *int, column *uint16, value *byte, table *float32, scale float64, r *float64)",
		set, "adds the products with 16 residuals of each row.")
	g, rows, r := pointer("gradient"), pointer("rows"), pointer("r")
	t := loadLines(set)
	scale, residual := broadcastParam("scale", set.lanes), line(set)
	Label("row")
	eachHalf(set, residual, func(to VecVirtual, upper bool, offset int) {
		wide := newRegister(set.lanes)
		VMULPD(Mem{Base: r, Disp: offset}, scale, wide)
		if !upper {
			set.narrow(wide, set.lower(to))
			return
		}
		half := set.lower(newRegister(set.lanes / 2))
		set.narrow(wide, half)
		set.insert(Imm(1), half, to, to)
	})
	t.eachProduct(set, 4, func(_ int, offset GPVirtual, a VecVirtual) {
		sum := line(set)
		for i, s := range sum {
			at := Mem{Base: g, Index: offset, Scale: 1, Disp: 8 * i * set.lanes}
			VMOVUPS(at, s)
			VFMADD231PS(residual[i], a, s)
			VMOVUPS(s, at)
		}
	})
	ADDQ(t.row, r)
	DECQ(rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}
