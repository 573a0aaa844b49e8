package bridge

import (
	"fmt"
	"go/types"
)

// Constants returns answers, as Go files, that do nothing but return always the same, or
// what they were given, by what they return. No task should be worth much of that.
func (b *Bridge) Constants() map[string][]byte {
	all := map[string][]byte{
		"nothing":              b.constant(filling{}),
		"their first argument": b.constant(filling{input: true}),
		"their last argument":  b.constant(filling{input: true, last: true}),
	}
	for name, number := range map[string]string{"0": "0", "−0": "math.Copysign(0, -1)", "1": "1", "NaN": "math.NaN()"} {
		all[name+", as long as an argument"] = b.constant(filling{number: number, one: name == "1"})
		all[name+", as long as the last argument"] = b.constant(filling{number: number, one: name == "1", last: true})
		all[name+", as long as a row"] = b.constant(filling{number: number, one: name == "1", row: true})
	}
	return all
}

// A filling is what results are made of.
type filling struct {
	number string // for fractions; "" leaves results as they are
	one    bool   // for whole numbers: 1 and not 0
	last   bool   // of several arguments of a type the last, not the first
	row    bool   // slices are as long as a row of an argument, if there is a matrix of them
	input  bool   // results are arguments
}

func (b *Bridge) constant(f filling) []byte {
	out := &text{}
	out.line("package answers")
	out.line("import \"math\"")
	out.line("import \"math/rand/v2\"")
	out.line("var _, _ = math.NaN, rand.New")
	for _, function := range b.functions {
		s := function.signature
		out.line("func %s%s {", function.name, header(s, "p", "q"))
		for j := range s.Results().Len() {
			f.result(out, s, types.Unalias(s.Results().At(j).Type()), name("q", j))
		}
		if s.Results().Len() > 0 {
			out.line("return")
		}
		out.line("}")
	}
	return []byte(out.String())
}

// result gives a result its value.
func (f filling) result(out *text, s *types.Signature, t types.Type, to string) {
	if f.row {
		for i := range s.Params().Len() {
			if matrix, ok := types.Unalias(s.Params().At(i).Type()).(*types.Slice); ok && types.Identical(matrix.Elem(), t) {
				out.line("if len(p%d) > 0 {", i)
				f.fill(out, t, to, fmt.Sprintf("p%d[0]", i), 0)
				out.line("}")
				return
			}
		}
	}
	for i := range s.Params().Len() {
		if f.last {
			i = s.Params().Len() - 1 - i
		}
		if types.Identical(s.Params().At(i).Type(), t) {
			if f.input {
				out.line("%s = p%d", to, i)
				return
			}
			f.fill(out, t, to, name("p", i), 0)
			return
		}
	}
	if _, ok := t.(*types.Basic); ok {
		f.fill(out, t, to, "", 0)
	}
}

// fill makes a value as long as another.
func (f filling) fill(out *text, t types.Type, to, like string, depth int) {
	if f.number == "" {
		return
	}
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		switch method, _ := carrier(t); {
		case method == "Float":
			out.line("%s = %s(%s)", to, t.Name(), f.number)
		case method == "Int" && f.one:
			out.line("%s = 1", to)
		case method == "Bool":
			out.line("%s = %t", to, f.one)
		}
	case *types.Slice:
		i := name("i", depth)
		out.line("%s = make(%s, len(%s))", to, goType(t), like)
		out.line("for %s := range %s {", i, to)
		f.fill(out, t.Elem(), to+"["+i+"]", like+"["+i+"]", depth+1)
		out.line("}")
	}
}
