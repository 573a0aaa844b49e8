package kernel

//go:generate go -C gen run . -loops sparse -out ../sparse_amd64.s -stubs ../sparse_amd64.go -pkg kernel

// A set has the loops that are written in assembly for one set of
// instructions. The directory gen has the program that writes them.
type set struct {
	name          string
	bytes, floats []sparseLoops // the widest first, the last of width 1
}

// sets are those that this processor has, the best last.
var sets []set

// best is the set to use, nil for plain Go. GODEBUG=cpu.avx512f=off or
// GODEBUG=cpu.avx2=off in the environment chooses a lesser one.
//
// Sets differ from each other and from plain Go in the last bits, because they
// add in another order and do not round products. On one machine results are
// always the same.
var best *set
