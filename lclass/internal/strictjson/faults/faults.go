// Package faults damages files of JSON as people and programs do, for the tests of
// those that read them.
package faults

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"unicode"

	"linclass/lclass/internal/strictjson"
)

// A Fault is a file with one place that is wrong.
type Fault struct {
	Name string
	Path string // of what is wrong, as strictjson writes it
	Text []byte
	// Sure is for what no reader may take: keys that are repeated, unknown or in
	// another case, numbers that are texts or beyond float64, and text after the
	// end. Other faults may leave something that is a file as well.
	Sure bool
}

// Of iterates over the faults of a valid file. Objects for whose path free is true
// have keys that are names, which may be any.
func Of(text []byte, free func(path string) bool) iter.Seq[Fault] {
	return func(yield func(Fault) bool) {
		root := read(json.NewDecoder(bytes.NewReader(text)))
		more := true
		emit := func(name, path string, sure bool) {
			var b bytes.Buffer
			root.write(&b)
			more = more && yield(Fault{name, path, b.Bytes(), sure})
		}
		root.each("$", func(n *value, path string) {
			if !more {
				return
			}
			was := *n
			change := func(name, at string, sure bool, to value) {
				*n = to
				emit(name, at, sure)
				*n = was
			}
			switch {
			case was.keys != nil:
				for i, key := range was.keys {
					at := strictjson.Child(path, key)
					change("repeated", at, true, value{keys: append(slices.Clone(was.keys), key), of: append(slices.Clone(was.of), was.of[i])})
					change("dropped", at, false, value{keys: slices.Delete(slices.Clone(was.keys), i, i+1), of: slices.Delete(slices.Clone(was.of), i, i+1)})
					if free(path) {
						continue
					}
					for name, other := range map[string]string{"another case": recased(key), "renamed": key + "2"} {
						keys := slices.Clone(was.keys)
						keys[i] = other
						change(name, strictjson.Child(path, other), true, value{keys: keys, of: was.of})
						change(name+", beside it", strictjson.Child(path, other), true, value{keys: append(slices.Clone(was.keys), other), of: append(slices.Clone(was.of), was.of[i])})
					}
				}
				for i := 1; i < len(was.of); i++ {
					of := slices.Clone(was.of)
					of[i-1], of[i] = of[i], of[i-1]
					change("swapped", path, false, value{keys: was.keys, of: of})
				}
			case was.list:
				if last := len(was.of) - 1; last >= 0 {
					change("a value less", path, false, value{list: true, of: was.of[:last]})
					change("a value more", path, false, value{list: true, of: append(slices.Clone(was.of), was.of[last])})
				}
			case was.isNumber():
				change("a text", path, false, value{leaf: strconv.Quote(was.leaf)})
				change("NaN", path, false, value{leaf: `"NaN"`})
				change("beyond float64", path, true, value{leaf: "1e999"})
				change("large", path, false, value{leaf: "1e308"})
				change("negative", path, false, value{leaf: "-1.5e308"})
			}
			change("null", path, false, value{leaf: "null"})
			change("a list", path, false, value{list: true})
		})
		for _, rest := range []string{"{}", "]", "x", ","} {
			more = more && yield(Fault{"trailing data", "$", append(bytes.Clone(text), rest...), true})
		}
	}
}

// A value of JSON: an object if it has keys, a list, or the text of another.
type value struct {
	keys []string
	of   []*value
	list bool
	leaf string
}

func (v *value) isNumber() bool {
	return v.leaf != "" && (v.leaf[0] == '-' || unicode.IsDigit(rune(v.leaf[0])))
}

func read(d *json.Decoder) *value {
	d.UseNumber()
	token, err := d.Token()
	if err != nil {
		panic(err)
	}
	switch token {
	case json.Delim('{'):
		v := &value{keys: []string{}}
		for d.More() {
			key, _ := d.Token()
			v.keys = append(v.keys, key.(string))
			v.of = append(v.of, read(d))
		}
		_, _ = d.Token()
		return v
	case json.Delim('['):
		v := &value{list: true}
		for d.More() {
			v.of = append(v.of, read(d))
		}
		_, _ = d.Token()
		return v
	}
	return &value{leaf: string(encoded(token))}
}

func encoded(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

func (v *value) write(b *bytes.Buffer) {
	open, end := "[", "]"
	switch {
	case v.keys != nil:
		open, end = "{", "}"
	case !v.list:
		b.WriteString(v.leaf)
		return
	}
	b.WriteString(open)
	for i, of := range v.of {
		if i > 0 {
			b.WriteString(",")
		}
		if v.keys != nil {
			b.Write(encoded(v.keys[i]))
			b.WriteString(":")
		}
		of.write(b)
	}
	b.WriteString(end)
}

func (v *value) each(path string, use func(v *value, path string)) {
	use(v, path)
	for i, of := range v.of {
		at := fmt.Sprintf("%s[%d]", path, i)
		if v.keys != nil {
			at = strictjson.Child(path, v.keys[i])
		}
		of.each(at, use)
	}
}

// recased turns the case of the first letter that has one.
func recased(key string) string {
	for i, r := range key {
		for _, other := range []rune{unicode.ToUpper(r), unicode.ToLower(r)} {
			if other != r {
				return key[:i] + string(other) + key[i+len(string(r)):]
			}
		}
	}
	return key + "2"
}
