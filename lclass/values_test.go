package lclass_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"linclass/lclass"
)

// What is printed or written is the same for a value as for a pointer to it,
// such as a model inside a struct or a slice of them.
func TestValuesPrintAndMarshalLikePointers(t *testing.T) {
	d, m, g := pets(t), byRule(lclass.SoftmaxOutput), models()["density"]
	for _, c := range []struct{ value, pointer any }{
		{*m, m},
		{*g, g},
		{*d, d},
		{*threeClasses(t), threeClasses(t)},
	} {
		if v, p := fmt.Sprint(c.value), fmt.Sprint(c.pointer); v != p {
			t.Errorf("%T prints as\n%s\nand as a pointer as\n%s", c.value, v, p)
		}
		v, errV := json.Marshal(c.value)
		p, errP := json.Marshal(c.pointer)
		if string(v) != string(p) || (errV == nil) != (errP == nil) {
			t.Errorf("%T is written as %s, %v, and as a pointer as %s, %v", c.value, v, errV, p, errP)
		}
	}
}
