package bridge

import (
	"fmt"
	"go/types"
	"strings"
)

// A text is a program that is being written, a statement a line.
type text struct {
	strings.Builder
	lines int
}

func (t *text) line(format string, args ...any) {
	fmt.Fprintf(t, format+"\n", args...)
	t.lines++
}

// codecs are the functions that write and read slices and structs.
func (b *Bridge) codecs(out *text) {
	for i, t := range b.data {
		name := goType(t)
		switch t := t.(type) {
		case *types.Slice:
			switch goType(t.Elem()) {
			case "float64":
				out.line("func put%d(w *wire.Writer, v %s) { w.Floats(v) }", i, name)
				out.line("func get%d(r *wire.Reader) %s { return r.Floats() }", i, name)
			case "int":
				out.line("func put%d(w *wire.Writer, v %s) { w.Ints(v) }", i, name)
				out.line("func get%d(r *wire.Reader) %s { return r.Ints() }", i, name)
			default:
				out.line("func put%d(w *wire.Writer, v %s) { w.Length(len(v), v == nil); for i := range v { %s } }", i, name, b.put(t.Elem(), "v[i]"))
				out.line("func get%d(r *wire.Reader) %s { n, isNil := r.Length(%d); if isNil { return nil }; v := make(%s, n); for i := range v { v[i] = %s }; return v }",
					i, name, size(t.Elem()), name, b.get(t.Elem()))
			}
		case *types.Struct:
			out.line("func put%d(w *wire.Writer, v %s) {", i, name)
			for field := range t.Fields() {
				out.line("%s", b.put(field.Type(), "v."+field.Name()))
			}
			out.line("}")
			out.line("func get%d(r *wire.Reader) (v %s) {", i, name)
			for field := range t.Fields() {
				out.line("v.%s = %s", field.Name(), b.get(field.Type()))
			}
			out.line("return v }")
		}
	}
}

// restores are the functions that make changes to arguments once more, in the judge.
func (b *Bridge) restores(out *text) {
	for i, t := range b.data {
		if !mutable(t) {
			continue
		}
		out.line("func restore%d(was, now %s) {", i, goType(t))
		switch t := t.(type) {
		case *types.Slice:
			out.line("graded.Same(len(was), len(now))")
			if inner, ok := types.Unalias(t.Elem()).(*types.Slice); ok {
				out.line("for i := range was { if len(was[i]) == len(now[i]) { restore%d(was[i], now[i]) } else { was[i] = now[i] } }", b.number(inner))
			} else {
				out.line("copy(was, now)")
			}
		case *types.Struct:
			for field := range t.Fields() {
				if inner := types.Unalias(field.Type()); mutable(inner) {
					out.line("restore%d(was.%s, now.%[2]s)", b.number(inner), field.Name())
				}
			}
		}
		out.line("}")
	}
}

// mutable reports whether a function can change what it is given by value.
func mutable(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Slice:
		return true
	case *types.Struct:
		for field := range t.Fields() {
			if mutable(field.Type()) {
				return true
			}
		}
	}
	return false
}

// put is a statement that writes a value to w.
func (b *Bridge) put(t types.Type, value string) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		method, wide := carrier(t)
		return fmt.Sprintf("w.%s(%s(%s))", method, wide, value)
	default:
		return fmt.Sprintf("put%d(w, %s)", b.number(t), value)
	}
}

// get is an expression that reads a value from r.
func (b *Bridge) get(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		method, _ := carrier(t)
		return fmt.Sprintf("%s(r.%s())", t.Name(), method)
	default:
		return fmt.Sprintf("get%d(r)", b.number(t))
	}
}

// carrier names the method that carries a basic type, and the type that it takes.
func carrier(t *types.Basic) (method, wide string) {
	switch {
	case t.Info()&types.IsBoolean != 0:
		return "Bool", "bool"
	case t.Info()&types.IsString != 0:
		return "Text", "string"
	case t.Info()&types.IsFloat != 0:
		return "Float", "float64"
	}
	return "Int", "int64"
}

// size is how many bytes a value has at least.
func size(t types.Type) int {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return map[string]int{"Bool": 1, "Text": 4, "Float": 8, "Int": 8}[first(carrier(t))]
	case *types.Struct:
		sum := 0
		for field := range t.Fields() {
			sum += size(field.Type())
		}
		return sum
	}
	return 4
}

func first(a, _ string) string { return a }

// name is p3.
func name(letter string, i int) string { return fmt.Sprint(letter, i) }
