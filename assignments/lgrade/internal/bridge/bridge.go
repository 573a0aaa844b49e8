// Package bridge writes the programs that join an answer and its judge: the stubs by
// which the judge calls, and the dispatcher that the answer is called by. Both are made
// from the types of the functions that an assignment asks for.
package bridge

import (
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// Import paths of what the programs need.
const (
	Graded = "linclass/assignments/checking/graded"
	Wire   = "linclass/assignments/checking/wire"
	random = "math/rand/v2"
)

// Needs are the packages that an answer is linked with, beyond its own.
func Needs() []string { return []string{Wire, random} }

// ErrType is an error of Of: values of a type cannot be carried.
var ErrType = errors.New("cannot pass this type to the judge; use numbers, bools, strings, " +
	"slices and unnamed structs of these, functions and *rand.Rand as arguments, and errors as results")

// A FieldError names the field of Answers whose values cannot be carried.
type FieldError struct {
	Field string
	err   error
}

func (e *FieldError) Error() string { return e.Field + ": " + e.err.Error() }
func (e *FieldError) Unwrap() error { return e.err }

// A Bridge knows the functions of an assignment. A function's number is its place.
type Bridge struct {
	functions []function
	data      []types.Type       // slices and structs: their codecs are numbered
	backs     []*types.Signature // of functions that are called back
}

type function struct {
	name      string
	signature *types.Signature
}

// Of reads the struct Answers of the package with the open checks.
func Of(check *types.Package) (*Bridge, error) {
	object := check.Scope().Lookup("Answers")
	if object == nil {
		return nil, fmt.Errorf("package %s has no type Answers", check.Path())
	}
	fields, ok := object.Type().Underlying().(*types.Struct)
	if !ok {
		return nil, fmt.Errorf("type Answers of package %s is not a struct", check.Path())
	}
	b := &Bridge{}
	for field := range fields.Fields() {
		signature, ok := types.Unalias(field.Type()).(*types.Signature)
		if !ok {
			return nil, fmt.Errorf("field %s of Answers is not a function", field.Name())
		}
		if err := b.check(signature, false); err != nil {
			return nil, &FieldError{field.Name(), err}
		}
		b.functions = append(b.functions, function{field.Name(), signature})
	}
	return b, nil
}

// Has reports whether there is a function of that name.
func (b *Bridge) Has(name string) bool {
	return slices.ContainsFunc(b.functions, func(f function) bool { return f.name == name })
}

// check finds what a function needs, or why it cannot be called from afar.
func (b *Bridge) check(s *types.Signature, called bool) error {
	if s.Variadic() {
		return fmt.Errorf("%s: %w", s, ErrType)
	}
	for p := range s.Params().Variables() {
		t := types.Unalias(p.Type())
		switch back, isFunction := t.(*types.Signature); {
		case isRandom(t) && !called:
		case isFunction && !called:
			if err := b.called(back); err != nil {
				return err
			}
		default:
			if err := b.carry(t); err != nil {
				return err
			}
		}
	}
	for r := range s.Results().Variables() {
		t := types.Unalias(r.Type())
		switch back, isFunction := t.(*types.Signature); {
		case isError(t):
		case isFunction && called:
			if err := b.called(back); err != nil {
				return err
			}
		default:
			if err := b.carry(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// called is check for a function of the judge.
func (b *Bridge) called(s *types.Signature) error {
	if !slices.ContainsFunc(b.backs, func(other *types.Signature) bool { return types.Identical(s, other) }) {
		b.backs = append(b.backs, s)
	}
	return b.check(s, true)
}

// carry numbers the slices and structs that a type is made of.
func (b *Bridge) carry(t types.Type) error {
	t = types.Unalias(t)
	switch u := t.(type) {
	case *types.Basic:
		if u.Info()&(types.IsBoolean|types.IsInteger|types.IsFloat|types.IsString) != 0 && u.Kind() != types.Uintptr {
			return nil
		}
	case *types.Slice:
		if err := b.carry(u.Elem()); err != nil {
			return err
		}
		b.number(t)
		return nil
	case *types.Struct:
		if u.NumFields() == 0 {
			break
		}
		for i := range u.NumFields() {
			if !u.Field(i).Exported() || u.Field(i).Embedded() || u.Tag(i) != "" {
				return fmt.Errorf("%s: %w", t, ErrType)
			}
			if err := b.carry(u.Field(i).Type()); err != nil {
				return err
			}
		}
		b.number(t)
		return nil
	}
	return fmt.Errorf("%s: %w", t, ErrType)
}

// number returns the number of a slice or struct, or of a function that is called back.
func (b *Bridge) number(t types.Type) int {
	for i, other := range b.data {
		if types.Identical(t, other) {
			return i
		}
	}
	if s, ok := t.(*types.Signature); ok {
		return slices.IndexFunc(b.backs, func(other *types.Signature) bool { return types.Identical(s, other) })
	}
	b.data = append(b.data, t)
	return len(b.data) - 1
}

func isRandom(t types.Type) bool {
	p, ok := t.(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && n.Obj().Name() == "Rand" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == random
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// goType writes a type. The names of parameters are left out.
func goType(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t.Name()
	case *types.Slice:
		return "[]" + goType(t.Elem())
	case *types.Struct:
		fields := make([]string, t.NumFields())
		for i := range fields {
			fields[i] = t.Field(i).Name() + " " + goType(t.Field(i).Type())
		}
		return "struct { " + strings.Join(fields, "; ") + " }"
	case *types.Signature:
		return "func" + header(t, "", "")
	default:
		if isRandom(t) {
			return "*rand.Rand"
		}
		return "error"
	}
}

// header writes parameters and results with numbered names, or without names.
func header(s *types.Signature, parameter, result string) string {
	return "(" + list(s.Params(), parameter) + ") (" + list(s.Results(), result) + ")"
}

func list(vars *types.Tuple, name string) string {
	var texts []string
	for i := range vars.Len() {
		text := goType(vars.At(i).Type())
		if name != "" {
			text = fmt.Sprintf("%s%d %s", name, i, text)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", ")
}

// names are p0, p1, …
func names(vars *types.Tuple, name string) string {
	var texts []string
	for i := range vars.Len() {
		texts = append(texts, fmt.Sprint(name, i))
	}
	return strings.Join(texts, ", ")
}
