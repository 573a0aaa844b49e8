//go:build !windows

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/go-zeromq/zmq4"
)

// connection is a connection file of Jupyter.
type connection struct {
	Transport       string `json:"transport"`
	IP              string `json:"ip"`
	Shell           int    `json:"shell_port"`
	Control         int    `json:"control_port"`
	Stdin           int    `json:"stdin_port"`
	IOPub           int    `json:"iopub_port"`
	Heartbeat       int    `json:"hb_port"`
	Key             string `json:"key"`
	SignatureScheme string `json:"signature_scheme"`
}

func (c connection) address(port int) string {
	if c.Transport == "ipc" {
		return fmt.Sprintf("ipc://%s-%d", c.IP, port)
	}
	return fmt.Sprintf("tcp://%s:%d", c.IP, port)
}

// inside returns the connection between this process and gonb: sockets in dir.
func (c connection) inside(dir string) connection {
	return connection{
		Transport: "ipc", IP: filepath.Join(dir, "s"), Key: c.Key, SignatureScheme: c.SignatureScheme,
		Shell: 1, Control: 2, Stdin: 3, IOPub: 4, Heartbeat: 5,
	}
}

// sockets are those of one side.
type sockets struct {
	shell, control, stdin, iopub zmq4.Socket
}

// relay passes messages between Jupyter, in front, and gonb, at the back, and puts
// in what gonb cannot do.
type relay struct {
	key         []byte
	front, back sockets

	halt      func(runs func() bool)   // kills what the cell has started, while it runs
	compiles  func() bool              // reports whether Go compiles the cell
	forbid    func(bool)               // keeps the program of the cell from starting
	idle      func()                   // called when a cell has ended
	mend      func() ([]string, error) // makes what gonb writes to, and clears it; returns notes
	completer *completer               // nil: no names are completed
	stop      chan struct{}            // closed when Jupyter asks for it
	stopOnce  sync.Once

	mu        sync.Mutex
	cell      *cell // the one that gonb has, nil for none
	waiting   []*cell
	memory    memory
	byControl map[string]bool // requests that came by the control socket
	status    *message        // gonb's last
}

func newRelay(key string) *relay {
	return &relay{key: []byte(key), stop: make(chan struct{}), byControl: map[string]bool{}}
}

// listen opens the sockets in front.
func (r *relay) listen(ctx context.Context, c connection) error {
	heartbeat := zmq4.NewRep(ctx)
	r.front = sockets{zmq4.NewRouter(ctx), zmq4.NewRouter(ctx), zmq4.NewRouter(ctx), zmq4.NewPub(ctx)}
	for socket, port := range map[zmq4.Socket]int{
		r.front.shell: c.Shell, r.front.control: c.Control, r.front.stdin: c.Stdin, r.front.iopub: c.IOPub, heartbeat: c.Heartbeat,
	} {
		if err := socket.Listen(c.address(port)); err != nil {
			return err
		}
	}
	go func() {
		for {
			beat, err := heartbeat.Recv()
			if err != nil {
				return
			}
			_ = heartbeat.Send(beat)
		}
	}()
	return nil
}

// dial connects to gonb, and returns once gonb answers and all that it publishes
// arrives.
func (r *relay) dial(ctx context.Context, c connection) error {
	// gonb answers all requests by its shell socket, those of the control socket too:
	// with one identity they arrive.
	id := zmq4.WithID(zmq4.SocketIdentity("lclass-kernel"))
	often := zmq4.WithDialerRetry(20 * time.Millisecond)
	patient := zmq4.WithDialerMaxRetries(3000)
	r.back = sockets{
		zmq4.NewDealer(ctx, id, often, patient), zmq4.NewDealer(ctx, id, often, patient),
		zmq4.NewDealer(ctx, id, often, patient), zmq4.NewSub(ctx, often, patient),
	}
	if err := r.back.iopub.SetOption(zmq4.OptionSubscribe, ""); err != nil {
		return err
	}
	for _, s := range []struct {
		socket zmq4.Socket
		port   int
	}{{r.back.iopub, c.IOPub}, {r.back.shell, c.Shell}, {r.back.control, c.Control}, {r.back.stdin, c.Stdin}} {
		if err := s.socket.Dial(c.address(s.port)); err != nil {
			return err
		}
	}

	heard := make(chan error, 1)
	go func() {
		_, err := r.back.iopub.Recv()
		heard <- err
	}()
	hello := &message{to: [][]byte{[]byte("lclass-kernel")}, header: header{ID: "hello", Type: "kernel_info_request"}, parent: []byte("{}"), meta: []byte("{}"), content: []byte("{}")}
	for {
		if err := r.back.shell.SendMulti(hello.zmq(r.key)); err != nil {
			return err
		}
		select {
		case err := <-heard:
			return err
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// run passes messages on.
func (r *relay) run() {
	pass := func(from zmq4.Socket, do func(*message)) {
		for {
			got, err := from.Recv()
			if err != nil {
				return
			}
			m, err := parse(got.Frames, r.key)
			if err != nil {
				log.Print(err)
				continue
			}
			do(m)
		}
	}
	go pass(r.front.shell, r.fromShell)
	go pass(r.front.control, r.fromControl)
	go pass(r.front.stdin, func(m *message) { r.send(r.back.stdin, m) })
	go pass(r.back.stdin, func(m *message) { r.send(r.front.stdin, m) })
	go pass(r.back.shell, r.reply)
	go pass(r.back.control, r.reply)
	go pass(r.back.iopub, r.publish)
}

func (r *relay) send(to zmq4.Socket, m *message) {
	if err := to.SendMulti(m.zmq(r.key)); err != nil && !isGone(err) {
		log.Print(err)
	}
}

// isGone reports whether an error of sending says that nobody listens anymore, as when
// Jupyter closes its sockets before the last message.
func isGone(err error) bool {
	return slices.ContainsFunc([]error{zmq4.ErrClosedConn, net.ErrClosed, syscall.EPIPE, syscall.ECONNRESET},
		func(gone error) bool { return errors.Is(err, gone) })
}

func (r *relay) fromShell(m *message) {
	switch m.header.Type {
	case "execute_request":
		r.execute(m)
	case "complete_request", "inspect_request":
		go r.complete(m)
	case "shutdown_request":
		r.shutdown(r.front.shell, m)
	default:
		r.send(r.back.shell, m)
	}
}

func (r *relay) fromControl(m *message) {
	switch m.header.Type {
	case "shutdown_request":
		r.shutdown(r.front.control, m)
		return
	case "interrupt_request":
		r.interrupt()
	}
	r.mu.Lock()
	r.byControl[m.header.ID] = true
	r.mu.Unlock()
	r.send(r.back.control, m)
}

func (r *relay) shutdown(by zmq4.Socket, m *message) {
	var request struct {
		Restart bool `json:"restart"`
	}
	_ = json.Unmarshal(m.content, &request)
	r.send(by, m.answer("shutdown_reply", map[string]any{"status": "ok", "restart": request.Restart}))
	r.stopOnce.Do(func() { close(r.stop) })
}

// patience is how long a cell may take to end when it is interrupted. lclass-cell gives the
// program of the cell less.
const patience = time.Second

// interrupt sees to it that the cell that runs now ends, also where the signal of gonb to
// one process does not end it. gonb waits for Go, which has nothing to finish.
func (r *relay) interrupt() {
	r.mu.Lock()
	c := r.cell
	if c != nil {
		c.interrupted = true
		r.forbid(true)
	}
	r.mu.Unlock()
	if c == nil {
		return
	}
	runs := func() bool { return r.current() == c }
	go func() {
		for begun := time.Now(); runs(); time.Sleep(20 * time.Millisecond) {
			if r.compiles() || time.Since(begun) > patience {
				r.halt(runs)
			}
		}
	}()
}

func (r *relay) current() *cell {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.cell
}

// reply passes an answer of gonb on.
func (r *relay) reply(m *message) {
	id := m.parentID()
	r.mu.Lock()
	byControl := r.byControl[id]
	delete(r.byControl, id)
	r.mu.Unlock()
	if byControl {
		r.send(r.front.control, m)
	} else {
		r.send(r.front.shell, m)
	}
}

// execute has a cell run after those that wait.
func (r *relay) execute(m *message) {
	c, err := newCell(m)
	if err != nil {
		log.Print(err)
		return
	}
	r.mu.Lock()
	if r.cell != nil {
		r.waiting = append(r.waiting, c)
		r.mu.Unlock()
		return
	}
	r.cell = c
	r.mu.Unlock()
	r.begin(c)
}

// begin passes a cell on.
func (r *relay) begin(c *cell) {
	notes, err := r.mend()
	if err != nil {
		log.Print(err)
	}
	r.mu.Lock()
	c.notes = append(append(c.notes, notes...), c.replaced(&r.memory)...)
	r.mu.Unlock()
	r.send(r.back.shell, c.request)
}

// publish passes on what gonb publishes.
func (r *relay) publish(m *message) {
	c := r.current()
	if c == nil || c.request.header.ID != m.parentID() {
		if m.header.Type == "status" {
			r.note(m)
		}
		r.send(r.front.iopub, m)
		return
	}
	switch m.header.Type {
	case "execute_input":
		warning := c.begin(m)
		r.send(r.front.iopub, m)
		if warning != nil {
			r.send(r.front.iopub, warning)
		}
	case "stream":
		c.explain(m)
		r.show(c, c.order.text(m))
	case "display_data", "update_display_data":
		r.mu.Lock()
		needless := c.read(m) && c.interrupted
		r.mu.Unlock()
		if !needless {
			r.show(c, c.order.output(m))
		}
	case "error":
		r.show(c, c.order.rest(m))
		r.mu.Lock()
		c.fail(m, &r.memory)
		r.mu.Unlock()
		r.send(r.front.iopub, m)
	case "status":
		if r.note(m) != "idle" {
			r.send(r.front.iopub, m)
			return
		}
		r.show(c, c.order.rest(m))
		next, refused := r.end(c)
		r.send(r.front.iopub, m)
		r.idle()
		for _, other := range refused {
			r.refuse(other)
		}
		if next != nil {
			r.begin(next)
		}
	default:
		r.send(r.front.iopub, m)
	}
}

// show passes on what a cell prints, up to a limit, and shows.
func (r *relay) show(c *cell, all []*message) {
	for _, m := range all {
		var note *message
		switch m.header.Type {
		case "stream":
			note = c.cut(m)
		case "display_data":
			if note = c.cutShown(m); note != nil {
				go r.halt(func() bool { return r.current() == c }) // before gonb is full of it
			}
		}
		if m.content != nil {
			r.send(r.front.iopub, m)
		}
		if note != nil {
			r.send(r.front.iopub, note)
		}
	}
}

// note remembers a status and returns it.
func (r *relay) note(m *message) string {
	var status struct {
		State string `json:"execution_state"`
	}
	_ = json.Unmarshal(m.content, &status)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = m
	return status.State
}

// end notes that a cell has ended. It returns the one that is next, and those that do
// not run because this one failed.
func (r *relay) end(c *cell) (next *cell, refused []*cell) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cell = nil
	if c.interrupted {
		r.forbid(false)
	}
	r.memory.add(c)
	if r.completer != nil {
		r.completer.know(&r.memory)
	}
	if c.failed && c.last {
		refused, r.waiting = r.waiting, nil
	}
	if len(r.waiting) > 0 {
		r.cell, r.waiting = r.waiting[0], r.waiting[1:]
	}
	return r.cell, refused
}

// refuse answers that a cell does not run.
func (r *relay) refuse(c *cell) {
	for _, state := range []string{"busy", "idle"} {
		r.send(r.front.iopub, c.request.answer("status", map[string]string{"execution_state": state}))
		if state == "busy" {
			r.send(r.front.shell, c.request.answer("execute_reply", map[string]string{"status": "aborted"}))
		}
	}
}

// complete answers a request for names or for help, whatever gonb is doing.
func (r *relay) complete(m *message) {
	kind := "complete_reply"
	if m.header.Type == "inspect_request" {
		kind = "inspect_reply"
	}
	state := func(s string) *message {
		return m.answer("status", map[string]string{"execution_state": s})
	}
	r.send(r.front.iopub, state("busy"))
	r.send(r.front.shell, m.answer(kind, r.completer.answer(m)))
	r.send(r.front.iopub, state("idle"))

	// A cell that runs is running still.
	r.mu.Lock()
	last, running := r.status, r.cell != nil
	r.mu.Unlock()
	if last != nil && running {
		r.send(r.front.iopub, last.beside("status", map[string]string{"execution_state": "busy"}))
	}
}

// connect reads a connection file.
func connect(path string) (connection, error) {
	var c connection
	text, err := os.ReadFile(path)
	if err != nil {
		return c, err
	}
	return c, json.Unmarshal(text, &c)
}
