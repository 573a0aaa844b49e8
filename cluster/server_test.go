package cluster_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"

	"linclass/cluster"
)

// patience is for what must happen some time, however busy the computer is.
const patience = 5 * time.Minute

// A server is the Temporal development server, a process of its own with its store on disk.
type server struct {
	t       *testing.T
	address string
	listen  string
	through []string
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
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	return newServerAt(t, l.Addr().String(), "127.0.0.1")
}

// newServerAt starts one at an address, through a command that puts it there. listen is the
// address as the server sees it.
func newServerAt(t *testing.T, address, listen string, through ...string) *server {
	t.Helper()
	s := &server{t: t, address: address, listen: listen, through: through, store: filepath.Join(t.TempDir(), "temporal.db")}
	t.Cleanup(s.kill)
	s.start()
	return s
}

func (s *server) start() {
	s.t.Helper()
	_, port, _ := net.SplitHostPort(s.address)
	command := slices.Concat(s.through, []string{temporal(s.t), "server", "start-dev", "--headless", "--ip", s.listen, "--port", port, "--db-filename", s.store,
		"--sqlite-pragma", "journal_mode=wal", "--sqlite-pragma", "synchronous=normal",
		"--dynamic-config-value", "history.transferProcessorMaxPollRPS=1000",
		"--dynamic-config-value", "matching.numTaskqueueReadPartitions=1",
		"--dynamic-config-value", "matching.numTaskqueueWritePartitions=1", "--log-level", "never"})
	s.process = exec.Command(command[0], command[1:]...)
	s.process.Stdout, s.process.Stderr = s.t.Output(), s.t.Output()
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.client()
}

// kill is kill -9, of a server that has started.
func (s *server) kill() {
	if s.process == nil || s.process.Process == nil {
		return
	}
	s.process.Process.Kill()
	s.process.Wait()
}

// client returns a connection, as soon as there is one. It is closed after the test.
func (s *server) client() client.Client {
	s.t.Helper()
	return dialWith(s.t, client.Options{HostPort: s.address, Logger: quiet{s.t}})
}

func dialWith(t *testing.T, o client.Options) client.Client {
	t.Helper()
	var last error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		c, err := cluster.Dial(context.Background(), o)
		if err == nil {
			_, err = c.DescribeTaskQueue(context.Background(), "any", enumspb.TASK_QUEUE_TYPE_ACTIVITY)
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
