//go:build !windows

// lclass-kernel is the Jupyter kernel "Go (lclass)": GoNB, and around it what GoNB
// does not do. It stands between Jupyter and gonb and passes their messages on.
//
//	lclass-kernel install            for the user's Jupyter and editors, at this version
//	lclass-kernel uninstall
//	lclass-kernel CONNECTION_FILE [OPTION of gonb...]
//
// The last is how Jupyter starts it. It ends, and with it all that it has started, when Jupyter asks for it or is gone.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"
)

const usage = `usage:
  lclass-kernel install                make the kernel "Go (lclass)" known to your Jupyter and editors
  lclass-kernel install -clone DIR     the same with the library of a clone, after make kernel there
  lclass-kernel uninstall              undo that
  lclass-kernel FILE [OPTION...]       for Jupyter, which gives a connection file and options of gonb`

func main() {
	runtime.LockOSThread() // what is bound to this process is bound to this thread
	log.SetFlags(0)
	log.SetPrefix("Go (lclass): ")
	if len(os.Args) < 2 {
		log.Fatal(usage)
	}
	switch os.Args[1] {
	case "help", "-h", "-help", "--help":
		fmt.Println(usage)
		return
	case "install":
		if err := install(os.Args[2:]); err != nil {
			log.Fatal(err)
		}
		return
	case "uninstall":
		if err := uninstall(); err != nil {
			log.Fatal(err)
		}
		return
	}
	code, err := run(os.Args[1], os.Args[2:])
	if err != nil {
		log.Print(err)
	}
	os.Exit(code)
}

func run(file string, options []string) (code int, err error) {
	outside, err := connect(file)
	if err != nil {
		return 1, err
	}
	adopt()
	sweepProcesses()
	sweepHomes()
	h, err := newHome()
	if err != nil {
		return 1, err
	}
	defer h.remove()
	defer endBelow(os.Getpid(), always)
	for name, value := range map[string]string{"TMPDIR": h.dir, owner: ourName()} {
		if err := os.Setenv(name, value); err != nil {
			return 1, err
		}
	}

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r := newRelay(outside.Key)
	if err := r.listen(ctx, outside); err != nil {
		return 1, err
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)

	inside := outside.inside(h.dir)
	insideFile := filepath.Join(h.dir, filepath.Base(file)) // gonb reads the kernel's ID from the name
	if err := os.WriteFile(insideFile, encode(inside), 0o600); err != nil {
		return 1, err
	}
	gonb := exec.Command("gonb", append([]string{"--kernel", insideFile}, options...)...)
	gonb.Stdout, gonb.Stderr = os.Stdout, os.Stderr
	gonb.SysProcAttr = bound()
	if err := gonb.Start(); err != nil {
		return 1, err
	}
	ended := make(chan error, 1)
	go func() { ended <- gonb.Wait() }()
	started := []int{gonb.Process.Pid}

	if os.Getenv("LCLASS_CI") == "" {
		if r.completer, err = newCompleter(h.dir); err != nil {
			log.Print("Tab completes no names: ", err)
		} else {
			started = append(started, r.completer.pid)
		}
	}
	r.idle = func() {
		family.Lock()
		defer family.Unlock()
		endBelow(os.Getpid(), always, started...)
	}
	r.forbid = h.forbid
	r.mend = func() ([]string, error) { return mend(h, r.completer) }
	r.compiles = func() bool { return compiles(gonb.Process.Pid) }
	r.halt = func(runs func() bool) {
		endBelow(gonb.Process.Pid, runs)
		family.Lock()
		defer family.Unlock()
		endBelow(os.Getpid(), runs, started...) // what is left of a shell that has ended
	}

	ready := make(chan error, 1)
	go func() { ready <- r.dial(ctx, inside) }()
	parent := os.Getppid()
	every := time.NewTicker(time.Second)
	for {
		select {
		case err := <-ready:
			if err != nil {
				return 1, err
			}
			r.run()
		case s := <-signals:
			if s != syscall.SIGINT {
				return 0, nil
			}
			_ = gonb.Process.Signal(s)
			r.interrupt()
		case <-every.C:
			if os.Getppid() != parent { // Jupyter is gone
				return 0, nil
			}
		case <-r.stop:
			time.Sleep(50 * time.Millisecond) // for the reply to leave
			return 0, nil
		case err := <-ended:
			return 1, fmt.Errorf("gonb has ended: %v", err)
		}
	}
}

// mend makes what is missing in the directory of a kernel, as somebody removed it, and puts
// aside what somebody wrote. It returns notes of that.
func mend(h *home, names *completer) (notes []string, err error) {
	if err := h.mend(); err != nil {
		return nil, err
	}
	if h.gonb == "" {
		found, err := filepath.Glob(filepath.Join(h.dir, "gonb_*", "go.mod"))
		if err != nil || len(found) != 1 {
			return nil, fmt.Errorf("gonb's directory in %s: %v, %v", h.dir, found, err)
		}
		h.gonb = filepath.Dir(found[0])
	}
	modules := []string{h.gonb}
	if names != nil {
		modules = append(modules, names.dir)
	}
	for _, dir := range modules {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			continue
		}
		if err := newModule(dir); err != nil {
			return nil, err
		}
	}
	if err := emptied(filepath.Join(h.gonb, "go-build")); err != nil {
		return nil, err
	}
	return putAside(h.gonb)
}

// emptied makes a directory that is empty.
func emptied(dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.Mkdir(dir, 0o700)
}

// family is locked while this process has children that no cell left.
var family sync.Mutex

// newModule makes the directory a module from which cells are compiled.
func newModule(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	c := exec.Command("go", "mod", "init", filepath.Base(dir))
	c.Dir = dir
	family.Lock()
	defer family.Unlock()
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}
