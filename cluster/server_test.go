package cluster_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
)

// patience is for what must happen some time, however busy the computer is.
const patience = 5 * time.Minute

// A server is the Temporal development server, a process of its own with its store on disk.
type server struct {
	t       *testing.T
	address string
	store   string
	process *exec.Cmd
}

// temporal is the program, which make test-cluster builds.
func temporal(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("../bin/temporal")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("LCLASS_TEST_CLUSTER") != "" {
			t.Fatal(err)
		}
		t.Skip("there is no bin/temporal; make test-cluster builds it and runs this test")
	}
	return path
}

// newServer starts a server that ends with the test.
func newServer(t *testing.T) *server {
	t.Helper()
	s := &server{t: t, address: freeAddress(t), store: filepath.Join(t.TempDir(), "temporal.db")}
	t.Cleanup(s.kill)
	s.start()
	return s
}

func (s *server) start() {
	s.t.Helper()
	host, port, _ := net.SplitHostPort(s.address)
	s.process = exec.Command(temporal(s.t), "server", "start-dev", "--headless", "--ip", host, "--port", port, "--db-filename", s.store, "--log-level", "error")
	s.process.Stdout, s.process.Stderr = s.t.Output(), s.t.Output()
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.client()
}

// kill is kill -9.
func (s *server) kill() {
	s.process.Process.Kill()
	s.process.Wait()
}

// client returns a connection, as soon as there is one. It is closed after the test.
func (s *server) client() client.Client {
	s.t.Helper()
	return dial(s.t, s.address)
}

func dial(t *testing.T, address string) client.Client {
	t.Helper()
	var last error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		c, err := client.Dial(client.Options{HostPort: address, Logger: quiet{t}})
		if err == nil {
			_, err = c.CheckHealth(context.Background(), nil)
		}
		if err == nil {
			t.Cleanup(c.Close)
			return c
		}
		last = err
	}
	t.Fatal(last)
	return nil
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// quiet prints what the SDK warns of.
type quiet struct{ t *testing.T }

var _ log.Logger = quiet{}

func (quiet) Debug(string, ...any) {}
func (quiet) Info(string, ...any)  {}
func (q quiet) Warn(text string, more ...any) {
	fmt.Fprintln(q.t.Output(), "warning:", text, more)
}
func (q quiet) Error(text string, more ...any) {
	fmt.Fprintln(q.t.Output(), "error:", text, more)
}
