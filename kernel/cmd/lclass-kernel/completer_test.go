//go:build !windows

package main

import (
	"io"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-zeromq/zmq4"
	"go.lsp.dev/jsonrpc2"
)

// sent is a socket that notes the kinds of the messages sent.
type sent struct {
	zmq4.Socket
	mu    sync.Mutex
	kinds []string
}

func (s *sent) SendMulti(m zmq4.Msg) error {
	got, err := parse(m.Frames, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kinds = append(s.kinds, got.header.Type)
	return nil
}

func (s *sent) count(kind string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.kinds {
		if k == kind {
			n++
		}
	}
	return n
}

// While gopls says nothing, a Tab is answered within two seconds, also the second one,
// and a cell waits for neither.
func TestNobodyWaitsForGopls(t *testing.T) {
	for name, starting := range map[string]bool{"gopls starts": true, "gopls loads": false} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ours, its := net.Pipe()
				go func() { _, _ = io.Copy(io.Discard, its) }()
				names := &completer{server: jsonrpc2.NewConn(jsonrpc2.NewStream(ours)), free: make(chan struct{}, 1), stale: make(chan struct{}, 1)}
				names.server.Go(t.Context(), jsonrpc2.MethodNotFoundHandler)
				if !starting {
					names.free <- struct{}{}
				}
				toGonb, toJupyter := &sent{}, &sent{}
				r := newRelay("")
				r.completer = names
				r.mend = func() ([]string, error) { return nil, nil }
				r.back = sockets{shell: toGonb}
				r.front = sockets{shell: toJupyter, iopub: &sent{}}
				ask := func(kind string) {
					r.fromShell(&message{header: header{ID: kind, Type: kind}, parent: []byte("{}"), content: encode(object{"code": "%%\nfmt.Pri", "cursor_pos": 10})})
				}
				ask("complete_request")
				ask("inspect_request")
				ask("execute_request")
				synctest.Wait()
				if cells, answers := toGonb.count("execute_request"), toJupyter.count("complete_reply"); cells != 1 || answers != 0 {
					t.Errorf("at once %d cells run and %d Tabs are answered, want 1 and 0", cells, answers)
				}
				time.Sleep(2 * time.Second)
				ask("complete_request")
				time.Sleep(2 * time.Second)
				if names, help := toJupyter.count("complete_reply"), toJupyter.count("inspect_reply"); names != 2 || help != 1 {
					t.Errorf("two seconds later %d Tabs and %d questions are answered, want 2 and 1", names, help)
				}
				time.Sleep(loadLimit)
				ours.Close()
				its.Close()
			})
		})
	}
}
