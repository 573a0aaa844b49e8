package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"linclass/assignments/lgrade/internal/gradebook/table"
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

// An encoding is that of tables that are not in UTF-8; "" is what their bytes tell.
type encoding string

// flag adds the flag of an encoding.
func (e *encoding) flag(f *pflag.FlagSet) {
	f.Var(e, "encoding", `of tables, and of names in zips, that are not in UTF-8, such as "windows-1250", instead of the one in course.toml`)
}

func (e *encoding) Set(name string) error {
	if table.Encoding(name) == nil {
		return errors.New("want a name such as windows-1250 (Central European) or windows-1252 (Western European)")
	}
	*e = encoding(name)
	return nil
}

func (e *encoding) String() string { return string(*e) }

// Type is the word for a value in the help.
func (e *encoding) Type() string { return "name" }

// read reads a table as UTF-8, if its encoding is known.
func (e encoding) read(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return table.UTF8(path, data, string(e))
}
