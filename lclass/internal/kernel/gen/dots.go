package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// sparseDots is sparseScores for one score.
func sparseDots(v value, gather bool) {
	function(dotsName(v, gather, ""),
		"func(z *float64, rows int, start *int, column *uint16, value *byte, table *float64, scale float64, w, b *float64)",
		avx512, "sets the score of each row.")
	z, rows := pointer("z"), pointer("rows")
	eachDot(v, gather, func(score VecVirtual) {
		VMOVSD(score.AsX(), Mem{Base: z})
		ADDQ(Imm(8), z)
		DECQ(rows)
		JNZ(LabelRef("row"))
		VZEROUPPER()
		RET()
	})
}

// sparseDotsUntil ends with the first row that is not passed over.
func sparseDotsUntil(v value, gather bool) {
	function(dotsName(v, gather, "Until"),
		"func(z *float64, rows int, start *int, column *uint16, value *byte, table *float64, scale float64, w, b, sign *float64, beyond float64) (left int)",
		avx512, "sets the score of the first row with sign·score not beyond, and returns how many rows are left with it.")
	z, rows := pointer("z"), pointer("rows")
	sign, beyond, signed := pointer("sign"), broadcastParam("beyond", 1), XMM()
	eachDot(v, gather, func(score VecVirtual) {
		VMULSD(Mem{Base: sign}, score.AsX(), signed)
		ADDQ(Imm(8), sign)
		VUCOMISD(beyond, signed)
		JLS(LabelRef("stop"))
		DECQ(rows)
		JNZ(LabelRef("row"))
		Label("stop")
		VMOVSD(score.AsX(), Mem{Base: z})
		Store(rows, ReturnIndex(0))
		VZEROUPPER()
		RET()
	})
}

func dotsName(v value, gather bool, suffix string) string {
	if gather {
		return fmt.Sprintf("sparseGathers%s%s", suffix, v)
	}
	return fmt.Sprintf("sparseDots%s%s", suffix, v)
}

// eachDot computes the score of one row, eight entries at a time, and of the
// next if use jumps to the label row. Weights are gathered by one instruction,
// or, as that is slow on many processors, loaded one by one, each into its lane;
// both have the same result. The last entries of a row go together with some
// before them, whose values are taken for 0; those of a row of less than sixteen
// go one by one.
func eachDot(v value, gather bool, use func(score VecVirtual)) {
	w := pointer("w")
	start, column, values, table := pointer("start"), pointer("column"), pointer("value"), pointer("table")
	scale, bias := broadcastParam("scale", 1), newRegister(1)
	VMOVSD(Mem{Base: pointer("b")}, bias)
	bits := GP32()
	var lane [8]Op // masks of a lane each; loads into the first need none
	for i := range lane {
		if i == 7 || i > 0 && !gather {
			lane[i] = K()
			MOVL(U32(1<<i), bits)
			KMOVW(bits, lane[i])
		}
	}
	sums := []VecVirtual{ZMM(), ZMM()}
	e, end := GP64(), GP64()
	value := func(at int) Mem {
		if v == bytes {
			return Mem{Base: values, Index: e, Scale: 1, Disp: at}
		}
		return Mem{Base: values, Index: e, Scale: 8, Disp: 8 * at}
	}
	weight := func(at int) Mem {
		number := GP64()
		MOVWQZX(Mem{Base: column, Index: e, Scale: 2, Disp: 2 * at}, number)
		return Mem{Base: w, Index: number, Scale: 8}
	}
	// weights sets y to those of eight entries.
	weights := func(at int, y VecVirtual) {
		if gather {
			numbers, all := YMM(), K()
			VPMOVZXWD(Mem{Base: column, Index: e, Scale: 2, Disp: 2 * at}, numbers)
			KXNORB(all, all, all)
			VPXORQ(y, y, y)
			VGATHERDPD(Mem{Base: w, Index: numbers, Scale: 8}, all, y)
			return
		}
		VMOVSD(weight(at), y.AsX())
		for i := 1; i < 8; i++ {
			VBROADCASTSD(weight(at+i), lane[i], y)
		}
	}
	// load returns the values and the weights of eight entries.
	load := func(at int) (x, y VecVirtual) {
		x, y = ZMM(), ZMM()
		weights(at, y)
		if v == floats {
			VMOVUPD(value(at), x)
			return x, y
		}
		numbers := YMM()
		VPMOVZXBD(value(at), numbers)
		VCVTDQ2PD(numbers, x)
		return x, y
	}
	eight := func(at int, sum VecVirtual) {
		x, y := load(at)
		VFMADD231PD(x, y, sum)
	}

	MOVQ(Mem{Base: start}, e)
	Label("row")
	for _, s := range sums {
		VPXORQ(s, s, s)
	}
	ADDQ(Imm(8), start)
	MOVQ(Mem{Base: start}, end)
	count := GP64()
	MOVQ(end, count)
	SUBQ(e, count)
	CMPQ(count, Imm(16))
	JLT(LabelRef("few"))
	SUBQ(Imm(16), end)
	JMP(LabelRef("many"))
	Label("sixteen")
	eight(0, sums[0])
	eight(8, sums[1])
	ADDQ(Imm(16), e)
	Label("many")
	CMPQ(e, end)
	JLE(LabelRef("sixteen"))
	// The lanes from e − end on are left. To take all sixteen costs less than to
	// foresee whether they are more than eight.
	SUBQ(end, e)
	MOVL(U32(0xffff), bits)
	SHLXL(e.As32(), bits, bits)
	MOVQ(end, e)
	var x, y [2]VecVirtual
	for i := range x {
		x[i], y[i] = load(8 * i)
	}
	for i, sum := range sums {
		KMOVW(bits, lane[7])
		SHRL(Imm(8), bits)
		VMOVAPD_Z(x[i], lane[7], x[i])
		VFMADD231PD(x[i], y[i], sum)
	}
	MOVL(U32(1<<7), bits)
	KMOVW(bits, lane[7])
	ADDQ(Imm(16), e)
	JMP(LabelRef("sum"))
	Label("one")
	single := XMM()
	VMOVSD(weight(0), single)
	if v == bytes {
		number := GP64()
		MOVBQZX(value(0), number)
		VFMADD231SD(Mem{Base: table, Index: number, Scale: 8}, single, sums[0].AsX())
	} else {
		VFMADD231SD(value(0), single, sums[0].AsX())
	}
	INCQ(e)
	Label("few")
	CMPQ(e, end)
	JLT(LabelRef("one"))
	Label("sum")
	VADDPD(sums[1], sums[0], sums[0])
	sumOf(avx512, sums[0])
	VFMADD213SD(bias, scale, sums[0].AsX())
	use(sums[0])
}
