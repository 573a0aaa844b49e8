package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// over writes a loop over the n float64 of a slice: f for many registers at a
// time, for one, and for single values.
func over(set set, many int, n GPVirtual, f func(lanes []int)) {
	for _, step := range []struct {
		name  string
		lanes []int
	}{{"many", set.split(many * set.lanes)}, {"few", []int{set.lanes}}, {"one", []int{1}}} {
		var width int
		for _, l := range step.lanes {
			width += l
		}
		Label(step.name)
		CMPQ(n, U32(uint32(width)))
		JLT(LabelRef(step.name + "Done"))
		f(step.lanes)
		SUBQ(U32(uint32(width)), n)
		JMP(LabelRef(step.name))
		Label(step.name + "Done")
	}
}

// sumOf adds the lanes of a register into the lowest.
func sumOf(set set, r VecVirtual) {
	half := YMM()
	if set.lanes == 8 {
		VEXTRACTF64X4(Imm(1), r, half)
		VADDPD(half, r.AsY(), r.AsY())
	}
	VEXTRACTF128(Imm(1), r.AsY(), half.AsX())
	VADDPD(half.AsX(), r.AsX(), r.AsX())
	VUNPCKHPD(r.AsX(), r.AsX(), half.AsX())
	VADDSD(half.AsX(), r.AsX(), r.AsX())
}

func dot(set set) {
	function("dot", "func(x, y *float64, n int) float64", set, "returns Σ xᵢyᵢ.")
	sum := product(set, pointer("x"), pointer("y"), pointer("n"))
	Store(sum, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// dots is dot for one row after the other.
func dots(set set) {
	function("dots", "func(z, x *float64, d int, w *float64, n int)", set, "adds Σ xᵢwᵢ of each of n rows to z.")
	z, x, n := pointer("z"), pointer("x"), pointer("n")
	Label("row")
	sum := product(set, x, pointer("w"), pointer("d"))
	VADDSD(Mem{Base: z}, sum, sum)
	VMOVSD(sum, Mem{Base: z})
	ADDQ(Imm(8), z)
	DECQ(n)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// product returns Σ xᵢyᵢ. The addresses are then those of the end, and n is 0.
func product(set set, x, y, n GPVirtual) Register {
	const many = 4
	sums := newVector(set.split(many * set.lanes))
	single := newVector([]int{1})
	sums.zero()
	single.zero()
	over(set, many, n, func(lanes []int) {
		to := vector{lanes, sums.regs[:len(lanes)]}
		if lanes[0] == 1 {
			to = single
		}
		from := newVector(lanes)
		from.load(Mem{Base: x})
		to.each(func(i, l, offset int) { fma231(l, Mem{Base: y, Disp: offset}, from.regs[i], to.regs[i]) })
		ADDQ(from.bytes(), x)
		ADDQ(from.bytes(), y)
	})
	for n := len(sums.regs) / 2; n > 0; n /= 2 {
		for i := range n {
			VADDPD(sums.regs[i+n], sums.regs[i], sums.regs[i])
		}
	}
	sumOf(set, sums.regs[0])
	VADDSD(single.regs[0], sums.regs[0].AsX(), sums.regs[0].AsX())
	return sums.regs[0].AsX()
}

func axpy(set set) {
	function("axpy", "func(a float64, x, y *float64, n int)", set, "adds a·x to y.")
	x, y, n := pointer("x"), pointer("y"), pointer("n")
	a := broadcastParam("a", set.lanes)
	over(set, 4, n, func(lanes []int) {
		sum := newVector(lanes)
		sum.load(Mem{Base: y})
		sum.addProduct(a, Mem{Base: x})
		sum.store(Mem{Base: y})
		ADDQ(sum.bytes(), x)
		ADDQ(sum.bytes(), y)
	})
	VZEROUPPER()
	RET()
}

// times multiplies value by value.
func times(set set) {
	function("times", "func(z, x, y *float64, n int)", set, "sets z to the products xᵢyᵢ.")
	z, x, y, n := pointer("z"), pointer("x"), pointer("y"), pointer("n")
	over(set, 4, n, func(lanes []int) {
		v := newVector(lanes)
		v.load(Mem{Base: x})
		v.each(func(i, l, offset int) { multiply(l, Mem{Base: y, Disp: offset}, v.regs[i], v.regs[i]) })
		v.store(Mem{Base: z})
		ADDQ(v.bytes(), x)
		ADDQ(v.bytes(), y)
		ADDQ(v.bytes(), z)
	})
	VZEROUPPER()
	RET()
}

// widen moves limits apart.
func widen(set set) {
	function("widen", "func(low, high, x *float64, n int)", set, "makes low and high the limits of themselves and x.")
	low, high, x, n := pointer("low"), pointer("high"), pointer("x"), pointer("n")
	over(set, 4, n, func(lanes []int) {
		v := newVector(lanes)
		v.load(Mem{Base: x})
		for _, limit := range []struct {
			at   GPVirtual
			both func(lanes int, operands ...Op)
		}{{low, minimum}, {high, maximum}} {
			to := newVector(lanes)
			to.load(Mem{Base: limit.at})
			to.each(func(i, l, offset int) { limit.both(l, to.regs[i], v.regs[i], to.regs[i]) })
			to.store(Mem{Base: limit.at})
			ADDQ(v.bytes(), limit.at)
		}
		ADDQ(v.bytes(), x)
	})
	VZEROUPPER()
	RET()
}

// tile is the inner loop of a product of matrices. For one row of c there are
// several sums, which the processor can work at together; for more, each step asks
// for some memory that is read later.
func tile(set set, rows, width int) {
	function(fmt.Sprintf("tile%dx%d", rows, width),
		"func(c *float64, ldc int, a *float64, step, next int, b *float64, ldb, n int, ahead *float64, by int)",
		set, fmt.Sprintf("is a tile of %d rows and %d columns.", rows, width))
	lanes := set.split(width)
	c, ldc := pointer("c"), stride("ldc")
	a, step, next := pointer("a"), stride("step"), stride("next")
	b, ldb, n := pointer("b"), stride("ldb"), pointer("n")
	sums := make([]vector, max(rows, 4))
	for i := range sums {
		sums[i] = newVector(lanes)
		sums[i].zero()
	}
	if rows == 1 {
		SUBQ(Imm(4), n)
		JLT(LabelRef("few"))
		Label("four")
		for i := range 4 {
			value := newRegister(lanes[0])
			broadcast(lanes[0], Mem{Base: a}, value)
			sums[i].addProduct(value, Mem{Base: b})
			ADDQ(step, a)
			ADDQ(ldb, b)
		}
		SUBQ(Imm(4), n)
		JGE(LabelRef("four"))
		Label("few")
		ADDQ(Imm(4), n)
		JZ(LabelRef("done"))
	}
	rowOf := multiples(a, next, rows)
	var ahead, by GPVirtual
	if rows > 1 {
		ahead, by = pointer("ahead"), stride("by")
	}
	Label("loop")
	if rows > 1 {
		PREFETCHT1(Mem{Base: ahead})
		ADDQ(by, ahead)
	}
	factor := newVector(lanes)
	factor.load(Mem{Base: b})
	for i := range rows {
		value := newRegister(lanes[0])
		broadcast(lanes[0], rowOf[i], value)
		for j, r := range sums[i].regs {
			fma231(lanes[j], factor.regs[j], as(value, lanes[j]), r)
		}
	}
	ADDQ(step, a)
	ADDQ(ldb, b)
	DECQ(n)
	JNZ(LabelRef("loop"))
	Label("done")
	if rows == 1 {
		sums[0].add(sums[2])
		sums[1].add(sums[3])
		sums[0].add(sums[1])
	}
	for i := range rows {
		sums[i].each(func(j, l, offset int) {
			at, r := Mem{Base: c, Disp: offset}, sums[i].regs[j]
			add(l, at, r, r)
			move(l, r, at)
		})
		ADDQ(ldc, c)
	}
	VZEROUPPER()
	RET()
}

// multiples returns the addresses base + i·step for i < n ≤ 8.
func multiples(base, step GPVirtual, n int) []Mem {
	at := []Mem{{Base: base}, {Base: base, Index: step, Scale: 1}, {Base: base, Index: step, Scale: 2}}
	if n > 3 {
		three := GP64()
		LEAQ(Mem{Base: step, Index: step, Scale: 2}, three)
		at = append(at, Mem{Base: base, Index: three, Scale: 1}, Mem{Base: base, Index: step, Scale: 4})
		if n > 5 {
			five, seven := GP64(), GP64()
			LEAQ(Mem{Base: step, Index: step, Scale: 4}, five)
			LEAQ(Mem{Base: three, Index: step, Scale: 4}, seven)
			at = append(at, Mem{Base: base, Index: five, Scale: 1}, Mem{Base: base, Index: three, Scale: 2}, Mem{Base: base, Index: seven, Scale: 1})
		}
	}
	return at[:n]
}

// shift prepares rows for a Gram matrix.
func shift(set set) {
	function("shift", "func(phi, weighted, x *float64, d int, mean, r *float64, stride, n int)", set,
		"sets n rows of phi to x − mean and of weighted to r·phi; stride is from one such row to the next.")
	phi, weighted, x, d, r := pointer("phi"), pointer("weighted"), pointer("x"), pointer("d"), pointer("r")
	gap, n := pointer("stride"), pointer("n")
	SUBQ(d, gap)
	SHLQ(Imm(3), gap)
	Label("row")
	weight := newRegister(set.lanes)
	broadcast(set.lanes, Mem{Base: r}, weight)
	mean, left := pointer("mean"), GP64()
	MOVQ(d, left)
	over(set, 2, left, func(lanes []int) {
		v := newVector(lanes)
		v.load(Mem{Base: x})
		v.each(func(i, l, offset int) { subtract(l, Mem{Base: mean, Disp: offset}, v.regs[i], v.regs[i]) })
		v.store(Mem{Base: phi})
		v.each(func(i, l, _ int) { multiply(l, as(weight, l), v.regs[i], v.regs[i]) })
		v.store(Mem{Base: weighted})
		for _, p := range []GPVirtual{phi, weighted, x, mean} {
			ADDQ(v.bytes(), p)
		}
	})
	ADDQ(gap, phi)
	ADDQ(gap, weighted)
	ADDQ(Imm(8), r)
	DECQ(n)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// moments adds up the columns of a table about a mean.
func moments(set set, width int) {
	function(fmt.Sprintf("moments%d", width), "func(sum, square, x *float64, d int, mean, r *float64, n int)", set,
		fmt.Sprintf("adds Σ r(x−mean) and Σ r(x−mean)² of %d columns and n rows.", width))
	lanes := set.split(width)
	x, d, r, n := pointer("x"), stride("d"), pointer("r"), pointer("n")
	sum, square, mean := newVector(lanes), newVector(lanes), newVector(lanes)
	mean.load(Mem{Base: pointer("mean")})
	sum.zero()
	square.zero()
	Label("row")
	weight := newRegister(lanes[0])
	broadcast(lanes[0], Mem{Base: r}, weight)
	v := newVector(lanes)
	v.load(Mem{Base: x})
	v.each(func(i, l, _ int) {
		product := newRegister(l)
		subtract(l, mean.regs[i], v.regs[i], v.regs[i])
		multiply(l, as(weight, l), v.regs[i], product)
		add(l, product, sum.regs[i], sum.regs[i])
		fma231(l, product, v.regs[i], square.regs[i])
	})
	ADDQ(d, x)
	ADDQ(Imm(8), r)
	DECQ(n)
	JNZ(LabelRef("row"))
	for _, s := range []struct {
		name string
		v    vector
	}{{"sum", sum}, {"square", square}} {
		to := pointer(s.name)
		before := newVector(lanes)
		before.load(Mem{Base: to})
		s.v.add(before)
		s.v.store(Mem{Base: to})
	}
	VZEROUPPER()
	RET()
}
