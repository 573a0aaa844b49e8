package sandbox

import (
	"encoding/binary"
	"slices"
)

// Numbers of the binary format of WebAssembly.
const (
	header      = 8    // bytes before the first section
	dataSection = 11   // number of the section with the data
	constant    = 0x41 // the instruction i32.const
	end         = 0x0b // the instruction end
)

// mostData is more than any program of ours has, in bytes.
const mostData = 64 << 20

// oneSegment joins the data of a module that Go's linker has made. The linker leaves out
// zeros and so makes 20,000 segments, one after the other; an instance is ready in half
// the time if there is only one. A module of another form stays as it is.
func oneSegment(module []byte) []byte {
	if len(module) < header {
		return module
	}
	r := binaryReader{rest: module[header:]}
	for len(r.rest) > 0 && !r.bad {
		before := len(module) - len(r.rest)
		number := r.byte()
		content := r.bytes(r.number())
		if number != dataSection || r.bad {
			continue
		}
		joined, ok := joinSegments(content)
		if !ok {
			return module
		}
		section := binary.AppendUvarint([]byte{dataSection}, uint64(len(joined)))
		return slices.Concat(module[:before], section, joined, r.rest)
	}
	return module
}

// joinSegments returns the content of a section with one segment: memory is 0 where no
// segment has anything, and of two for the same place the later one counts.
func joinSegments(content []byte) (joined []byte, ok bool) {
	type segment struct {
		at   int
		data []byte
	}
	var all []segment
	r := binaryReader{rest: content}
	from, to := 1<<32, 0
	for range r.number() {
		memory, instruction := r.byte(), r.byte()
		s := segment{at: r.signed()}
		ends := r.byte()
		s.data = r.bytes(r.number())
		if r.bad || memory != 0 || instruction != constant || ends != end || s.at < 0 {
			return nil, false
		}
		all = append(all, s)
		from, to = min(from, s.at), max(to, s.at+len(s.data))
	}
	if len(r.rest) > 0 || len(all) == 0 || to-from > mostData {
		return nil, false
	}
	data := make([]byte, to-from)
	for _, s := range all {
		copy(data[s.at-from:], s.data)
	}
	joined = append(joined, 1, 0, constant)
	joined = append(appendSigned(joined, from), end)
	joined = binary.AppendUvarint(joined, uint64(len(data)))
	return append(joined, data...), true
}

// A binaryReader reads what may not be there.
type binaryReader struct {
	rest []byte
	bad  bool
}

func (r *binaryReader) bytes(n int) []byte {
	if r.bad || n < 0 || n > len(r.rest) {
		r.bad, r.rest = true, nil
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *binaryReader) byte() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// number reads a whole number of 32 bits in groups of 7, the lowest first.
func (r *binaryReader) number() int {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 || n >= 1<<32 {
		r.bad, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[size:]
	return int(n)
}

// signed is number where the highest bit of the last group is the sign.
func (r *binaryReader) signed() int {
	n, shift := 0, 0
	for {
		b := r.byte()
		n |= int(b&0x7f) << shift
		shift += 7
		if b < 0x80 {
			if b&0x40 != 0 {
				n -= 1 << shift
			}
			return n
		}
		if shift > 28 {
			r.bad = true
			return 0
		}
	}
}

func appendSigned(b []byte, n int) []byte {
	for ; n > 0x3f; n >>= 7 {
		b = append(b, byte(n&0x7f|0x80))
	}
	return append(b, byte(n))
}
