package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// A walk goes over a struct of Thrift's compact protocol without keeping it. It
// finds what a decoder would take memory for before it looks: lists, texts and
// structs inside structs that cannot fit into the bytes.
//
// A field of the struct is called by its number, field 3 of the struct in field 5
// by 503, and so on; the elements of a list are called as the list is.
type walk struct {
	content []byte
	at      int
	integer func(field int, v int64) // if not nil, gets every integer, and 1 and 0 for true and false
	end     func(field int)          // if not nil, gets every struct that is complete
}

// The types of the compact protocol.
const (
	thriftStop = iota
	thriftTrue
	thriftFalse
	thriftByte
	thriftInt16
	thriftInt32
	thriftInt64
	thriftDouble
	thriftBinary
	thriftList
	thriftSet
	thriftMap
	thriftStruct
	thriftUUID
)

// deepest is how many structs and lists lie in each other at most; Parquet has ten.
const deepest = 32

// errShort says that a struct does not end within the content.
var errShort = errors.New("its metadata is cut off")

// structure walks over a struct.
func (w *walk) structure(field, depth int) error {
	if depth > deepest {
		return fmt.Errorf("its metadata is nested more than %d deep", deepest)
	}
	id := 0
	for {
		b, err := w.byte()
		if err != nil {
			return err
		}
		if b == thriftStop {
			if w.end != nil {
				w.end(field)
			}
			return nil
		}
		if step := int(b >> 4); step > 0 {
			id += step
		} else {
			v, err := w.varint()
			if err != nil {
				return err
			}
			id = int(int16(v))
		}
		if err := w.value(b&0xf, inside(field, id), depth); err != nil {
			return err
		}
	}
}

// unknown is a field that Parquet does not have.
const unknown = -1

// inside returns what field id of the struct in a field is called.
func inside(field, id int) int {
	if field == unknown || field >= 100*100 || id < 1 || id > 99 {
		return unknown
	}
	return 100*field + id
}

// value walks over the value of a field.
func (w *walk) value(kind byte, field, depth int) error {
	switch kind {
	case thriftTrue, thriftFalse: // the type is the value
		if w.integer != nil {
			w.integer(field, int64(thriftFalse-kind))
		}
		return nil
	case thriftList, thriftSet:
		return w.list(field, depth)
	}
	return w.item(kind, field, depth)
}

// item walks over a value that takes bytes, such as an element of a list.
func (w *walk) item(kind byte, field, depth int) error {
	switch kind {
	case thriftTrue, thriftFalse, thriftByte:
		return w.skip(1)
	case thriftInt16, thriftInt32, thriftInt64:
		v, err := w.varint()
		if err == nil && w.integer != nil {
			w.integer(field, v)
		}
		return err
	case thriftDouble:
		return w.skip(8)
	case thriftUUID:
		return w.skip(16)
	case thriftBinary:
		n, err := w.uvarint()
		if err != nil {
			return err
		}
		return w.skip(n)
	case thriftList, thriftSet:
		return w.list(field, depth)
	case thriftMap:
		return w.table(field, depth)
	case thriftStruct:
		return w.structure(field, depth+1)
	}
	return fmt.Errorf("its metadata has a value of the unknown type %d", kind)
}

// list walks over a list, whose elements take a byte or more each.
func (w *walk) list(field, depth int) error {
	b, err := w.byte()
	if err != nil {
		return err
	}
	n := uint64(b >> 4)
	if n == 15 {
		if n, err = w.uvarint(); err != nil {
			return err
		}
	}
	return w.items(n, field, depth, b&0xf)
}

// table walks over a map.
func (w *walk) table(field, depth int) error {
	n, err := w.uvarint()
	if err != nil || n == 0 {
		return err
	}
	b, err := w.byte()
	if err != nil {
		return err
	}
	return w.items(n, field, depth, b>>4, b&0xf)
}

// items walks over n times a value of each kind.
func (w *walk) items(n uint64, field, depth int, kinds ...byte) error {
	if n > uint64(len(w.content)-w.at) {
		return errShort
	}
	if depth >= deepest {
		return fmt.Errorf("its metadata is nested more than %d deep", deepest)
	}
	for range n {
		for _, kind := range kinds {
			if err := w.item(kind, field, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *walk) byte() (byte, error) {
	if w.at == len(w.content) {
		return 0, errShort
	}
	w.at++
	return w.content[w.at-1], nil
}

func (w *walk) skip(n uint64) error {
	if n > uint64(len(w.content)-w.at) {
		return errShort
	}
	w.at += int(n)
	return nil
}

func (w *walk) uvarint() (uint64, error) {
	v, n := binary.Uvarint(w.content[w.at:])
	if n == 0 {
		return 0, errShort
	}
	if n < 0 {
		return 0, errors.New("its metadata has a number of more than 64 bits")
	}
	w.at += n
	return v, nil
}

func (w *walk) varint() (int64, error) {
	v, err := w.uvarint()
	return int64(v>>1) ^ -int64(v&1), err
}
