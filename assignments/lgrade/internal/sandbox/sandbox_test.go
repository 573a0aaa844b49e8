package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"linclass/internal/errtest"
	"linclass/internal/invalid"
)

// chains are made once a kind.
var chains = map[Kind]func() (*Toolchain, error){}

func init() {
	for _, kind := range []Kind{Wasm, Bwrap, None} {
		chains[kind] = sync.OnceValues(func() (*Toolchain, error) {
			return New(context.Background(), kind, ".", []string{"fmt", "os", "os/exec", "net", "strings", "time", "linclass/assignments/checking/wire"})
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

// program is a main that may send frames.
func program(t *testing.T, c *Toolchain, body string) *Program {
	t.Helper()
	source := `package main

import ("fmt"; "os"; "os/exec"; "net"; "strings"; "time"; "linclass/assignments/checking/wire")

var _, _, _, _, _, _ = fmt.Sprint, os.Args, exec.Command, net.Dial, strings.Repeat, time.Now

func say(texts ...any) string { return string(wire.Exchange([]byte(fmt.Sprint(texts...)))) }

func main() {
` + body + "\n}\n"
	main, err := c.Compile(t.Context(), nil, "main", map[string][]byte{"main.go": []byte(source)})
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.Link(t.Context(), nil, main)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close(t.Context()) })
	return p
}

// start runs a program, which must come to its first frame or not.
func start(t *testing.T, p *Program, limit time.Duration, starts bool) Instance {
	t.Helper()
	i, started, err := p.Start(t.Context(), limit)
	if err != nil {
		t.Fatal(err)
	}
	if started != starts {
		t.Errorf("started is %t, end %+v", started, i.Stop())
	}
	return i
}

func TestEnds(t *testing.T) {
	for _, c := range []struct {
		name, body string
		why        Why
		says       string // its last words
	}{
		{"returns", ``, Returned, ""},
		{"exit 0", `os.Exit(0)`, Returned, ""},
		{"exit 3", `os.Exit(3)`, Stopped, ""},
		{"panic", `panic("at the disco")`, Stopped, "panic: at the disco"},
		{"loop", `for { }`, TimeOut, ""},
		{"memory", `for s := []byte{1}; ; { s = append(s, s...) }`, Memory, ""},
		{"deadlock", `select {}`, Stopped, "all goroutines are asleep - deadlock!"},
	} {
		for _, kind := range []Kind{Wasm, Bwrap, None} {
			t.Run(fmt.Sprint(c.name, " in ", kind), func(t *testing.T) {
				p := program(t, chain(t, kind), `say("ready"); if say("steady") != "go" { panic("no start") }`+"\n"+c.body)
				limit := 10 * time.Minute
				if c.why == TimeOut {
					limit = time.Second
				}
				for range 2 { // a second run finds nothing of the first
					i := start(t, p, limit, true)
					if got := i.Exchange([]byte("first")); string(got) != "steady" {
						t.Fatalf("sent %q, end %+v", got, i.Stop())
					}
					if got := i.Exchange([]byte("go")); got != nil {
						t.Errorf("sent %q after its end", got)
					}
					if got := i.Exchange([]byte("again")); got != nil {
						t.Errorf("sent %q after its end", got)
					}
					if end := i.Stop(); end.Why != c.why || !strings.Contains(end.Message, c.says) {
						t.Errorf("why %d, says %s; want %d, %s", end.Why, end.Message, c.why, c.says)
					}
				}
			})
		}
	}
}

// What a program sends is long, much, or nothing; the host is as it was.
func TestFrames(t *testing.T) {
	for _, c := range []struct {
		name, body string
		why        Why
		frames     int // that come after the first, at most 100
	}{
		{"waits", ``, Waiting, 0},
		{"one after the other", `for { say("more") }`, Waiting, 100},
		{"as long as may be", `wire.Exchange(make([]byte, 8<<20))`, Waiting, 1},
		{"longer", `wire.Exchange(make([]byte, 8<<20 + 1))`, TooLong, 0},
		{"empty", `wire.Exchange(nil)`, TooLong, 0},
		{"memory that grows before each", `s := []byte{1}; for len(s) < 1<<22 { s = append(s, s...); wire.Exchange(s) }`, Returned, 22},
	} {
		for _, kind := range []Kind{Wasm, None} {
			t.Run(fmt.Sprint(c.name, " in ", kind), func(t *testing.T) {
				body := `say("ready");` + c.body
				if c.why == Waiting {
					body += "\nsay(`last`); select {}"
				}
				i, n := start(t, program(t, chain(t, kind), body), 10*time.Minute, true), 0
				for ; n < 100; n++ {
					got := i.Exchange([]byte("x"))
					if got == nil || string(got) == "last" {
						break
					}
				}
				if end := i.Stop(); end.Why != c.why || n != c.frames {
					t.Errorf("%d frames, end %+v; want %d, %d", n, end, c.frames, c.why)
				}
			})
		}
	}
}

// An instance that never says that it is ready has ended, and the judge is not asked.
func TestNoStart(t *testing.T) {
	for _, kind := range []Kind{Wasm, None} {
		i := start(t, program(t, chain(t, kind), `panic("at once")`), time.Minute, false)
		if got := i.Exchange([]byte("x")); got != nil {
			t.Errorf("%s: sent %q", kind, got)
		}
		if end := i.Stop(); end.Why != Stopped || end.Message != "panic: at once" {
			t.Errorf("%s: %+v", kind, end)
		}
	}
}

// A frame that comes after the deadline is none, even if nobody has looked at the clock.
func TestAfterDeadline(t *testing.T) {
	p := program(t, chain(t, Wasm), `for n := 0; n < 1<<20; n++ { strings.Repeat("x", 9) }; say("ready")`)
	i := start(t, p, time.Nanosecond, false)
	if end := i.Stop(); end.Why != TimeOut {
		t.Errorf("%+v", end)
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
	say("ready")
	say(reading != nil, listing != nil, writing != nil, dialling != nil, running != nil, " environment ", os.Environ(), " year ", time.Now().Year())`)
	i := start(t, p, 10*time.Minute, true)
	got := i.Exchange([]byte("x"))
	if want := "true true true true true environment [] year 2022"; string(got) != want {
		t.Errorf("got %s %+v, want %s", got, i.Stop(), want)
	}
}

// A judge is made once: the second is that of the first, on the disk.
func TestJudgeCache(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	tools, err := New(t.Context(), Wasm, ".", []string{"linclass/assignments/checking/graded"})
	if err != nil {
		t.Fatal(err)
	}
	defer tools.Close()
	text := []byte("package main\nimport \"linclass/assignments/checking/graded\"\nfunc main() { graded.New().Run(nil, nil) }\n")
	judge := func(text []byte) {
		t.Helper()
		j, err := tools.Judge(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close(t.Context())
		reports, end := j.Run(t.Context(), time.Minute, nil, "task", "1")
		if end.Why != Returned || len(reports) != 1 {
			t.Errorf("%v %+v", reports, end)
		}
	}
	kept := func() int {
		files, _ := filepath.Glob(filepath.Join(dir, "lgrade", "*.wasm"))
		return len(files)
	}
	judge(text)
	if kept() != 1 {
		t.Fatalf("%d files kept", kept())
	}
	tools.tool["compile"] = "/nonexistent"
	judge(text)
	if _, err := tools.Judge(t.Context(), append(text, "// other\n"...)); err == nil || kept() != 1 {
		t.Error("another text is the same judge")
	}
}

func TestMistakes(t *testing.T) {
	c := chain(t, Wasm)
	_, err := c.Compile(t.Context(), nil, "wrong", map[string][]byte{
		"a.go": []byte("package wrong\n\n//line cell7.go:1:1\nfunc a() { x }\nfunc b() int { }\n"),
		"b.go": []byte("package wrong\nfunc a() {}\n"),
	})
	var got Mistakes
	if !errors.As(err, &got) {
		t.Fatal(err)
	}
	for _, want := range []Mistake{
		{"cell7.go", 1, "undefined: x"},
		{"cell7.go", 2, "missing return"},
		{"b.go", 2, "a redeclared in this block; cell7.go:1:6: other declaration of a"},
	} {
		if !slices.Contains(got, want) {
			t.Errorf("want %v in\n%v", want, got)
		}
	}
}

// A budget is for all that is compiled and linked with it.
func TestBudget(t *testing.T) {
	c, b := chain(t, Wasm), &Budget{Left: time.Minute}
	files := map[string][]byte{"a.go": []byte("package main\nfunc main() {}\n")}
	main, err := c.Compile(t.Context(), b, "main", files)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Link(t.Context(), b, main); err != nil || b.Left >= time.Minute {
		t.Errorf("%v, %v left", err, b.Left)
	}
	b.Left = 0
	if _, err := c.Compile(t.Context(), b, "main", files); !errors.Is(err, ErrTooMuch) || err.Error() != ErrTooMuch.Error() {
		t.Error(err)
	}
}

// A package that New was not told cannot be imported, whatever lies on the disk.
func TestUnknownPackage(t *testing.T) {
	_, err := chain(t, Wasm).Compile(t.Context(), nil, "wrong", map[string][]byte{"a.go": []byte("package wrong\nimport _ \"net/http\"\n")})
	var got Mistakes
	if !errors.As(err, &got) || got[0].Line != 2 || !strings.HasPrefix(got[0].Message, "could not import net/http") {
		t.Error(err)
	}
}

func TestKinds(t *testing.T) {
	if _, err := New(t.Context(), "docker", ".", nil); !errtest.Is(err, &invalid.SettingError{Setting: "--sandbox", Value: Kind("docker")}) {
		t.Error(err)
	}
}
