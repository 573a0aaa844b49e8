package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// chains are made once a kind.
var chains = map[Kind]func() (*Toolchain, error){}

func init() {
	for _, kind := range []Kind{Wasm, Bwrap, None} {
		chains[kind] = sync.OnceValues(func() (*Toolchain, error) {
			return New(context.Background(), kind, ".", []string{"fmt", "os", "os/exec", "net", "strings", "time", "linclass/assignments/checking/graded"})
		})
	}
}

func TestMain(m *testing.M) {
	defer func() {
		for _, kind := range []Kind{Wasm, Bwrap, None} {
			if t, err := chains[kind](); err == nil {
				t.Close()
			}
		}
	}()
	m.Run()
}

// bubblewrap needs user namespaces, which containers often have not.
func chain(t *testing.T, kind Kind) *Toolchain {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles the standard library")
	}
	if kind == Bwrap && exec.Command("bwrap", "--unshare-all", "--ro-bind", "/", "/", "true").Run() != nil {
		t.Skip("there is no bubblewrap, or it may not make namespaces here")
	}
	c, err := chains[kind]()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// program is a main that may report.
func program(t *testing.T, c *Toolchain, body string) *Program {
	t.Helper()
	source := `package main

import ("fmt"; "os"; "os/exec"; "net"; "strings"; "time"; "linclass/assignments/checking"; "linclass/assignments/checking/graded")

var _, _, _, _, _, _ = fmt.Sprint, os.Args, exec.Command, net.Dial, strings.Repeat, time.Now

// say makes texts the names of checks, which are reported.
func say(texts ...any) {
	graded.New().Run([]checking.Task{{Name: "task", Checks: []checking.Check{{Name: fmt.Sprint(texts...)}}}}, nil)
}

func main() {
` + body + "\n}\n"
	main, err := c.Compile(t.Context(), "main", map[string][]byte{"main.go": []byte(source)})
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.Link(t.Context(), main)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close(t.Context()) })
	return p
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		name, body string
		why        Why
		says       string // in the reports or in the last words
	}{
		{"reports", `say("hello")`, Returned, `check "hello"`},
		{"exit 0", `os.Exit(0)`, Returned, ""},
		{"exit 3", `os.Exit(3)`, Stopped, ""},
		{"panic", `panic("at the disco")`, Stopped, "panic: at the disco"},
		{"loop", `for { }`, TimeOut, ""},
		{"memory", `for s := []byte{1}; ; { s = append(s, s...) }`, Memory, ""},
		{"deadlock", `select {}`, Stopped, "all goroutines are asleep - deadlock!"},
	} {
		for _, kind := range []Kind{Wasm, Bwrap, None} {
			t.Run(fmt.Sprint(c.name, " in ", kind), func(t *testing.T) {
				p := program(t, chain(t, kind), c.body)
				limit := 10 * time.Minute
				if c.why == TimeOut {
					limit = time.Second
				}
				for range 2 { // a second run finds nothing of the first
					r, err := p.Run(t.Context(), limit, "task", "1")
					if err != nil {
						t.Fatal(err)
					}
					if said := fmt.Sprintf("%s %s", r.Reports, r.Message); r.Why != c.why || !strings.Contains(said, c.says) {
						t.Errorf("why %d, says %s; want %d, %s", r.Why, said, c.why, c.says)
					}
				}
			})
		}
	}
}

// What a program under WebAssembly sees of the machine, even if it may import all.
func TestNothingToSee(t *testing.T) {
	p := program(t, chain(t, Wasm), `
	_, reading := os.ReadFile("/etc/passwd")
	_, listing := os.ReadDir(".")
	writing := os.WriteFile("x", nil, 0o600)
	_, dialling := net.Dial("tcp", "127.0.0.1:22")
	running := exec.Command("/bin/true").Run()
	say(reading != nil, listing != nil, writing != nil, dialling != nil, running != nil, " environment ", os.Environ(), " year ", time.Now().Year())`)
	r, err := p.Run(t.Context(), 10*time.Minute, "task", "1")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprintf("%s", r.Reports), "true true true true true environment [] year 2022"; !strings.Contains(got, want) {
		t.Errorf("got %s %s, want %s", got, r.Message, want)
	}
}

func TestMistakes(t *testing.T) {
	c := chain(t, Wasm)
	_, err := c.Compile(t.Context(), "wrong", map[string][]byte{
		"a.go": []byte("package wrong\n\n//line cell7.go:1:1\nfunc a() { x }\nfunc b() int { }\n"),
		"b.go": []byte("package wrong\nfunc a() {}\n"),
	})
	var got Mistakes
	if !errors.As(err, &got) {
		t.Fatal(err)
	}
	want := "cell7.go:1: undefined: x\ncell7.go:2: missing return\nb.go:2: a redeclared in this block; cell7.go:1:6: other declaration of a"
	for _, line := range strings.Split(want, "\n") {
		if !strings.Contains(got.Error(), line) {
			t.Errorf("want %q in\n%v", line, got)
		}
	}
}

// A package that New was not told cannot be imported, whatever lies on the disk.
func TestUnknownPackage(t *testing.T) {
	_, err := chain(t, Wasm).Compile(t.Context(), "wrong", map[string][]byte{"a.go": []byte("package wrong\nimport _ \"net/http\"\n")})
	if err == nil || !strings.Contains(err.Error(), "could not import net/http") {
		t.Error(err)
	}
}

func TestKinds(t *testing.T) {
	if _, err := New(t.Context(), "docker", ".", nil); err == nil || !strings.Contains(err.Error(), "wasm, bwrap or none") {
		t.Error(err)
	}
}
