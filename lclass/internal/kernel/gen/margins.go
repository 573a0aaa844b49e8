package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// margins takes 16 scores of each row and adds what leaves only those of other
// classes.
func margins(set set) {
	function("margins", "func(margin, z *float64, rows, k int, class *int, others *float64)", set,
		"sets margins; others has 16 values for each class, 0 or −∞.")
	margin, z, rows, k := pointer("margin"), pointer("z"), pointer("rows"), stride("k")
	class, others := pointer("class"), pointer("others")
	lanes := set.split(16)
	Label("row")
	own, row := GP64(), GP64()
	MOVQ(Mem{Base: class}, own)
	MOVQ(own, row)
	SHLQ(Imm(7), row)
	v := newVector(lanes)
	v.load(Mem{Base: z})
	v.each(func(i, l, offset int) {
		add(l, Mem{Base: others, Index: row, Scale: 1, Disp: offset}, v.regs[i], v.regs[i])
	})
	for n := len(v.regs) / 2; n > 0; n /= 2 {
		for i := range n {
			maximum(set.lanes, v.regs[i+n], v.regs[i], v.regs[i])
		}
	}
	r := v.regs[0]
	for l := set.lanes / 2; l > 1; l /= 2 {
		half := newRegister(l)
		if l == 4 {
			VEXTRACTF64X4(Imm(1), r, half)
		} else {
			VEXTRACTF128(Imm(1), r.AsY(), half)
		}
		maximum(l, half, as(r, l), as(r, l))
	}
	high, least := XMM(), XMM()
	VUNPCKHPD(r.AsX(), r.AsX(), high)
	maximum(1, high, r.AsX(), r.AsX())
	move(1, Mem{Base: z, Index: own, Scale: 8}, least)
	subtract(1, r.AsX(), least, least)
	move(1, least, Mem{Base: margin})
	ADDQ(k, z)
	ADDQ(Imm(8), class)
	ADDQ(Imm(8), margin)
	DECQ(rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}
