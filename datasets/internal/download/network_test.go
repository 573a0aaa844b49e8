package download

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
)

// A network of mirrors in memory, which wait by the clock of their bubble.
type network struct{ servers []*server }

// server is a mirror that remembers the ranges it is asked for.
type server struct {
	URL    string
	dialed chan net.Conn
	closed chan struct{}
	close  func()

	mu     sync.Mutex
	ranges []string
}

func (n *network) serve(t *testing.T, handler http.HandlerFunc) *server {
	s := &server{
		URL:    fmt.Sprintf("http://127.0.0.1:%d", 1+len(n.servers)),
		dialed: make(chan net.Conn),
		closed: make(chan struct{}),
	}
	s.close = sync.OnceFunc(func() { close(s.closed) })
	n.servers = append(n.servers, s)
	h := http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.ranges = append(s.ranges, r.Header.Get("Range"))
		s.mu.Unlock()
		handler(w, r)
	})}
	go h.Serve(s)
	t.Cleanup(func() { h.Close() })
	return s
}

func (s *server) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ranges
}

// client reaches the mirrors of n and has the patience of the zero value.
func (n *network) client() Client {
	return Client{dial: func(_ context.Context, _, address string) (net.Conn, error) {
		for _, s := range n.servers {
			if s.URL == "http://"+address {
				here, there := net.Pipe()
				s.dialed <- there
				return here, nil
			}
		}
		return nil, fmt.Errorf("no server at %s", address)
	}}
}

// A server is a net.Listener.

func (s *server) Accept() (net.Conn, error) {
	select {
	case c := <-s.dialed:
		return c, nil
	case <-s.closed:
		return nil, net.ErrClosed
	}
}

func (s *server) Close() error {
	s.close()
	return nil
}

func (s *server) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

// inBubble runs a test whose clock stands still while anything is being done.
func inBubble(t *testing.T, name string, test func(t *testing.T)) {
	t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
}
