package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A set is a set of instructions with the number of float64 of its widest
// register, and what it calls those that take half of one.
type set struct {
	name                    string
	lanes                   int
	narrow, extract, insert func(...Op)
}

var (
	avx2   = set{"avx2", 4, VCVTPD2PSY, operands3(VEXTRACTF128), operands4(VINSERTF128)}
	avx512 = set{"avx512", 8, VCVTPD2PS, VEXTRACTF64X4, VINSERTF64X4}
	sets   = []set{avx2, avx512}
)

func operands3(f func(a, b, c Op)) func(...Op)    { return func(o ...Op) { f(o[0], o[1], o[2]) } }
func operands4(f func(a, b, c, d Op)) func(...Op) { return func(o ...Op) { f(o[0], o[1], o[2], o[3]) } }

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

// each calls f with the number of every register, its lanes and the bytes
// before it.
func (v vector) each(f func(i, lanes, offset int)) {
	var offset int
	for i, lanes := range v.lanes {
		f(i, lanes, offset)
		offset += 8 * lanes
	}
}

// bytes returns the size of v in memory.
func (v vector) bytes() Op {
	var sum uint32
	for _, lanes := range v.lanes {
		sum += 8 * uint32(lanes)
	}
	return U32(sum)
}

func (v vector) zero() {
	for _, r := range v.regs {
		VXORPD(r, r, r)
	}
}

func (v vector) load(from Mem) {
	v.each(func(i, lanes, offset int) { move(lanes, from.Offset(offset), v.regs[i]) })
}

func (v vector) store(to Mem) {
	v.each(func(i, lanes, offset int) { move(lanes, v.regs[i], to.Offset(offset)) })
}

func (v vector) add(other vector) {
	v.each(func(i, lanes, _ int) { add(lanes, other.regs[i], v.regs[i], v.regs[i]) })
}

// addProduct adds a·m to v; a fills a register.
func (v vector) addProduct(a VecVirtual, m Mem) {
	v.each(func(i, lanes, offset int) { fma231(lanes, m.Offset(offset), as(a, lanes), v.regs[i]) })
}

// An instruction has a form for whole registers and one for single values.
func instruction(whole, single func(...Op)) func(lanes int, operands ...Op) {
	return func(lanes int, operands ...Op) {
		if lanes == 1 {
			single(operands...)
		} else {
			whole(operands...)
		}
	}
}

// The result is the last operand; the first may be memory, and of moves any.
var (
	move     = instruction(VMOVUPD, VMOVSD)
	add      = instruction(VADDPD, VADDSD)
	subtract = instruction(VSUBPD, VSUBSD) // the first from the second
	multiply = instruction(VMULPD, VMULSD)
	divide   = instruction(VDIVPD, VDIVSD)           // the second by the first
	minimum  = instruction(VMINPD, VMINSD)           // the first if one is NaN
	maximum  = instruction(VMAXPD, VMAXSD)           // likewise
	fma231   = instruction(VFMADD231PD, VFMADD231SD) // adds the product of the first two
	fma213   = instruction(VFMADD213PD, VFMADD213SD) // multiplies with the second and adds the first
)

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

// broadcastParam is broadcast for a parameter.
func broadcastParam(name string, lanes int) VecVirtual {
	r := newRegister(lanes)
	address, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	broadcast(lanes, address.Addr, r)
	return r
}

// pointer loads a parameter into a register.
func pointer(name string) GPVirtual { return Load(Param(name), GP64()).(GPVirtual) }

// stride loads a number of float64 as a number of bytes.
func stride(name string) GPVirtual {
	s := pointer(name)
	SHLQ(Imm(3), s)
	return s
}
