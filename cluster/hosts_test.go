package cluster_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"

	"linclass/cluster"
	"linclass/lclass"
)

// A network is three hosts with addresses of their own, and one for the server: network
// namespaces, joined by a bridge. Where these are not permitted, the hosts are processes of
// one machine, whose links cannot be cut.
type network struct {
	t     *testing.T
	hosts []string // names of namespaces; the last one is that of the server
	first string   // of the addresses but for the last number
}

const hosts = 3

func newNetwork(t *testing.T) *network {
	t.Helper()
	n := &network{t: t}
	networks++
	if err := n.build(os.Getpid()%65536, networks); err != nil {
		t.Logf("NO NETWORK NAMESPACES here: the hosts are processes of this machine, and no link is cut: %v", err)
		n.hosts = nil
	}
	return n
}

// networks counts them, because the names of one that is removed are free only later.
var networks int

func (n *network) build(pid, number int) error {
	bridge := fmt.Sprintf("lcb%d-%d", pid, number)
	// 198.18.0.0/15 is for measuring networks (RFC 2544), so nobody else is there.
	n.first = fmt.Sprintf("198.18.%d.", (pid+number)%256)
	for _, made := range []struct{ make, remove string }{
		{"link add " + bridge + " type bridge", "link del " + bridge},
		{"addr add " + n.first + "1/24 dev " + bridge, ""},
		{"link set " + bridge + " up", ""},
	} {
		if err := n.ip(made.make, made.remove); err != nil {
			return err
		}
	}
	for i := range hosts + 1 {
		host := fmt.Sprintf("lc%d-%d-%d", pid, number, i)
		for _, made := range []struct{ make, remove string }{
			{"netns add " + host, "netns del " + host},
			{"link add " + host + " type veth peer name eth0 netns " + host, ""},
			{"link set " + host + " master " + bridge + " up", ""},
			{"-n " + host + " addr add " + n.first + fmt.Sprint(10+i) + "/24 dev eth0", ""},
			{"-n " + host + " link set eth0 up", ""},
			{"-n " + host + " link set lo up", ""},
		} {
			if err := n.ip(made.make, made.remove); err != nil {
				return err
			}
		}
		n.hosts = append(n.hosts, host)
	}
	return nil
}

// ip runs the command, and another one at the end of the test.
func (n *network) ip(arguments, finally string) error {
	out, err := exec.Command("ip", strings.Fields(arguments)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("ip %s: %w: %s", arguments, err, out)
	}
	if finally != "" {
		n.t.Cleanup(func() {
			if err := n.ip(finally, ""); err != nil {
				n.t.Error(err)
			}
		})
	}
	return nil
}

// at is the command before another one that runs it on a host.
func (n *network) at(host int) []string {
	if n.hosts == nil {
		return nil
	}
	return []string{"ip", "netns", "exec", n.hosts[host]}
}

// server starts the server on its host.
func (n *network) server(t *testing.T) *server {
	t.Helper()
	if n.hosts == nil {
		return newServer(t)
	}
	return newServerAt(t, n.first+fmt.Sprint(10+hosts)+":7233", "0.0.0.0", n.at(hosts)...)
}

// link cuts a host off, or joins it again.
func (n *network) link(host int, state string) {
	if err := n.ip("link set "+n.hosts[host]+" "+state, ""); err != nil {
		n.t.Error(err)
	}
}

// A process is a command on a host.
type process struct {
	*exec.Cmd
	ended chan error
}

// run starts a command on a host.
func (n *network) run(host int, program string, arguments ...string) *process {
	n.t.Helper()
	command := slices.Concat(n.at(host), []string{program}, arguments)
	p := &process{exec.Command(command[0], command[1:]...), make(chan error, 1)}
	p.Stderr = n.t.Output()
	if err := p.Start(); err != nil {
		n.t.Fatal(err)
	}
	go func() { p.ended <- p.Wait() }()
	n.t.Cleanup(p.kill)
	return p
}

// kill is kill -9, and does not return before the process has ended.
func (p *process) kill() {
	p.Process.Kill()
	p.ended <- <-p.ended
}

// A house is a network, a server, and the commands.
type house struct {
	*network
	engine   *server
	commands string
	client   client.Client
}

func newHouse(t *testing.T) *house {
	t.Helper()
	temporal(t)
	h := &house{network: newNetwork(t), commands: t.TempDir()}
	// The tests have no version either.
	build := exec.Command("go", "build", "-buildvcs=false", "-o", h.commands, "./cmd/...")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	h.engine = h.network.server(t)
	h.client = h.engine.client()
	return h
}

// worker starts lclass-worker for the shards of a folder that match a pattern.
func (h *house) worker(host int, set, folder, pattern string, more ...string) *process {
	h.t.Helper()
	return h.run(host, filepath.Join(h.commands, "lclass-worker"), append([]string{"--server", h.engine.address, "--set", set,
		"--name", fmt.Sprint("w", host), "--folder", folder, "--pattern", pattern, "--target", "class"}, more...)...)
}

// deal writes six shards, two to the folder of each host.
func deal(t *testing.T, rows int, classes []string) (all string, of [hosts]string) {
	t.Helper()
	all = t.TempDir()
	o := columns
	o.Categories = map[string][]string{"class": classes}
	write(t, all, 6, rows, o)
	for i := range of {
		of[i] = t.TempDir()
		for _, j := range []int{2 * i, 2*i + 1} {
			copyShard(t, all, of[i], j)
		}
	}
	return all, of
}

func copyShard(t *testing.T, from, to string, number int) {
	t.Helper()
	name := fmt.Sprintf("part-%02d.csv", number)
	text, err := os.ReadFile(filepath.Join(from, name))
	if err == nil {
		err = os.WriteFile(filepath.Join(to, name), text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// The commands on three hosts give the bits of one process.
func TestHosts(t *testing.T) {
	h := newHouse(t)
	for set, o := range map[string][]string{"two": {"a", "b"}, "three": {"a", "b", "c"}} {
		all, of := deal(t, 500, o)
		for i := range of {
			h.worker(i, set, of[i], "*.csv", "--classes", strings.Join(o, ","))
		}
		options := columns
		options.Categories = map[string][]string{"class": o}
		write := func(arguments ...string) (file string) {
			t.Helper()
			out := filepath.Join(t.TempDir(), "model.json")
			fit := exec.Command(filepath.Join(h.commands, "lclass-fit"), append([]string{"--server", h.engine.address, "--set", set,
				"--shards", "6", "--patience", patience.String(), "-o", out}, arguments...)...)
			if text, err := fit.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, text)
			}
			return out
		}
		run := func(arguments ...string) *lclass.Model {
			t.Helper()
			return readModel(t, write(arguments...))
		}
		if set == "three" {
			same(t, run("--learner", "Softmax", "--lambda", "0.001"), alone(t, all, cluster.Spec{Learner: "Softmax", Lambda: 0.001}, options))
			continue
		}
		same(t, run("--learner", "Logistic", "--solver", "Newton"), alone(t, all, cluster.Spec{Learner: "Logistic", Solver: "Newton"}, options))
		same(t, run("--learner", "Logistic", "--standardize", "--summary"), alone(t, all, cluster.Spec{Learner: "Logistic", Prepare: []cluster.Step{standardize}}, options))
		var path, want []*lclass.Model
		text, err := os.ReadFile(write("--learner", "Logistic", "--ratio", "1", "--standardize", "--lambdas", "0.2,0.1,0.05"))
		if err == nil {
			err = json.Unmarshal(text, &path)
		}
		if err != nil {
			t.Fatal(err)
		}
		var last *lclass.Model
		for _, λ := range []float64{0.2, 0.1, 0.05} {
			last, _ = aloneFrom(t, all, cluster.Spec{Learner: "Logistic", Lambda: λ, Ratio: 1, Prepare: []cluster.Step{standardize}}, options, last)
			want = append(want, last)
		}
		same(t, path, want)
		same(t, run("--learner", "LinearSVM", "--lambda", "0.01"), alone(t, all, cluster.Spec{Learner: "LinearSVM", Lambda: 0.01}, options))
	}
}

// Whatever dies in the midst of a fit, the model is the same to the last bit.
func TestFaults(t *testing.T) {
	h := newHouse(t)
	all, of := deal(t, 500, []string{"a", "b"})
	// The third host has copies of the second one's shards, which it does not hold.
	copyShard(t, all, of[2], 2)
	copyShard(t, all, of[2], 3)
	spec := cluster.Spec{Learner: "Logistic", Solver: "QuasiNewton", Lambda: 0.001}
	want := alone(t, all, spec, two)

	start := func(set string, host int) *process {
		return h.worker(host, set, of[host], fmt.Sprintf("part-0[%d%d].csv", 2*host, 2*host+1), "--classes", "a,b")
	}
	var quiet time.Duration // what a fit takes that nothing disturbs
	// fit fits, and disturbs the workers once, in the third pass.
	fit := func(t *testing.T, set string, disturb func(workers []*process)) {
		t.Helper()
		workers := []*process{start(set, 0), start(set, 1), start(set, 2)}
		passes := 0
		shards, err := cluster.Open(t.Context(), h.client, cluster.Options{Set: set, Shards: 6, Gone: 3 * time.Second, Patience: patience, Progress: func() {
			if passes++; passes == 3 {
				disturb(workers)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		defer shards.Close()
		begin := time.Now()
		m, err := shards.Fit(t.Context(), spec, nil)
		if err != nil {
			t.Fatal(err)
		}
		took := time.Since(begin)
		if quiet == 0 {
			quiet = took
		}
		if passes < 6 {
			t.Errorf("only %d passes: there was nothing left to disturb", passes)
		}
		same(t, m, want)
		t.Logf("%s: %.1f s, of which %.1f s lost", set, took.Seconds(), (took - quiet).Seconds())
		for _, w := range workers {
			w.kill()
		}
	}
	t.Run("nothing", func(t *testing.T) { fit(t, "nothing", func([]*process) {}) })
	t.Run("worker killed", func(t *testing.T) {
		fit(t, "killed", func(w []*process) { w[1].kill() })
	})
	t.Run("worker killed and started again", func(t *testing.T) {
		fit(t, "restarted", func(w []*process) {
			w[0].kill() // nobody else has its shards
			w[0] = start("restarted", 0)
		})
	})
	t.Run("another worker joins", func(t *testing.T) {
		fit(t, "joins", func(w []*process) {
			w[0].kill() // nobody else has its shards
			w[0] = h.worker(0, "joins", of[0], "part-0[01].csv", "--classes", "a,b", "--name", "late")
		})
	})
	t.Run("worker hangs", func(t *testing.T) {
		fit(t, "hangs", func(w []*process) { stop(t, w[1].Process) })
	})
	t.Run("server killed", func(t *testing.T) {
		fit(t, "server", func([]*process) {
			h.engine.kill()
			h.engine.start()
		})
	})
	t.Run("network cut for 20 s", func(t *testing.T) {
		if h.hosts == nil {
			t.Skip("there are no network namespaces here")
		}
		fit(t, "cut", func([]*process) {
			h.link(0, "down")
			time.AfterFunc(20*time.Second, func() { h.link(0, "up") })
		})
	})
	t.Run("worker late", func(t *testing.T) {
		start("late", 0)
		start("late", 1)
		done := make(chan error, 1)
		go func() {
			shards, err := cluster.Open(t.Context(), h.client, cluster.Options{Set: "late", Shards: 6, Patience: patience})
			if err == nil {
				shards.Close()
			}
			done <- err
		}()
		select {
		case err := <-done:
			t.Errorf("a fit of 6 shards did not wait for the last two: %v", err)
		case <-time.After(3 * time.Second):
		}
		start("late", 2)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	t.Run("fit killed", func(t *testing.T) { testFitKilled(t, h, start, "fitkilled", spec, want) })
}

// testFitKilled starts a fit in a process of its own, kills it after three passes and fits
// again: no pass is made twice.
func testFitKilled(t *testing.T, h *house, start func(string, int) *process, set string, spec cluster.Spec, want *lclass.Model) {
	for i := range 3 {
		start(set, i)
	}
	text, err := json.Marshal(spec)
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childAddress+"="+h.engine.address, childSet+"="+set, childSpec+"="+string(text))
	child.Stderr = t.Output()
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() && lines.Text() != "three passes" {
		t.Log(lines.Text())
	}
	child.Process.Kill()
	if err := child.Wait(); err == nil {
		t.Fatal("the fit ended before it was killed")
	}
	runs := func() int64 {
		n, err := h.client.CountWorkflow(t.Context(), &workflowservice.CountWorkflowExecutionsRequest{Query: "WorkflowType = 'lclass pass'"})
		if err != nil {
			t.Fatal(err)
		}
		return n.Count
	}
	// The server lists workflows a little later than it runs them.
	before := runs()
	for again := int64(-1); again != before; {
		time.Sleep(2 * time.Second)
		again, before = before, runs()
	}
	passes := int64(0)
	shards, err := cluster.Open(t.Context(), h.client, cluster.Options{Set: set, Shards: 6, Patience: patience, Progress: func() { passes++ }})
	if err != nil {
		t.Fatal(err)
	}
	defer shards.Close()
	m, err := shards.Fit(t.Context(), spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	same(t, m, want)
	after := runs()
	for again := int64(-1); again != after; {
		time.Sleep(2 * time.Second)
		again, after = after, runs()
	}
	if made := after - before; made != passes-3 {
		t.Errorf("%d of %d passes were made after the first three; want %d", made, passes, passes-3)
	}
}

// These are set in the process that testFitKilled kills.
const (
	childAddress = "LCLASS_TEST_CHILD"
	childSet     = "LCLASS_TEST_CHILD_SET"
	childSpec    = "LCLASS_TEST_CHILD_SPEC"
)

func TestMain(m *testing.M) {
	if address := os.Getenv(childAddress); address != "" {
		fmt.Println(fitThrice(address, os.Getenv(childSet), os.Getenv(childSpec)))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// fitThrice makes three passes of a fit and stops there.
func fitThrice(address, set, text string) error {
	var spec cluster.Spec
	if err := json.Unmarshal([]byte(text), &spec); err != nil {
		return err
	}
	c, err := cluster.Dial(context.Background(), client.Options{HostPort: address, Logger: log.NewStructuredLogger(slog.New(slog.DiscardHandler))})
	if err != nil {
		return err
	}
	passes := 0
	shards, err := cluster.Open(context.Background(), c, cluster.Options{Set: set, Shards: 6, Patience: patience, Progress: func() {
		if passes++; passes == 3 {
			fmt.Println("three passes")
			select {}
		}
	}})
	if err != nil {
		return err
	}
	_, err = shards.Fit(context.Background(), spec, nil)
	return errors.Join(errors.New("the fit ended"), err)
}
