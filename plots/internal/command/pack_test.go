package command

import (
	"reflect"
	"testing"
)

func TestPack(t *testing.T) {
	for _, pieces := range [][][]byte{nil, {{}}, {{1, 2, 3}}, {{1}, {}, make([]byte, 300)}} {
		b := Pack(pieces)
		got, err := Unpack(b)
		if err != nil || !reflect.DeepEqual(got, pieces) {
			t.Errorf("%v, want %v: %v", got, pieces, err)
		}
		if len(b) > 1 {
			if got, err := Unpack(b[:len(b)-1]); err == nil {
				t.Errorf("all but the last byte is %v", got)
			}
		}
	}
}
