package kernel

import "golang.org/x/sys/cpu"

func init() {
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		sets = append(sets, set{
			name: "AVX2",
			bytes: []sparseLoops{
				{16, sparseScores16BytesAVX2, sparseGradient16BytesAVX2},
				{10, sparseScores10BytesAVX2, sparseGradient10BytesAVX2},
				{8, sparseScores8BytesAVX2, sparseGradient8BytesAVX2},
				{4, sparseScores4BytesAVX2, sparseGradient4BytesAVX2},
				{2, sparseScores2BytesAVX2, sparseGradient2BytesAVX2},
				{1, sparseScores1BytesAVX2, sparseGradient1BytesAVX2},
			},
			floats: []sparseLoops{
				{16, sparseScores16FloatsAVX2, sparseGradient16FloatsAVX2},
				{10, sparseScores10FloatsAVX2, sparseGradient10FloatsAVX2},
				{8, sparseScores8FloatsAVX2, sparseGradient8FloatsAVX2},
				{4, sparseScores4FloatsAVX2, sparseGradient4FloatsAVX2},
				{2, sparseScores2FloatsAVX2, sparseGradient2FloatsAVX2},
				{1, sparseScores1FloatsAVX2, sparseGradient1FloatsAVX2},
			},
		})
	}
	if len(sets) > 0 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL {
		sets = append(sets, set{
			name: "AVX-512",
			bytes: []sparseLoops{
				{16, sparseScores16BytesAVX512, sparseGradient16BytesAVX512},
				{10, sparseScores10BytesAVX512, sparseGradient10BytesAVX512},
				{8, sparseScores8BytesAVX512, sparseGradient8BytesAVX512},
				{4, sparseScores4BytesAVX512, sparseGradient4BytesAVX512},
				{2, sparseScores2BytesAVX512, sparseGradient2BytesAVX512},
				{1, sparseScores1BytesAVX512, sparseGradient1BytesAVX512},
			},
			floats: []sparseLoops{
				{16, sparseScores16FloatsAVX512, sparseGradient16FloatsAVX512},
				{10, sparseScores10FloatsAVX512, sparseGradient10FloatsAVX512},
				{8, sparseScores8FloatsAVX512, sparseGradient8FloatsAVX512},
				{4, sparseScores4FloatsAVX512, sparseGradient4FloatsAVX512},
				{2, sparseScores2FloatsAVX512, sparseGradient2FloatsAVX512},
				{1, sparseScores1FloatsAVX512, sparseGradient1FloatsAVX512},
			},
		})
	}
	if len(sets) > 0 {
		best = &sets[len(sets)-1]
	}
}
