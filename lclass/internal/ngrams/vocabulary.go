package ngrams

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"math/bits"
)

var seed = maphash.MakeSeed()

// A Vocabulary numbers different texts in the order in which they come. The zero value is
// ready to use.
type Vocabulary struct {
	text  []byte // all of them
	ends  []int  // of each in text
	hash  []uint32
	slots []int32 // number + 1 at the hash or behind it, 0 for none; a power of two of them
}

// Len returns the number of texts.
func (n *Vocabulary) Len() int { return len(n.ends) }

// At returns the text of a number.
func (n *Vocabulary) At(i int) []byte {
	if i == 0 {
		return n.text[:n.ends[0]]
	}
	return n.text[n.ends[i-1]:n.ends[i]]
}

// Find returns the number of a text, −1 if it has none, and its hash.
func (n *Vocabulary) Find(text []byte) (int32, uint32) {
	h := uint32(maphash.Bytes(seed, text))
	return n.Look(text, h), h
}

// Look is Find for a text with a known hash.
func (n *Vocabulary) Look(text []byte, h uint32) int32 {
	if len(n.slots) == 0 {
		return -1
	}
	mask := uint32(len(n.slots) - 1)
	for s := h & mask; n.slots[s] != 0; s = (s + 1) & mask {
		if i := n.slots[s] - 1; n.hash[i] == h && bytes.Equal(n.At(int(i)), text) {
			return i
		}
	}
	return -1
}

// Hash returns the hash of the text of a number.
func (n *Vocabulary) Hash(i int) uint32 { return n.hash[i] }

// Add numbers a text that has none, with its hash.
func (n *Vocabulary) Add(text []byte, h uint32) int32 {
	if 2*(len(n.ends)+1) > len(n.slots) {
		n.slots = make([]int32, max(16, 2*len(n.slots)))
		for i, h := range n.hash {
			n.put(int32(i), h)
		}
	}
	i := int32(len(n.ends))
	n.text = append(n.text, text...)
	n.ends = append(n.ends, len(n.text))
	n.hash = append(n.hash, h)
	n.put(i, h)
	return i
}

func (n *Vocabulary) put(i int32, h uint32) {
	mask := uint32(len(n.slots) - 1)
	s := h & mask
	for n.slots[s] != 0 {
		s = (s + 1) & mask
	}
	n.slots[s] = i + 1
}

// Murmur is MurmurHash3 of 32 bits with seed 0 (Appleby 2011, in the public domain).
func Murmur(text []byte) int32 {
	const c1, c2 = 0xcc9e2d51, 0x1b873593
	var h uint32
	size := len(text)
	for len(text) >= 4 {
		k := binary.LittleEndian.Uint32(text) * c1
		h ^= bits.RotateLeft32(k, 15) * c2
		h = bits.RotateLeft32(h, 13)*5 + 0xe6546b64
		text = text[4:]
	}
	var k uint32
	for i, b := range text {
		k |= uint32(b) << (8 * i)
	}
	h ^= bits.RotateLeft32(k*c1, 15) * c2
	h ^= uint32(size)
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	h ^= h >> 16
	return int32(h)
}
