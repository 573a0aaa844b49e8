package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(*options) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print which lgrade this is",
		Args:  wants(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "lgrade %s %s/%s %s\n", revision(), runtime.GOOS, runtime.GOARCH, runtime.Version())
			return err
		},
	}
}

// revision returns the commit that lgrade was built from, with a + if there were
// changes since.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	commit, changed := "unknown", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	return commit + changed
}
