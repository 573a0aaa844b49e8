package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A set is a set of instructions with the number of float64 of its widest
// register.
type set struct {
	name  string
	lanes int
}

var (
	avx2   = set{"avx2", 4}
	avx512 = set{"avx512", 8}
	sets   = []set{avx2, avx512}
)

// split returns the widths of the registers that hold so many float64.
func (s set) split(width int) []int {
	var parts []int
	for lanes := s.lanes; width > 0; lanes /= 2 {
		for ; width >= lanes; width -= lanes {
			parts = append(parts, lanes)
		}
	}
	return parts
}

// A vector is that many float64 in registers side by side.
type vector struct {
	lanes []int
	regs  []VecVirtual
}

func newVector(lanes []int) vector {
	v := vector{lanes: lanes}
	for _, n := range lanes {
		v.regs = append(v.regs, newRegister(n))
	}
	return v
}

func newRegister(lanes int) VecVirtual {
	switch lanes {
	case 8:
		return ZMM()
	case 4:
		return YMM()
	}
	return XMM()
}

// as names the lowest float64 of a register.
func as(r VecVirtual, lanes int) Register {
	switch lanes {
	case 8:
		return r.AsZ()
	case 4:
		return r.AsY()
	}
	return r.AsX()
}

// each calls f with every register and the bytes before it.
func (v vector) each(f func(r VecVirtual, lanes, offset int)) {
	var offset int
	for i, r := range v.regs {
		f(r, v.lanes[i], offset)
		offset += 8 * v.lanes[i]
	}
}

func (v vector) zero() {
	for _, r := range v.regs {

		VXORPD(r, r, r)
	}
}

func (v vector) load(from Mem) {
	v.each(func(r VecVirtual, lanes, offset int) { move(lanes, from.Offset(offset), r) })
}

func (v vector) store(to Mem) {
	v.each(func(r VecVirtual, lanes, offset int) { move(lanes, r, to.Offset(offset)) })
}

func (v vector) add(other vector) {
	for i, r := range v.regs {
		if v.lanes[i] == 1 {
			VADDSD(other.regs[i], r, r)
		} else {
			VADDPD(other.regs[i], r, r)
		}
	}
}

// addProduct adds a·m to v; a fills a register.
func (v vector) addProduct(a VecVirtual, m Mem) {
	v.each(func(r VecVirtual, lanes, offset int) { fma231(lanes, m.Offset(offset), as(a, lanes), r) })
}

func move(lanes int, from, to Op) {
	if lanes == 1 {
		VMOVSD(from, to)
	} else {
		VMOVUPD(from, to)
	}
}

// fma231 adds x·y to sum; x may be memory.
func fma231(lanes int, x, y, sum Op) {
	if lanes == 1 {
		VFMADD231SD(x, y, sum)
	} else {
		VFMADD231PD(x, y, sum)
	}
}

// fma213 sets y to x·y + sum; sum may be memory.
func fma213(lanes int, sum, x, y Op) {
	if lanes == 1 {
		VFMADD213SD(sum, x, y)
	} else {
		VFMADD213PD(sum, x, y)
	}
}

func multiply(lanes int, x, y, product Op) {
	if lanes == 1 {
		VMULSD(x, y, product)
	} else {
		VMULPD(x, y, product)
	}
}

// broadcast fills the lanes of a register with the float64 in memory.
func broadcast(lanes int, m Mem, r VecVirtual) {
	switch lanes {
	case 1:
		VMOVSD(m, r)
	case 2:
		VMOVDDUP(m, r)
	default:
		VBROADCASTSD(m, r)
	}
}
