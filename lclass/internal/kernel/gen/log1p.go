package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// log1p writes log(1+x) = 2 artanh s with s = x/(2+x), which is at most ⅓: the
// series 2(s + s³/3 + s⁵/5 + …), whose remainder after s³³ is less than 2e-18 s.
func log1p(set set) {
	function("log1p", "func(y, x *float64, n int)", set, "sets y to log(1+x) for 0 ≤ x ≤ 1.")
	y, x, left := pointer("y"), pointer("x"), pointer("n")
	over(set, set.lanes/2, left, func(lanes []int) {
		s, square, sum := newVector(lanes), newVector(lanes), newVector(lanes)
		s.load(Mem{Base: x})
		s.with(2, func(l int, c Register, i int) { add(l, s.regs[i], c, square.regs[i]) })
		s.each(func(i, l, _ int) {
			divide(l, square.regs[i], s.regs[i], s.regs[i])
			multiply(l, s.regs[i], s.regs[i], square.regs[i])
		})
		sum.zero()
		for degree := 33; degree > 0; degree -= 2 {
			sum.with(2/float64(degree), func(l int, c Register, i int) { fma213(l, c, square.regs[i], sum.regs[i]) })
		}
		sum.each(func(i, l, _ int) { multiply(l, s.regs[i], sum.regs[i], sum.regs[i]) })
		sum.store(Mem{Base: y})
		ADDQ(sum.bytes(), x)
		ADDQ(sum.bytes(), y)
	})
	VZEROUPPER()
	RET()
}
