package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	// whole plus a number of less than 2⁵¹ is rounded to a whole number, whose
	// lowest bits it has.
	whole = 3 << 51
	// bias is what the exponent of a float64 is stored with.
	bias = 1023
)

// exp writes eˣ = 2ⁿ eʳ with n = round(x/ln 2), so that |r| ≤ ½ ln 2, and for eʳ
// the Taylor polynomial of degree 13, whose remainder is less than 5e-18. 2ⁿ is
// a product of two powers, because it may be too small for one.
func exp(set set) {
	function("exp", "func(y, x *float64, n int)", set, "sets y to eˣ.")
	y, x, left := pointer("y"), pointer("x"), pointer("n")
	over(set, set.lanes/2, left, func(lanes []int) {
		r, n, e, half := newVector(lanes), newVector(lanes), newVector(lanes), newVector(lanes)
		r.load(Mem{Base: x})
		// A NaN that comes last is the result.
		r.with(-746, func(l int, c Register, i int) { maximum(l, r.regs[i], c, r.regs[i]) })
		r.with(710, func(l int, c Register, i int) { minimum(l, r.regs[i], c, r.regs[i]) })
		n.with(math.Log2E, func(l int, c Register, i int) { multiply(l, r.regs[i], c, n.regs[i]) })
		n.round()
		// The first part of ln 2 ends with zeros, so that n times it is exact.
		r.with(-6.93147180369123816490e-01, func(l int, c Register, i int) { fma231(l, n.regs[i], c, r.regs[i]) })
		r.with(-1.90821492927058770002e-10, func(l int, c Register, i int) { fma231(l, n.regs[i], c, r.regs[i]) })
		e.zero()
		for degree := 13; degree >= 0; degree-- {
			e.with(1/math.Gamma(float64(degree+1)), func(l int, c Register, i int) { fma213(l, c, r.regs[i], e.regs[i]) })
		}
		half.with(0.5, func(l int, c Register, i int) { multiply(l, n.regs[i], c, half.regs[i]) })
		half.round()
		n.each(func(i, l, _ int) { subtract(l, half.regs[i], n.regs[i], n.regs[i]) })
		for _, power := range []vector{half, n} {
			power.with(whole+bias, func(l int, c Register, i int) { add(l, c, power.regs[i], power.regs[i]) })
			power.each(func(i, l, _ int) {
				VPSLLQ(Imm(52), power.regs[i], power.regs[i])
				multiply(l, power.regs[i], e.regs[i], e.regs[i])
			})
		}
		e.store(Mem{Base: y})
		ADDQ(e.bytes(), x)
		ADDQ(e.bytes(), y)
	})
	VZEROUPPER()
	RET()
}

// round rounds to the nearest whole numbers.
func (v vector) round() {
	v.with(whole, func(l int, c Register, i int) { add(l, c, v.regs[i], v.regs[i]) })
	v.with(whole, func(l int, c Register, i int) { subtract(l, c, v.regs[i], v.regs[i]) })
}

// with calls f with the number of every register, its lanes and a register
// that is filled with a constant.
func (v vector) with(constant float64, f func(lanes int, c Register, i int)) {
	c := newRegister(v.lanes[0])
	broadcast(v.lanes[0], memoryOf(constant), c)
	v.each(func(i, lanes, _ int) { f(lanes, as(c, lanes), i) })
}

var constants = map[float64]Mem{}

func memoryOf(constant float64) Mem {
	m, ok := constants[constant]
	if !ok {
		m = ConstData(fmt.Sprintf("constant%d", len(constants)), F64(constant))
		constants[constant] = m
	}
	return m
}
