//go:build page

package datasets

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"linclass/datasets/internal/store"
	"linclass/internal/page"
)

// fetch has the page download the files of a set that are missing into the cache. The
// page looks on its own site first, asks its reader before it downloads a large set, and
// takes only files with the published content.
func fetch(set store.Set) error {
	dir, err := store.CacheDir()
	if err != nil {
		return err
	}
	for _, f := range set.Files {
		if _, err := f.Find(nil); err == nil {
			continue
		}
		question := append([]string{set.Name, strconv.FormatInt(published(set.Name), 10), f.Path(), f.SHA256}, f.Sources()...)
		content, err := page.Ask("fetch", []byte(strings.Join(question, "\n")))
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

// published returns how many bytes all files of a set have as published.
func published(name string) (bytes int64) {
	for _, set := range store.Sets {
		if set.Name != name {
			continue
		}
		for _, f := range set.Files {
			bytes += f.Published
		}
	}
	return bytes
}
