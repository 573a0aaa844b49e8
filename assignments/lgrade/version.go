package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

func newVersion(*options) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of lgrade",
		Args:  wants(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "lgrade %s %s/%s %s\n", revision(), runtime.GOOS, runtime.GOARCH, runtime.Version())
			return err
		},
	}
}

// version is that of a release; tools/dist.sh sets it.
var version string

// revision returns the version of a release and the commit that lgrade was built from,
// as far as they are known, with a + if there were changes since.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	released := cmp.Or(version, info.Main.Version)
	if released == "(devel)" {
		released = ""
	}
	return cmp.Or(strings.TrimSpace(released+" "+commit+changed), "unknown")
}
