package parquet

import (
	"encoding/binary"
	"fmt"
	"io"
)

// Encodings that state the lengths of their blocks, which the library takes memory for.
const (
	deltaNumbers = 5
	deltaLengths = 6
	deltaTexts   = 7
)

// runs is the encoding of levels that begin with their length.
const runs = 3

// checkDelta finds blocks of numbers that are too long, in the content of a page
// without its compression. The levels of version 2 are not part of it.
func (h *header) checkDelta(content []byte, optional bool) error {
	if h.kind == dataPage && optional {
		n := (h.values + 7) / 8
		if h.levelEncoding == runs {
			if len(content) < 4 {
				return io.ErrUnexpectedEOF
			}
			n = 4 + int64(binary.LittleEndian.Uint32(content))
		}
		if n > int64(len(content)) {
			return io.ErrUnexpectedEOF
		}
		content = content[n:]
	}
	rest, err := skipDelta(content)
	if err == nil && h.encoding == deltaTexts {
		_, err = skipDelta(rest)
	}
	return err
}

// skipDelta returns what follows numbers that are encoded as their differences.
func skipDelta(content []byte) ([]byte, error) {
	const longest = 1 << 16 // writers have blocks of 128 to some thousand
	var head [4]uint64      // numbers in a block, its parts, numbers in all, the first number
	for i := range head {
		n := 0
		if head[i], n = binary.Uvarint(content); n <= 0 {
			return nil, io.ErrUnexpectedEOF
		}
		content = content[n:]
	}
	block, parts, numbers := head[0], head[1], head[2]
	if block == 0 || block > longest || parts == 0 || parts > block {
		return nil, fmt.Errorf("a page has blocks of %d numbers in %d parts", block, parts)
	}
	part := block / parts
	for left := int64(numbers) - 1; left > 0; {
		_, n := binary.Uvarint(content)
		if n <= 0 || uint64(len(content)-n) < parts {
			return nil, io.ErrUnexpectedEOF
		}
		widths := content[n : n+int(parts)]
		content = content[n+int(parts):]
		for _, width := range widths {
			if left <= 0 {
				break
			}
			bytes := int(part) * int(width) / 8
			if bytes > len(content) {
				return nil, io.ErrUnexpectedEOF
			}
			content = content[bytes:]
			left -= int64(part)
		}
	}
	return content, nil
}
