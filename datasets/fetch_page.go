//go:build page

package datasets

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"linclass/datasets/internal/store"
	"linclass/internal/page"
)

// fetch has the page download the files of a set that are missing into the cache. The
// page looks on its own site first. Whether the content is as published is found out
// when the file is read.
func fetch(set store.Set) error {
	dir, err := store.CacheDir()
	if err != nil {
		return err
	}
	for _, f := range set.Files {
		if _, err := f.Find(nil); err == nil {
			continue
		}
		content, err := page.Ask("fetch", []byte(strings.Join(append([]string{f.Path()}, f.Sources()...), "\n")))
		if err != nil {
			return fmt.Errorf("%s: %w", f.Path(), err)
		}
		path := filepath.Join(dir, f.Path())
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o666); err != nil {
			return err
		}
	}
	return nil
}
