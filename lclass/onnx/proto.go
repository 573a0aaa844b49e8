package onnx

import (
	"encoding/binary"

	"google.golang.org/protobuf/encoding/protowire"
)

// A message is a protocol buffer that is being written. The field numbers are those of
// onnx.proto3, https://github.com/onnx/onnx.
type message []byte

func (m *message) number(field protowire.Number, v int64) {
	*m = protowire.AppendTag(*m, field, protowire.VarintType)
	*m = protowire.AppendVarint(*m, uint64(v))
}

func (m *message) bytes(field protowire.Number, v []byte) {
	*m = protowire.AppendTag(*m, field, protowire.BytesType)
	*m = protowire.AppendBytes(*m, v)
}

func (m *message) text(field protowire.Number, v string) { m.bytes(field, []byte(v)) }

// Data types of TensorProto.
const (
	int64Type  = 7
	stringType = 8
	doubleType = 11
)

// doubles returns the TensorProto of numbers.
func doubles(name string, v []float64, dims ...int) message {
	t := tensor(name, doubleType, dims)
	raw, _ := binary.Append(nil, binary.LittleEndian, v) // without an error, as sizes are fixed
	t.bytes(9, raw)
	return t
}

// integers returns the TensorProto of indices.
func integers(name string, v []int) message {
	t := tensor(name, int64Type, []int{len(v)})
	raw := make([]byte, 0, 8*len(v))
	for _, i := range v {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(i))
	}
	t.bytes(9, raw)
	return t
}

// texts returns the TensorProto of texts.
func texts(name string, v []string) message {
	t := tensor(name, stringType, []int{len(v)})
	for _, s := range v {
		t.text(6, s)
	}
	return t
}

func tensor(name string, kind int64, dims []int) message {
	var t message
	for _, d := range dims {
		t.number(1, int64(d))
	}
	t.number(2, kind)
	t.text(8, name)
	return t
}

// value returns the ValueInfoProto of an input or output with a row per sample, and with
// that many columns, or none.
func value(name string, kind int64, columns ...int) message {
	var samples, shape, tensor, kinds, v message
	samples.text(2, "samples")
	shape.bytes(1, samples)
	for _, c := range columns {
		var dim message
		dim.number(1, int64(c))
		shape.bytes(1, dim)
	}
	tensor.number(1, kind)
	tensor.bytes(2, shape)
	kinds.bytes(1, tensor)
	v.text(1, name)
	v.bytes(2, kinds)
	return v
}

// An attribute is an AttributeProto.
type attribute message

func integer(name string, v int) attribute {
	var a message
	a.text(1, name)
	a.number(3, int64(v))
	a.number(20, 2)
	return attribute(a)
}

func integerList(name string, v []int) attribute {
	var a message
	a.text(1, name)
	for _, i := range v {
		a.number(8, int64(i))
	}
	a.number(20, 7)
	return attribute(a)
}

func textList(name string, v []string) attribute {
	var a message
	a.text(1, name)
	for _, s := range v {
		a.text(9, s)
	}
	a.number(20, 8)
	return attribute(a)
}
