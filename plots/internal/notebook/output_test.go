package notebook

import (
	"reflect"
	"testing"
)

func TestEncodeAndDecode(t *testing.T) {
	o := &Output{HTML: "<b>", Markdown: "$η$", Plain: "text", Picture: []byte{0, 1, 255}, Width: 560, Height: 400, ID: "bar", Mark: "12.3"}
	data := o.Encode()
	got, err := Decode(data)
	if err != nil || !reflect.DeepEqual(got, o) {
		t.Errorf("%v, want %v: %v", got, o, err)
	}
	for n := range data {
		if o, err := Decode(data[:n]); err == nil {
			t.Errorf("%d of %d bytes are %v", n, len(data), o)
		}
	}
}
