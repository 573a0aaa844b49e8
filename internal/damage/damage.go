// Package damage makes damaged files of valid ones, for the tests of all readers.
package damage

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
)

// size is the number of bytes that say what an edit does: which one, two places, and
// a value.
const size = 6

// Of returns what edits make of content: bits are flipped, bytes, words and lengths
// written over, bytes cut out, repeated or cut off, and parts, which begin at the
// given offsets, change places. Any bytes are edits, so that fuzzing can choose them.
func Of(content []byte, parts []int, edits []byte) []byte {
	content = slices.Clone(content)
	for ; len(edits) >= size && len(content) > 0; edits = edits[size:] {
		at := int(binary.LittleEndian.Uint16(edits[1:])) % len(content)
		to := int(binary.LittleEndian.Uint16(edits[3:]))
		value := edits[5]
		switch edits[0] % 8 {
		case 0:
			content[at] ^= 1 << (value % 8)
		case 1:
			content[at] = value
		case 2:
			copy(content[at:], words[int(value)%len(words)])
		case 3:
			writeLength(content[at:], to, value, len(content))
		case 4:
			content = slices.Delete(content, at, min(len(content), at+1+to%64))
		case 5:
			content = slices.Insert(content, at, slices.Clone(content[at:min(len(content), at+1+to%64)])...)
		case 6:
			content = swap(content, parts, at, to)
		case 7:
			if value < 64 { // else most edits would be of nothing
				content = content[:at]
			}
		}
	}
	return content
}

// words mean something in one format or another.
var words = []string{
	"\xff\xff\xff\xff\x07", "\xff\xff\x7f", "\x00", "\x80", "PAR1", "\"", ",", "\n", "\r\n", ";", "NaN", "Inf", "1e999", "-", "0x1p9", "1_0",
	"[", "]", "{", "}", "[[[[[[[[", ":", "null", "\ufeff", "\xed\xa0\x80",
}

// writeLength writes a length that is about right, or far too large, in one of the
// ways in which formats do.
func writeLength(content []byte, to int, value byte, size int) {
	length := []int{0, 1, size - 1, size, size + 1, 1<<16 - 1, 1 << 24, 1<<31 - 1, -1, to}[int(value/8)%10]
	var b []byte
	switch value % 8 {
	case 0, 1:
		b = binary.LittleEndian.AppendUint32(b, uint32(length))
	case 2, 3:
		b = binary.BigEndian.AppendUint32(b, uint32(length))
	case 4:
		b = binary.LittleEndian.AppendUint64(b, uint64(length))
	case 5, 6:
		b = binary.AppendUvarint(b, uint64(uint32(length)))
	case 7:
		b = binary.AppendVarint(b, int64(length))
	}
	copy(content, b)
}

// swap exchanges the part that an offset lies in with another one.
func swap(content []byte, parts []int, at, with int) []byte {
	var ends []int
	for _, end := range parts {
		if end > 0 && end < len(content) {
			ends = append(ends, end)
		}
	}
	ends = append(ends, len(content))
	part := func(i int) []byte {
		if i == 0 {
			return content[:ends[0]]
		}
		return content[ends[i-1]:ends[i]]
	}
	first := slices.IndexFunc(ends, func(end int) bool { return at < end })
	second := with % len(ends)
	var swapped []byte
	for i := range ends {
		switch i {
		case first:
			i = second
		case second:
			i = first
		}
		swapped = append(swapped, part(i)...)
	}
	return swapped
}

// Edits returns one to four edits by chance.
func Edits(rng *rand.Rand) []byte {
	edits := make([]byte, size*(1+rng.IntN(4)))
	for i := range edits {
		edits[i] = byte(rng.Uint32())
	}
	return edits
}
