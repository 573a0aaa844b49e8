package command_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"linclass/cluster"
	"linclass/cluster/internal/command"
)

// Nobody listens at port 1.
func TestDialWithoutServer(t *testing.T) {
	server := command.Server{Address: "127.0.0.1:1"}
	t.Run("to the end of the patience", func(t *testing.T) {
		var said bytes.Buffer
		if _, err := server.Dial(t.Context(), 1500*time.Millisecond, &said); !errors.Is(err, cluster.ErrNoEngine) {
			t.Errorf("error %v; want ErrNoEngine", err)
		}
		if strings.Count(said.String(), "\n") != 1 || !strings.Contains(said.String(), `waiting for the Temporal server at "127.0.0.1:1"`) {
			t.Errorf("said %q", said.String())
		}
	})
	t.Run("until it is stopped", func(t *testing.T) {
		ctx, stop := context.WithCancelCause(t.Context())
		enough := errors.New("enough")
		if _, err := server.Dial(ctx, 0, writer(func() { stop(enough) })); !errors.Is(err, enough) {
			t.Errorf("error %v; want that of the context", err)
		}
	})
}

type writer func()

func (w writer) Write(p []byte) (int, error) { w(); return len(p), nil }
