// Package strictjson reads the files of models. It is encoding/json without its
// leniency: every key must be known, written exactly as the program writes it, and
// appear once; every value must be there and of the right kind.
package strictjson

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// An Error names the place in a file of JSON that is wrong.
type Error struct {
	Path  string // such as $.preparation.steps[2].scale; $ is the whole file
	Err   error
	owner string
}

func (e *Error) Error() string {
	return cmp.Or(e.owner, "lclass") + ": " + e.Path + ": " + reason(e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// reason is a message without the name of its package.
func reason(err error) string {
	text := err.Error()
	for _, prefix := range []string{"lclass: ", "calibrate: ", "validate: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	return text
}

// At returns err as one of the value at a path below $, such as "W[0]", or of the
// whole file for an empty one. An err that is nil stays so. If err names a place
// itself, that is inside the value.
func At(owner, path string, err error) error {
	switch {
	case err == nil:
		return nil
	case path != "" && path[0] != '[':
		path = "." + path
	}
	return within(owner, "$"+path, err)
}

// within puts the place that an error names inside the one at path.
func within(owner, path string, err error) error {
	if inner, ok := err.(*Error); ok {
		return &Error{path + strings.TrimPrefix(inner.Path, "$"), inner.Err, owner}
	}
	return &Error{path, err, owner}
}

// Unmarshal is json.Unmarshal into what v points to, with these differences:
//
//   - a key of an object that is unknown, in another case, or repeated is an
//     error, and so is a missing one whose field is neither omitempty nor
//     omitzero;
//   - null is an error where encoding/json would not write it: everywhere but in an
//     interface, and in a field of lists, maps or pointers that is always written;
//   - text that is not Unicode is an error, rather than changed.
//
// The owner, such as "lclass: model", begins the message of an error, which is an
// [Error].
func Unmarshal(owner string, text []byte, v any) error {
	d := decoder{owner}
	var all json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return within(owner, "$", err)
	}
	if !utf8.Valid(text) {
		return within(owner, "$", errors.New("it is not UTF-8; convert it"))
	}
	if loneSurrogate(text) {
		return within(owner, "$", errors.New(`it has half of a \u pair, which is no character; write the other half, too`))
	}
	return d.value(bytes.TrimSpace(all), reflect.ValueOf(v).Elem(), "$")
}

// A Head is how a file begins: the keys of its format and of its version, the
// format that is read, and the newest version.
type Head struct {
	Format, Version string
	Is              string
	Newest          int
}

// UnmarshalFile is Unmarshal of a file with a head, which is checked first, so that
// a file of a later version, with keys that are not known here, is an error about
// that.
func UnmarshalFile(owner string, text []byte, v any, h Head) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil || members == nil {
		if err := Unmarshal(owner, text, v); err != nil {
			return err
		}
		return At(owner, "", errors.New("it must be an object"))
	}
	var format string
	if json.Unmarshal(members[h.Format], &format) != nil || format != h.Is {
		return At(owner, h.Format, fmt.Errorf("the %s is %q, not %q", strings.ToLower(h.Format), format, h.Is))
	}
	var version int
	if json.Unmarshal(members[h.Version], &version) != nil || version < 1 || version > h.Newest {
		return At(owner, h.Version, fmt.Errorf("version is %d; this program supports versions up to %d; use a newer one", version, h.Newest))
	}
	return Unmarshal(owner, text, v)
}

type decoder struct{ owner string }

func (d decoder) fail(path, format string, args ...any) error {
	return &Error{path, fmt.Errorf(format, args...), d.owner}
}

// value reads text, which is valid, into v.
func (d decoder) value(text []byte, v reflect.Value, path string) error {
	if v.Kind() == reflect.Interface {
		return d.leaf(text, v, path)
	}
	if string(text) == "null" {
		return d.fail(path, "it is null; it must be %s", kindOf(v.Type()))
	}
	if raw, ok := v.Addr().Interface().(*json.RawMessage); ok {
		*raw = bytes.Clone(text)
		return nil
	}
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		return d.value(text, v.Elem(), path)
	}
	if u, ok := v.Addr().Interface().(json.Unmarshaler); ok {
		if err := u.UnmarshalJSON(text); err != nil {
			return within(d.owner, path, err)
		}
		return nil
	}
	switch v.Kind() {
	case reflect.Struct:
		return d.structure(text, v, path)
	case reflect.Map:
		if v.Type().Key() == reflect.TypeFor[string]() {
			return d.mapping(text, v, path)
		}
	case reflect.Slice:
		return d.list(text, v, path)
	}
	return d.leaf(text, v, path)
}

func (d decoder) leaf(text []byte, v reflect.Value, path string) error {
	if err := json.Unmarshal(text, v.Addr().Interface()); err != nil {
		return d.fail(path, "it is %s; it must be %s", shortened(text), kindOf(v.Type()))
	}
	return nil
}

// nilKinds are those whose nil is written as null.
var nilKinds = []reflect.Kind{reflect.Slice, reflect.Map, reflect.Pointer}

// structure reads the fields of an object.
func (d decoder) structure(text []byte, v reflect.Value, path string) error {
	fields := fieldsOf(v.Type())
	seen := map[string]bool{}
	err := d.members(text, v.Type(), path, func(key string, value []byte, at string) error {
		f, known := fields[key]
		if !known {
			for name := range fields {
				if strings.EqualFold(name, key) {
					return d.fail(at, "the key is unknown; %q is written in another case", name)
				}
			}
			return d.fail(at, "the key is unknown; remove it, or read the file with the program that wrote it")
		}
		seen[key] = true
		to := v.FieldByIndex(f.index)
		if string(value) == "null" && !f.optional && slices.Contains(nilKinds, to.Kind()) {
			return nil
		}
		return d.value(value, to, at)
	})
	if err != nil {
		return err
	}
	inOrder := slices.SortedFunc(maps.Values(fields), func(a, b field) int { return slices.Compare(a.index, b.index) })
	for _, f := range inOrder {
		if !f.optional && !seen[f.name] {
			return d.fail(Child(path, f.name), "it is missing; it must be %s", kindOf(v.FieldByIndex(f.index).Type()))
		}
	}
	return nil
}

func (d decoder) mapping(text []byte, v reflect.Value, path string) error {
	v.Set(reflect.MakeMap(v.Type()))
	return d.members(text, v.Type(), path, func(key string, value []byte, at string) error {
		element := reflect.New(v.Type().Elem()).Elem()
		err := d.value(value, element, at)
		v.SetMapIndex(reflect.ValueOf(key), element)
		return err
	})
}

// members calls use for each member of an object, with its path.
func (d decoder) members(text []byte, t reflect.Type, path string, use func(key string, value []byte, at string) error) error {
	seen := map[string]bool{}
	return d.each('{', text, t, path, func(key string, value []byte) error {
		at := Child(path, key)
		if seen[key] {
			return d.fail(at, "the key appears twice; remove one of them")
		}
		seen[key] = true
		return use(key, value, at)
	})
}

func (d decoder) list(text []byte, v reflect.Value, path string) error {
	if isPlain(v.Type().Elem().Kind()) && !bytes.Contains(text, []byte("null")) {
		if json.Unmarshal(text, v.Addr().Interface()) == nil {
			return nil // at once; what is wrong is found one by one
		}
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	return d.each('[', text, v.Type(), path, func(_ string, value []byte) error {
		element := reflect.New(v.Type().Elem()).Elem()
		err := d.value(value, element, fmt.Sprintf("%s[%d]", path, v.Len()))
		v.Set(reflect.Append(v, element))
		return err
	})
}

// each calls use for each element of a list or an object, which begins with open; an element
// of an object has a key. The text is valid, so that reading it does not fail.
func (d decoder) each(open byte, text []byte, t reflect.Type, path string, use func(key string, value []byte) error) error {
	if text[0] != open {
		return d.fail(path, "it is %s; it must be %s", shortened(text), kindOf(t))
	}
	r := json.NewDecoder(bytes.NewReader(text))
	_, _ = r.Token()
	for r.More() {
		var key string
		if open == '{' {
			token, _ := r.Token()
			key = token.(string)
		}
		var value json.RawMessage
		_ = r.Decode(&value)
		if err := use(key, value); err != nil {
			return err
		}
	}
	return nil
}

func isPlain(k reflect.Kind) bool {
	return k == reflect.Float64 || k == reflect.Int || k == reflect.String || k == reflect.Bool
}

// A field is one of a struct as JSON names it.
type field struct {
	name     string
	index    []int
	optional bool
}

// fieldsOf returns the fields by name; those of an embedded struct give way to
// others of the same name.
func fieldsOf(t reflect.Type) map[string]field {
	fields := map[string]field{}
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous || !f.IsExported() {
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		if other, twice := fields[name]; twice && len(other.index) <= len(f.Index) {
			continue
		}
		fields[name] = field{name, f.Index, strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")}
	}
	return fields
}

// Child returns the path of a key, quoted if it is not an identifier.
func Child(path, key string) string {
	plain := key != ""
	for i, r := range key {
		if r != '_' && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && (i == 0 || r < '0' || r > '9') {
			plain = false
		}
	}
	if plain {
		return path + "." + key
	}
	return path + "[" + strconv.Quote(key) + "]"
}

// kindOf says what a value of a type is in JSON.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Float64:
		return "a number in the range of float64"
	case reflect.Int:
		return "a whole number"
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Pointer:
		return kindOf(t.Elem())
	}
	return "an object"
}

// shortened is a value as a message shows it.
func shortened(text []byte) string {
	const most = 40
	if len(text) <= most {
		return string(text)
	}
	return strings.ToValidUTF8(string(text[:most]), "") + " …"
}

// loneSurrogate reports whether valid JSON has a \u escape of half a character.
func loneSurrogate(text []byte) bool {
	escape := func(i int) rune {
		if i+6 > len(text) || text[i] != '\\' || text[i+1] != 'u' {
			return -1
		}
		v, _ := strconv.ParseUint(string(text[i+2:i+6]), 16, 16)
		return rune(v)
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		r := escape(i)
		if r < 0 || !utf16.IsSurrogate(r) {
			i++
			continue
		}
		if utf16.DecodeRune(r, escape(i+6)) == utf8.RuneError {
			return true
		}
		i += 11
	}
	return false
}
