//go:build !notebook && !page

package datasets

import (
	"context"
	"os"

	"linclass/datasets/internal/download"
	"linclass/datasets/internal/store"
)

// fetch downloads the files of a set that are missing into the cache.
func fetch(set store.Set) error {
	dir, err := store.CacheDir()
	if err != nil {
		return err
	}
	client := download.Client{Progress: os.Stderr}
	for _, f := range set.Files {
		if _, err := f.Find(nil); err == nil {
			continue
		}
		if err := client.Fetch(context.Background(), f, dir); err != nil {
			return err
		}
	}
	return nil
}
