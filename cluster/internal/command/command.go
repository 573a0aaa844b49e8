// Package command is what lclass-worker and lclass-fit share: how they reach the server,
// and how they end.
package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/contrib/envconfig"
	"go.temporal.io/sdk/log"

	"linclass/cluster"
)

// Server are the flags that say where the server is.
type Server struct {
	Address, Namespace, Storage string
}

// Flags adds the flags to a command.
func (s *Server) Flags(c *cobra.Command) {
	c.Flags().StringVar(&s.Address, "server", "", "host:port of the Temporal server; if not given, the one in $TEMPORAL_ADDRESS or in Temporal's configuration file, or localhost:7233")
	c.Flags().StringVar(&s.Namespace, "namespace", "", "the namespace; if not given, the one in $TEMPORAL_NAMESPACE or in the configuration file, or default")
	c.Flags().StringVar(&s.Storage, "storage", "", "a folder, or s3://bucket/prefix, that all workers and the fit share, for queries and sums of more than 64 KB")
}

// Dial connects, with the certificates and keys that Temporal's settings name. While the
// server cannot be reached it tries again, and says so on say, until the patience ends; 0 is
// no end.
func (s *Server) Dial(ctx context.Context, patience time.Duration, say io.Writer) (client.Client, error) {
	o, err := envconfig.LoadDefaultClientOptions()
	if err != nil {
		return nil, fmt.Errorf("cannot read the settings of Temporal: %w", err)
	}
	o.HostPort = cmp.Or(s.Address, o.HostPort, client.DefaultHostPort)
	if s.Namespace != "" {
		o.Namespace = s.Namespace
	}
	if s.Storage != "" {
		if o.ExternalStorage, err = cluster.Storage(s.Storage); err != nil {
			return nil, err
		}
	}
	// The SDK tries again what fails, and its warnings are about that.
	o.Logger = log.NewStructuredLogger(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
	begin := time.Now()
	for waiting := false; ; waiting = true {
		c, err := cluster.Dial(ctx, o)
		switch {
		case err == nil:
			return c, nil
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case !cluster.IsAway(err) || patience > 0 && time.Since(begin) >= patience:
			return nil, fmt.Errorf("%w at %q: %w", cluster.ErrNoEngine, o.HostPort, err)
		case !waiting:
			fmt.Fprintf(say, "waiting for the Temporal server at %q: %v\n", o.HostPort, err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// A failure is an error of the work, not of how the command was called.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

// Run runs a command until it ends or is interrupted. The process ends with 0 if all is
// well, 1 if the work failed, and 2 if the command was called wrongly.
func Run(c *cobra.Command) {
	c.SilenceErrors, c.SilenceUsage = true, true
	if info, ok := debug.ReadBuildInfo(); ok && c.Version == "" {
		c.Version = info.Main.Version
	}
	c.CompletionOptions.HiddenDefaultCmd = true
	work := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := work(c, args); err != nil {
			return failure{err}
		}
		return nil
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := c.ExecuteContext(ctx)
	stop()
	if err == nil {
		return
	}
	fmt.Fprintf(os.Stderr, "%s: %v\n", c.Name(), err)
	if _, ok := err.(failure); ok {
		os.Exit(1)
	}
	fmt.Fprintf(os.Stderr, "%s --help shows the usage\n", c.Name())
	os.Exit(2)
}
