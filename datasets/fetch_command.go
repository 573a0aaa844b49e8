//go:build notebook && !page

package datasets

import (
	"fmt"
	"os"
	"os/exec"

	"linclass/datasets/internal/store"
)

// fetch runs the command lclass-data, which downloads the files of a set that
// are missing into the cache, and passes on what it prints.
func fetch(set store.Set) error {
	const name = "lclass-data"
	path, err := exec.LookPath(name)
	if err != nil {
		return err
	}
	command := exec.Command(path, set.Name)
	command.Stdout, command.Stderr = os.Stdout, os.Stdout
	if err := command.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", name, set.Name, err)
	}
	return nil
}
