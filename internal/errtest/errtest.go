// Package errtest compares errors in tests, by type and fields and not by text, and ends a
// test with an error.
package errtest

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// Is reports whether err is want by errors.Is, or by errors.As an error of the same type
// with the same exported fields, of which there must be some.
func Is(err, want error) bool {
	if errors.Is(err, want) {
		return true
	}
	if want == nil || fields(want) == "" {
		return false
	}
	got := reflect.New(reflect.TypeOf(want))
	return errors.As(err, got.Interface()) && fields(got.Elem().Interface()) == fields(want)
}

// Must returns v. It panics if there is an error.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// None ends the test with an error, if there is one.
func None(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Fails reports an error of the test unless err is want, as for Is, and its text has the words.
func Fails(t testing.TB, err, want error, words ...string) {
	t.Helper()
	if !Is(err, want) {
		t.Errorf("error %v, want %#v", err, want)
		return
	}
	for _, word := range words {
		if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("error %q does not mention %q", err, word)
		}
	}
}

// fields returns the exported fields, as text because they may be NaN.
func fields(err any) string {
	v := reflect.Indirect(reflect.ValueOf(err))
	if v.Kind() != reflect.Struct {
		return ""
	}
	var b strings.Builder
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() {
			fmt.Fprintf(&b, "%s: %#v, ", f.Name, v.Field(i).Interface())
		}
	}
	return b.String()
}
