// Package idx reads the IDX format of the MNIST files: a magic number, the
// size of each dimension, and the values row by row, all big-endian.
package idx

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
)

// An Array is a dense array of bytes.
type Array struct {
	Dims   []int  // at least one
	Values []byte // the product of Dims
}

// An Error names the place where a file departs from the format.
type Error struct {
	Name   string // of the file
	Offset int64  // in the decompressed content
	Reason string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s: offset %d: %s", e.Name, e.Offset, e.Reason)
}

// A ShapeError says that images and labels are not n×h×w and n.
type ShapeError struct {
	Images, Labels []int // the dimensions of the arrays
}

func (e *ShapeError) Error() string {
	return fmt.Sprintf("images of dimensions %v and labels of dimensions %v do not fit; n×h×w and n do", e.Images, e.Labels)
}

const (
	unsignedByte = 0x08    // type code of the values
	maxRank      = 4       // dimensions; images in colour have 4
	maxSize      = 1 << 30 // bytes; larger headers are taken for nonsense
)

// A Reader reads the values of a file, one after the other. Its errors are of
// type [Error]; io.EOF comes after the last value, if nothing follows it.
type Reader struct {
	Dims []int // at least one
	name string
	r    *bufio.Reader
	at   int64 // offset of the next value
	end  int64
}

// NewReader reads the header of a file.
func NewReader(name string, r io.Reader) (*Reader, error) {
	b := bufio.NewReader(r)
	start, err := b.Peek(4 + 4*maxRank)
	if err != nil && err != io.EOF {
		return nil, &Error{name, int64(len(start)), err.Error()}
	}
	dims, end, err := header(name, start, maxSize)
	if err != nil {
		return nil, err
	}
	at, err := b.Discard(4 + 4*len(dims))
	return &Reader{dims, name, b, int64(at), end}, err
}

// Read implements io.Reader.
func (r *Reader) Read(p []byte) (int, error) {
	if r.at == r.end {
		if _, err := r.r.Peek(1); err != nil {
			return 0, r.errorOf(err)
		}
		return 0, &Error{r.name, r.end, fmt.Sprintf("bytes after the last of the %v values that the header announces", r.Dims)}
	}
	n, err := r.r.Read(p[:min(int64(len(p)), r.end-r.at)])
	r.at += int64(n)
	return n, r.errorOf(err)
}

// errorOf returns the error of reading on as one of the file, but for its end.
func (r *Reader) errorOf(err error) error {
	switch {
	case err == io.EOF && r.at < r.end:
		return &Error{r.name, r.at, fmt.Sprintf("cut off: the header announces %v values, %d bytes in all", r.Dims, r.end)}
	case err != nil && err != io.EOF:
		return &Error{r.name, r.at, err.Error()}
	}
	return err
}

// Read reads a whole file. It takes memory for the bytes that are there, not
// for those that the header announces.
func Read(name string, r io.Reader) (Array, error) {
	values, err := NewReader(name, r)
	if err != nil {
		return Array{}, err
	}
	content, err := io.ReadAll(values)
	if err != nil {
		return Array{}, err
	}
	return Array{values.Dims, content}, nil
}

// Header returns the dimensions of a file of so many bytes, which may be far
// larger than memory, and the offset of its values.
func Header(name string, r io.ReaderAt, size int64) (dims []int, start int64, err error) {
	content := make([]byte, min(size, 4+4*maxRank))
	if _, err := r.ReadAt(content, 0); err != nil && err != io.EOF {
		return nil, 0, &Error{name, 0, err.Error()}
	}
	dims, end, err := header(name, content, size)
	if err == nil && end != size {
		err = &Error{name, size, fmt.Sprintf("the header announces %v values, %d bytes in all", dims, end)}
	}
	if err != nil {
		return nil, 0, err
	}
	return dims, end - int64(product(dims)), nil
}

// header returns the dimensions, of no more than most values, and the offset of
// the end of the values.
func header(name string, content []byte, most int64) (dims []int, end int64, err error) {
	if len(content) < 4 {
		return nil, 0, &Error{name, int64(len(content)), "cut off within the magic number"}
	}
	switch magic := content[:4]; {
	case magic[0] != 0 || magic[1] != 0:
		return nil, 0, &Error{name, 0, fmt.Sprintf("wrong magic number %#x; IDX starts with two zero bytes", magic)}
	case magic[2] != unsignedByte:
		return nil, 0, &Error{name, 2, fmt.Sprintf("values of type %#x; only unsigned bytes (%#x) are read", magic[2], unsignedByte)}
	case magic[3] < 1 || magic[3] > maxRank:
		return nil, 0, &Error{name, 3, fmt.Sprintf("%d dimensions; 1 to %d are read", magic[3], maxRank)}
	}
	rank := int(content[3])
	start := 4 + 4*rank
	if len(content) < start {
		return nil, 0, &Error{name, int64(len(content)), fmt.Sprintf("cut off within the sizes of the %d dimensions", rank)}
	}
	size := int64(1)
	for k := range rank {
		offset := 4 + 4*k
		n := binary.BigEndian.Uint32(content[offset:])
		if int64(n) > most || n > 0 && size > most/int64(n) {
			return nil, 0, &Error{name, int64(offset), fmt.Sprintf("dimension %d is %d, which makes more than %d values", k+1, n, most)}
		}
		size *= int64(n)
		dims = append(dims, int(n))
	}
	return dims, int64(start) + size, nil
}

// PixelNames returns the names of the pixels of h×w images, by row and column, nil for other
// dimensions.
func PixelNames(dims []int) []string {
	if len(dims) != 2 {
		return nil
	}
	var names []string
	for i := range dims[0] {
		for j := range dims[1] {
			names = append(names, fmt.Sprintf("p%d,%d", i, j))
		}
	}
	return names
}

func product(dims []int) int {
	p := 1
	for _, n := range dims {
		p *= n
	}
	return p
}
