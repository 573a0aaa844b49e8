package kernel

import "golang.org/x/sys/cpu"

func init() {
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		sets = append(sets, setAVX2)
		if cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL {
			sets = append(sets, setAVX512)
			if cpu.X86.HasAMXTile {
				sets = append(sets, gathering(setAVX512))
			}
		}
		best = &sets[len(sets)-1]
	}
}

// gathering is s for processors whose instruction that gathers is fast. It is
// slow where a leak of data is closed in microcode (Downfall, Moghimi 2023),
// and of Intel's with AVX-512 those with AMX are the first without that leak.
// Results are the same, also in the last bits.
func gathering(s set) set {
	s.name += " that gathers"
	s.byteDots = sparseDots{sparseGathersBytesAVX512, sparseGathersUntilBytesAVX512}
	s.floatDots = sparseDots{sparseGathersFloatsAVX512, sparseGathersUntilFloatsAVX512}
	return s
}

var setAVX2 = set{
	name:     "AVX2",
	prefetch: prefetch,
	dot:      dotAVX2, dots: dotsAVX2, axpy: axpyAVX2, times: timesAVX2, widen: widenAVX2, shift: shiftAVX2, exp: expAVX2, log1p: log1pAVX2, scramble: scrambleAVX2, margins: marginsAVX2,
	roughScores: roughScoresAVX2, roughGradient: roughGradientAVX2,
	rows: 4,
	dense: byWidth[denseLoops]{
		{10, denseLoops{tile4x10AVX2, tile1x10AVX2, moments10AVX2}},
		{8, denseLoops{tile4x8AVX2, tile1x8AVX2, moments8AVX2}},
		{4, denseLoops{tile4x4AVX2, tile1x4AVX2, moments4AVX2}},
		{3, denseLoops{tile4x3AVX2, tile1x3AVX2, moments3AVX2}},
		{2, denseLoops{tile4x2AVX2, tile1x2AVX2, moments2AVX2}},
		{1, denseLoops{tile4x1AVX2, tile1x1AVX2, moments1AVX2}},
	},
	bytes: byWidth[sparseLoops]{
		{16, sparseLoops{sparseScores16BytesAVX2, sparseGradient16BytesAVX2}},
		{10, sparseLoops{sparseScores10BytesAVX2, sparseGradient10BytesAVX2}},
		{8, sparseLoops{sparseScores8BytesAVX2, sparseGradient8BytesAVX2}},
		{4, sparseLoops{sparseScores4BytesAVX2, sparseGradient4BytesAVX2}},
		{3, sparseLoops{sparseScores3BytesAVX2, sparseGradient3BytesAVX2}},
		{2, sparseLoops{sparseScores2BytesAVX2, sparseGradient2BytesAVX2}},
		{1, sparseLoops{sparseScores1BytesAVX2, sparseGradient1BytesAVX2}},
	},
	floats: byWidth[sparseLoops]{
		{16, sparseLoops{sparseScores16FloatsAVX2, sparseGradient16FloatsAVX2}},
		{10, sparseLoops{sparseScores10FloatsAVX2, sparseGradient10FloatsAVX2}},
		{8, sparseLoops{sparseScores8FloatsAVX2, sparseGradient8FloatsAVX2}},
		{4, sparseLoops{sparseScores4FloatsAVX2, sparseGradient4FloatsAVX2}},
		{3, sparseLoops{sparseScores3FloatsAVX2, sparseGradient3FloatsAVX2}},
		{2, sparseLoops{sparseScores2FloatsAVX2, sparseGradient2FloatsAVX2}},
		{1, sparseLoops{sparseScores1FloatsAVX2, sparseGradient1FloatsAVX2}},
	},
}

var setAVX512 = set{
	name:     "AVX-512",
	prefetch: prefetch,
	dot:      dotAVX512, dots: dotsAVX512, axpy: axpyAVX512, times: timesAVX512, widen: widenAVX512, shift: shiftAVX512, exp: expAVX512, log1p: log1pAVX512, scramble: scrambleAVX512, margins: marginsAVX512,
	roughScores: roughScoresAVX512, roughGradient: roughGradientAVX512,
	rows: 8,
	dense: byWidth[denseLoops]{
		{16, denseLoops{tile8x16AVX512, tile1x16AVX512, moments16AVX512}},
		{10, denseLoops{tile8x10AVX512, tile1x10AVX512, moments10AVX512}},
		{8, denseLoops{tile8x8AVX512, tile1x8AVX512, moments8AVX512}},
		{4, denseLoops{tile8x4AVX512, tile1x4AVX512, moments4AVX512}},
		{3, denseLoops{tile8x3AVX512, tile1x3AVX512, moments3AVX512}},
		{2, denseLoops{tile8x2AVX512, tile1x2AVX512, moments2AVX512}},
		{1, denseLoops{tile8x1AVX512, tile1x1AVX512, moments1AVX512}},
	},
	bytes: byWidth[sparseLoops]{
		{16, sparseLoops{sparseScores16BytesAVX512, sparseGradient16BytesAVX512}},
		{10, sparseLoops{sparseScores10BytesAVX512, sparseGradient10BytesAVX512}},
		{8, sparseLoops{sparseScores8BytesAVX512, sparseGradient8BytesAVX512}},
		{4, sparseLoops{sparseScores4BytesAVX512, sparseGradient4BytesAVX512}},
		{3, sparseLoops{sparseScores3BytesAVX512, sparseGradient3BytesAVX512}},
		{2, sparseLoops{sparseScores2BytesAVX512, sparseGradient2BytesAVX512}},
		{1, sparseLoops{sparseScores1BytesAVX512, sparseGradient1BytesAVX512}},
	},
	floats: byWidth[sparseLoops]{
		{16, sparseLoops{sparseScores16FloatsAVX512, sparseGradient16FloatsAVX512}},
		{10, sparseLoops{sparseScores10FloatsAVX512, sparseGradient10FloatsAVX512}},
		{8, sparseLoops{sparseScores8FloatsAVX512, sparseGradient8FloatsAVX512}},
		{4, sparseLoops{sparseScores4FloatsAVX512, sparseGradient4FloatsAVX512}},
		{3, sparseLoops{sparseScores3FloatsAVX512, sparseGradient3FloatsAVX512}},
		{2, sparseLoops{sparseScores2FloatsAVX512, sparseGradient2FloatsAVX512}},
		{1, sparseLoops{sparseScores1FloatsAVX512, sparseGradient1FloatsAVX512}},
	},
	byteDots:  sparseDots{sparseDotsBytesAVX512, sparseDotsUntilBytesAVX512},
	floatDots: sparseDots{sparseDotsFloatsAVX512, sparseDotsUntilFloatsAVX512},
}
