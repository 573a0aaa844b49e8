package command

import (
	"encoding/binary"
	"errors"
)

// Pack returns several pieces of data as one.
func Pack(pieces [][]byte) []byte {
	var b []byte
	for _, p := range pieces {
		b = binary.AppendUvarint(b, uint64(len(p)))
		b = append(b, p...)
	}
	return b
}

// Unpack returns the pieces of which Pack has made b.
func Unpack(b []byte) ([][]byte, error) {
	var pieces [][]byte
	for len(b) > 0 {
		n, size := binary.Uvarint(b)
		if size <= 0 || n > uint64(len(b)-size) {
			return nil, errors.New("plots: damaged pieces")
		}
		end := size + int(n)
		pieces = append(pieces, b[size:end])
		b = b[end:]
	}
	return pieces, nil
}
