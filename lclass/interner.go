package lclass

import (
	"bytes"
	"hash/maphash"
)

var internerSeed = maphash.MakeSeed()

// An interner numbers different texts in the order in which they come. The zero value is
// ready to use.
type interner struct {
	text  []byte // all of them
	ends  []int  // of each in text
	hash  []uint32
	slots []int32 // number + 1 at the hash or behind it, 0 for none; a power of two of them
}

func (n *interner) len() int { return len(n.ends) }

// at returns the text of a number.
func (n *interner) at(i int) []byte {
	if i == 0 {
		return n.text[:n.ends[0]]
	}
	return n.text[n.ends[i-1]:n.ends[i]]
}

// find returns the number of a text, −1 if it has none, and its hash.
func (n *interner) find(text []byte) (int32, uint32) {
	h := uint32(maphash.Bytes(internerSeed, text))
	return n.look(text, h), h
}

func (n *interner) look(text []byte, h uint32) int32 {
	if len(n.slots) == 0 {
		return -1
	}
	mask := uint32(len(n.slots) - 1)
	for s := h & mask; n.slots[s] != 0; s = (s + 1) & mask {
		if i := n.slots[s] - 1; n.hash[i] == h && bytes.Equal(n.at(int(i)), text) {
			return i
		}
	}
	return -1
}

// add numbers a text that has none, with its hash.
func (n *interner) add(text []byte, h uint32) int32 {
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

func (n *interner) put(i int32, h uint32) {
	mask := uint32(len(n.slots) - 1)
	s := h & mask
	for n.slots[s] != 0 {
		s = (s + 1) & mask
	}
	n.slots[s] = i + 1
}
