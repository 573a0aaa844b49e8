package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A factor is a whole number in all lanes of a register, and, as AVX2 has no
// product of such numbers, its upper halves in those of another.
type factor struct {
	whole, upper VecVirtual
}

func newFactor(set set, whole VecVirtual) factor {
	f := factor{whole: whole}
	if set.lanes < 8 {
		f.upper = newRegister(set.lanes)
		VPSRLQ(Imm(32), whole, f.upper)
	}
	return f
}

// times multiplies the whole numbers of r with f, modulo 2⁶⁴.
func (f factor) times(lanes int, r Register) {
	if f.upper == nil {
		VPMULLQ(as(f.whole, lanes), r, r)
		return
	}
	upper, cross := newRegister(lanes), newRegister(lanes)
	VPSRLQ(Imm(32), r, upper)
	VPMULUDQ(as(f.whole, lanes), upper, upper)
	VPMULUDQ(as(f.upper, lanes), r, cross)
	VPADDQ(upper, cross, cross)
	VPSLLQ(Imm(32), cross, cross)
	VPMULUDQ(as(f.whole, lanes), r, r)
	VPADDQ(cross, r, r)
}

func bitsOf(set set, value uint64) VecVirtual {
	r := newRegister(set.lanes)
	broadcast(set.lanes, ConstData(fmt.Sprintf("bits%s%x", set.name, value), U64(value)), r)
	return r
}

// scramble is the finalizer of SplitMix64.
func scramble(set set) {
	function("scramble", "func(sums *uint64, x *float64, n int, target, times uint64)", set,
		"adds times·scramble(target ^ bits of x) to sums.")
	sums, x, n := pointer("sums"), pointer("x"), pointer("n")
	target, times := broadcastParam("target", set.lanes), newFactor(set, broadcastParam("times", set.lanes))
	start := bitsOf(set, 0x9e3779b97f4a7c15)
	first, second := newFactor(set, bitsOf(set, 0xbf58476d1ce4e5b9)), newFactor(set, bitsOf(set, 0x94d049bb133111eb))
	zero := newRegister(set.lanes)
	VXORPD(zero, zero, zero)
	over(set, set.lanes/4, n, func(lanes []int) {
		v, to := newVector(lanes), newVector(lanes)
		v.load(Mem{Base: x})
		fold := func(i, l int, by uint64) {
			shifted := newRegister(l)
			VPSRLQ(Imm(by), v.regs[i], shifted)
			VXORPD(shifted, v.regs[i], v.regs[i])
		}
		v.each(func(i, l, _ int) {
			add(l, as(zero, l), v.regs[i], v.regs[i]) // −0 becomes 0
			VXORPD(as(target, l), v.regs[i], v.regs[i])
			VPADDQ(as(start, l), v.regs[i], v.regs[i])
			fold(i, l, 30)
			first.times(l, v.regs[i])
			fold(i, l, 27)
			second.times(l, v.regs[i])
			fold(i, l, 31)
			times.times(l, v.regs[i])
		})
		to.load(Mem{Base: sums})
		to.each(func(i, l, _ int) { VPADDQ(v.regs[i], to.regs[i], to.regs[i]) })
		to.store(Mem{Base: sums})
		ADDQ(v.bytes(), x)
		ADDQ(v.bytes(), sums)
	})
	VZEROUPPER()
	RET()
}
