package lclass

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/natefinch/atomic"
)

// keepDir is the directory, below the working directory, in which Keep stores values. The
// environment variable LCLASS_KEEP overrides it.
const keepDir = ".lclass"

// Keep returns the stored result of fit for the same name, parameters and type, and calls
// fit only if there is none. In a notebook, where each cell is a program of its own, it
// carries a fitted model from one cell to the next:
//
//	func model() *lclass.Model {
//		spec := lclass.Softmax{Penalty: lclass.L2(1e-4)}
//		return lclass.Must(lclass.Keep("digits", func() (*lclass.Model, error) {
//			return spec.Fit(train())
//		}, spec))
//	}
//
// Keep sees neither the code of fit nor its data: pass whatever may change, such as the
// specification, as a parameter, or call [Forget]. The value and the parameters must
// survive a round trip through JSON, and the value must not be null. It is an error if the
// value has a part that JSON leaves out, such as a mat.Dense. Values are stored in
// the directory $LCLASS_KEEP, by default .lclass below the working directory. Files are
// written atomically, with a checksum; an unreadable or modified file is replaced. If the
// file cannot be written, Keep prints a warning to the standard error and returns the
// value without an error.
func Keep[T any](name string, fit func() (T, error), params ...any) (T, error) {
	var value T
	if fit == nil {
		return value, badSetting("fit of Keep", nil, "pass a func that returns the value")
	}
	path, err := keepPath(name, fmt.Sprintf("%T", &value), params)
	if err != nil {
		return value, err
	}
	if text, err := os.ReadFile(path); err == nil {
		if unseal(text, &value) == nil {
			return value, nil
		}
		value = *new(T)
	}
	value, err = fit()
	if err != nil {
		return value, err
	}
	text, err := seal(value)
	if err != nil {
		return value, &placeError{fmt.Sprintf("Keep(%q)", name), err}
	}
	if err := write(path, text); err != nil {
		fmt.Fprintf(os.Stderr, "lclass: Keep(%q) cannot store the value and will compute it again: %v; set LCLASS_KEEP to a writable directory\n", name, err)
	}
	return value, nil
}

// sealed is the content of a file of Keep.
type sealed struct {
	CRC32 string          `json:"crc32"` // of the value
	Value json.RawMessage `json:"value"`
}

func seal(value any) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	var lost error
	encoded(reflect.ValueOf(value), func(v reflect.Value) {
		if v.Kind() == reflect.Struct && !v.IsZero() && !slices.ContainsFunc(reflect.VisibleFields(v.Type()), reflect.StructField.IsExported) {
			lost = fmt.Errorf("a %v has nothing that JSON can store, such as exported fields", v.Type())
		}
	})
	switch {
	case lost != nil:
		return nil, lost
	case string(text) == "null":
		return nil, badSetting("value of the fit of Keep", nil, "fit must return an error if it has no value")
	}
	return json.Marshal(sealed{checksum(text), text})
}

func unseal(text []byte, value any) error {
	var file sealed
	if err := json.Unmarshal(text, &file); err != nil {
		return err
	}
	if file.CRC32 != checksum(file.Value) || string(file.Value) == "null" {
		return errors.New("the file was modified")
	}
	return json.Unmarshal(file.Value, value)
}

// encoded calls visit for v and what JSON encodes of it, which json.Marshal must have done:
// it has no end where a pointer leads back. Types that encode themselves are not entered.
func encoded(v reflect.Value, visit func(v reflect.Value)) {
	if !v.IsValid() || (v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer) && v.IsNil() {
		return
	}
	encodes := func(t reflect.Type) bool {
		return t.Implements(reflect.TypeFor[json.Marshaler]()) || t.Implements(reflect.TypeFor[interface{ MarshalText() ([]byte, error) }]())
	}
	if v.Kind() != reflect.Interface && (encodes(v.Type()) || v.CanAddr() && encodes(reflect.PointerTo(v.Type()))) {
		return
	}
	visit(v)
	if k := v.Kind(); (k == reflect.Slice || k == reflect.Array || k == reflect.Map) && v.Type().Elem().Kind() <= reflect.Complex128 {
		return // numbers, often many
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		encoded(v.Elem(), visit)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); (f.IsExported() || f.Anonymous) && f.Tag.Get("json") != "-" {
				encoded(v.Field(i), visit)
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			encoded(v.Index(i), visit)
		}
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		for _, key := range keys {
			encoded(v.MapIndex(key), visit)
		}
	}
}

func checksum(text []byte) string {
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE(text))
}

func write(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return atomic.WriteFile(path, bytes.NewReader(text))
}

// Forget removes what [Keep] stored under the name, whatever the parameters.
func Forget(name string) error {
	return os.RemoveAll(filepath.Join(keepRoot(), keepName(name)))
}

func keepRoot() string {
	return cmp.Or(os.Getenv("LCLASS_KEEP"), keepDir)
}

// keepName is a directory for the name, whatever characters it has.
func keepName(name string) string {
	h := fnv.New64a()
	h.Write([]byte(name))
	return fmt.Sprintf("%016x", h.Sum64())
}

func keepPath(name, kind string, params []any) (string, error) {
	h := fnv.New128a()
	fmt.Fprintf(h, "%s\x00", kind)
	for i, p := range params {
		text, err := json.Marshal(p)
		if err != nil {
			return "", &placeError{fmt.Sprintf("Keep(%q): parameter %d", name, i+1), err}
		}
		encoded(reflect.ValueOf(p), func(v reflect.Value) {
			if v.Kind() == reflect.Interface { // JSON does not say which type, as of a Solver
				fmt.Fprintf(h, "%v\x00", v.Elem().Type())
			}
		})
		fmt.Fprintf(h, "%T\x00%s\x00", p, text)
	}
	return filepath.Join(keepRoot(), keepName(name), fmt.Sprintf("%x.json", h.Sum(nil))), nil
}

// Must returns v, or panics if err is not nil. It is for notebooks, where a line should
// read like the formula.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
