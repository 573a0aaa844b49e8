package bridge

import (
	"go/types"
	"slices"
)

// Judge is the program that makes the checks of the packages check and hidden; hidden
// may be "".
func (b *Bridge) Judge(check, hidden string) []byte {
	out := &text{}
	out.line("package main")
	out.line("import check %q", check)
	out.line("import graded %q", Graded)
	out.line("import wire %q", Wire)
	out.line("import rand %q", random)
	hiddenChecks := "nil"
	if hidden != "" {
		out.line("import hidden %q", hidden)
		hiddenChecks = "hidden.Checks(a, p.Seed)"
	}
	out.line("var _, _ = rand.New, wire.Ready")
	out.line("func main() {")
	out.line("p := graded.New()")
	out.line("var a check.Answers")
	out.line("switch p.Task {")
	for i, f := range b.functions {
		out.line("case %q: a.%s = stub%d", f.name, f.name, i)
	}
	out.line("}")
	out.line("p.Run(check.Checks(a), %s)", hiddenChecks)
	out.line("}")
	for i, f := range b.functions {
		b.stub(out, i, f.signature)
	}
	for i, s := range b.backs {
		b.offer(out, i, s)
	}
	b.codecs(out)
	b.restores(out)
	return []byte(out.String())
}

// stub calls a function of the answer.
func (b *Bridge) stub(out *text, i int, s *types.Signature) {
	out.line("func stub%d%s {", i, header(s, "p", "q"))
	out.line("c := graded.NewCall(%d)", i)
	out.line("w := &c.Writer")
	out.line("_ = w")
	for j := range s.Params().Len() {
		t := types.Unalias(s.Params().At(j).Type())
		switch back, isFunction := t.(*types.Signature); {
		case isFunction:
			out.line("offer%d(w, p%d)", b.number(back), j)
		case isRandom(t):
			out.line("graded.Source(w, p%d)", j)
		default:
			out.line("%s", b.put(t, name("p", j)))
		}
	}
	out.line("r := c.Do()")
	for j := range s.Params().Len() {
		if t := types.Unalias(s.Params().At(j).Type()); mutable(t) {
			out.line("if r.Bool() { restore%d(p%d, %s) }", b.number(t), j, b.get(t))
		}
	}
	for j := range s.Results().Len() {
		if t := s.Results().At(j).Type(); isError(t) {
			out.line("q%d = graded.Error(r)", j)
		} else {
			out.line("q%d = %s", j, b.get(t))
		}
	}
	pairs(s, func(q, p string, rows bool) {
		out.line("if r.Bool() { %s = graded.Shared(%[1]s, %s) }", q, p)
		if rows {
			out.line("for i := range %s { if r.Bool() && i < len(%s) { %[1]s[i] = graded.Shared(%[1]s[i], %[2]s[i]) } }", q, p)
		}
	})
	out.line("graded.End(r)")
	out.line("return")
	out.line("}")
}

// pairs calls do for each result and argument that are slices of the same type; rows says
// whether they are slices of slices.
func pairs(s *types.Signature, do func(q, p string, rows bool)) {
	for j := range s.Results().Len() {
		t, ok := types.Unalias(s.Results().At(j).Type()).(*types.Slice)
		if !ok {
			continue
		}
		_, rows := types.Unalias(t.Elem()).(*types.Slice)
		for i := range s.Params().Len() {
			if types.Identical(t, types.Unalias(s.Params().At(i).Type())) {
				do(name("q", j), name("p", i), rows)
			}
		}
	}
}

// offer lets the answer call a function of the judge.
func (b *Bridge) offer(out *text, i int, s *types.Signature) {
	out.line("func offer%d(w *wire.Writer, f %s) {", i, goType(s))
	out.line("graded.Function(w, f == nil, func(r *wire.Reader, w *wire.Writer) {")
	for j := range s.Params().Len() {
		out.line("p%d := %s", j, b.get(s.Params().At(j).Type()))
	}
	out.line("graded.End(r)")
	assign := ""
	if s.Results().Len() > 0 {
		assign = names(s.Results(), "q") + " := "
	}
	out.line("%sf(%s)", assign, names(s.Params(), "p"))
	for j := range s.Results().Len() {
		t := types.Unalias(s.Results().At(j).Type())
		switch back, isFunction := t.(*types.Signature); {
		case isFunction:
			out.line("offer%d(w, q%d)", b.number(back), j)
		case isError(t):
			out.line("wire.Error(w, q%d)", j)
		default:
			out.line("%s", b.put(t, name("q", j)))
		}
	}
	out.line("})")
	out.line("}")
}

// Dispatcher is the package that calls the functions of an answer, which Main hands it.
// It is the same for all answers.
func (b *Bridge) Dispatcher() []byte {
	out := &text{}
	out.line("package dispatcher")
	out.line("import wire %q", Wire)
	if slices.ContainsFunc(b.functions, function.draws) {
		out.line("import rand %q", random)
	}
	out.line("func Serve() { wire.Serve(do) }")
	out.line("func do(function uint32, r *wire.Reader, w *wire.Writer) {")
	out.line("switch function {")
	for i := range b.functions {
		out.line("case %d: do%d(r, w)", i, i)
	}
	out.line("}")
	out.line("}")
	for i, f := range b.functions {
		out.line("var Answer%d %s", i, goType(f.signature))
		b.do(out, i, f.signature)
	}
	for i, s := range b.backs {
		b.back(out, i, s)
	}
	b.codecs(out)
	return []byte(out.String())
}

// Main is the program of the packages answers and dispatcher. Lines has the line where a
// function of another type than the task's is a mistake.
func (b *Bridge) Main(answers, dispatcher string, tasks []string) (program []byte, lines map[int]string) {
	out := &text{}
	out.line("package main")
	out.line("import answers %q", answers)
	out.line("import dispatcher %q", dispatcher)
	out.line("func main() {")
	lines = map[int]string{}
	for i, f := range b.functions {
		if slices.Contains(tasks, f.name) {
			out.line("dispatcher.Answer%d = answers.%s", i, f.name)
			lines[out.lines] = f.name
		}
	}
	out.line("dispatcher.Serve()")
	out.line("}")
	return []byte(out.String()), lines
}

// draws reports whether a function has a source of random numbers.
func (f function) draws() bool {
	for p := range f.signature.Params().Variables() {
		if isRandom(types.Unalias(p.Type())) {
			return true
		}
	}
	return false
}

// do calls a function of the student.
func (b *Bridge) do(out *text, i int, s *types.Signature) {
	out.line("func do%d(r *wire.Reader, w *wire.Writer) {", i)
	for j := range s.Params().Len() {
		t := types.Unalias(s.Params().At(j).Type())
		switch back, isFunction := t.(*types.Signature); {
		case isFunction:
			out.line("p%d := back%d(r.Number())", j, b.number(back))
		case isRandom(t):
			out.line("var p%d *rand.Rand", j)
			out.line("if r.Bool() { p%d = rand.New(rand.NewPCG(uint64(r.Int()), uint64(r.Int()))) }", j)
		case mutable(t):
			out.line("from%d := r.Position()", j)
			out.line("p%d := %s", j, b.get(t))
			out.line("was%d := r.Since(from%d)", j, j)
		default:
			out.line("p%d := %s", j, b.get(t))
		}
	}
	assign := ""
	if s.Results().Len() > 0 {
		assign = names(s.Results(), "q") + " := "
	}
	out.line("%sAnswer%d(%s)", assign, i, names(s.Params(), "p"))
	for j := range s.Params().Len() {
		if t := types.Unalias(s.Params().At(j).Type()); mutable(t) {
			out.line("wire.Changed(w, was%d, func(w *wire.Writer) { %s })", j, b.put(t, name("p", j)))
		}
	}
	for j := range s.Results().Len() {
		if t := s.Results().At(j).Type(); isError(t) {
			out.line("wire.Error(w, q%d)", j)
		} else {
			out.line("%s", b.put(t, name("q", j)))
		}
	}
	pairs(s, func(q, p string, rows bool) {
		out.line("w.Bool(wire.Shares(%s, %s))", q, p)
		if rows {
			out.line("for i := range %s { w.Bool(i < len(%s) && wire.Shares(%[1]s[i], %[2]s[i])) }", q, p)
		}
	})
	out.line("}")
}

// back makes a function that calls one of the judge.
func (b *Bridge) back(out *text, i int, s *types.Signature) {
	out.line("func back%d(function uint32) %s {", i, goType(s))
	out.line("if function == 0 { return nil }")
	out.line("return func%s {", header(s, "p", "q"))
	out.line("w := wire.StartCallBack(function)")
	for j := range s.Params().Len() {
		out.line("%s", b.put(s.Params().At(j).Type(), name("p", j)))
	}
	out.line("r := wire.Ask(w)")
	out.line("_ = r")
	for j := range s.Results().Len() {
		t := types.Unalias(s.Results().At(j).Type())
		switch back, isFunction := t.(*types.Signature); {
		case isFunction:
			out.line("q%d = back%d(r.Number())", j, b.number(back))
		case isError(t):
			out.line("q%d = r.Error()", j)
		default:
			out.line("q%d = %s", j, b.get(t))
		}
	}
	out.line("return")
	out.line("}")
	out.line("}")
}
