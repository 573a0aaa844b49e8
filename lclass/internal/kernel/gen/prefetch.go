package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// prefetch is the same for all sets.
func prefetch() {
	const line = 64
	TEXT("prefetch", NOSPLIT, "func(x *byte, n int)")
	Pragma("noescape")
	Doc("prefetch asks for the lines of memory of n bytes from x, n above 0.")
	x, n := pointer("x"), pointer("n")
	Label("lines")
	PREFETCHT0(Mem{Base: x})
	ADDQ(Imm(line), x)
	SUBQ(Imm(line), n)
	JG(LabelRef("lines"))
	RET()
}
