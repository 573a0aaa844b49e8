package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// wants takes so many arguments, at most -1 meaning any number, and else says how the
// command is called.
func wants(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || most >= 0 && len(args) > most {
			return fmt.Errorf("wrong number of arguments (%d); usage: %s", len(args), cmd.UseLine())
		}
		return nil
	}
}
