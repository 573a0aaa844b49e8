package intake

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// listFolder lists the plain files below a folder. They are opened below it, too,
// whatever has become of the folders between.
func listFolder(ctx context.Context, dir string) (files []file, refused []string, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, err
	}
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		rel, relErr := filepath.Rel(dir, path)
		if relErr != nil {
			return relErr
		}
		shown := strings.ToValidUTF8(filepath.ToSlash(rel), "\ufffd")
		refuse := func(why error) error {
			refused = append(refused, shown+": "+why.Error())
			files = append(files, refusedFile(shown, why))
			return nil
		}
		switch {
		case err != nil && path == dir:
			return err
		case err != nil:
			return refuse(err)
		case entry.IsDir():
			return nil
		case entry.Type()&fs.ModeSymlink != 0:
			return refuse(isLink)
		case !entry.Type().IsRegular():
			return refuse(notPlain)
		}
		info, err := entry.Info()
		if err != nil {
			return refuse(err)
		}
		if len(files) == mostFiles {
			return fmt.Errorf("%s has more than %d files: is it the right folder?", dir, mostFiles)
		}
		files = append(files, file{
			path: shown, time: info.ModTime(), clock: "file",
			read: func() ([]byte, error) {
				f, err := root.Open(rel)
				if err != nil {
					return nil, err
				}
				defer f.Close()
				return readMost(f)
			},
		})
		return nil
	})
	return files, refused, err
}

func readMost(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, mostBytes+1))
	if err == nil && len(data) > mostBytes {
		return data, tooLarge
	}
	return data, err
}
