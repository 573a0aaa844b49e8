package intake

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// listArchive lists what is in a ZIP file. It stays open for the files to be read.
func listArchive(ctx context.Context, name string, zone *time.Location) ([]file, []string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	files, refused, err := listZip(ctx, f, info.Size(), mostFiles, zone)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if err != nil {
		return nil, nil, &openError{name, err}
	}
	return files, refused, nil
}

// An openError names a file that is no archive.
type openError struct {
	Path string
	err  error
}

func (e *openError) Error() string {
	return fmt.Sprintf("%s: %v: neither a folder nor a ZIP file", e.Path, e.err)
}
func (e *openError) Unwrap() error { return e.err }

func listZip(ctx context.Context, r io.ReaderAt, size int64, most int, zone *time.Location) (files []file, refused []string, err error) {
	archive, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, nil, err
	}
	if len(archive.File) > most {
		return nil, nil, fmt.Errorf("has more than %d files", most)
	}
	for _, f := range archive.File {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		name := entryName(f)
		if f.Mode().IsDir() || strings.HasSuffix(name, "/") {
			continue
		}
		if why := whyNot(f, name); why != nil {
			refused = append(refused, fmt.Sprintf("%q: %s", name, why))
			if why != leadsOut {
				files = append(files, refusedFile(path.Clean(name), why))
			}
			continue
		}
		files = append(files, file{path: path.Clean(name), time: entryTime(f, zone), clock: "archive", read: func() ([]byte, error) {
			entry, err := f.Open()
			if err != nil {
				return nil, err
			}
			defer entry.Close()
			return readMost(entry)
		}})
	}
	return files, refused, nil
}

// whyNot says why a file is not looked at, nil if it is.
func whyNot(f *zip.File, name string) error {
	const encryptedFlag = 1
	switch {
	case path.IsAbs(name) || slices.Contains(strings.Split(name, "/"), "..") || !filepath.IsLocal(filepath.FromSlash(path.Clean(name))) || strings.Contains(name, ":/"):
		return leadsOut
	case f.Mode()&fs.ModeSymlink != 0:
		return isLink
	case !f.Mode().IsRegular():
		return notPlain
	case f.Flags&encryptedFlag != 0:
		return encrypted
	case f.UncompressedSize64 > mostBytes:
		return tooLarge
	}
	return nil
}

// entryName returns the name with slashes, whatever packed it. Old programs write
// names in the code page of the first PCs.
func entryName(f *zip.File) string {
	name := f.Name
	if !utf8.ValidString(name) {
		name, _ = charmap.CodePage437.NewDecoder().String(name)
	}
	return strings.ReplaceAll(name, `\`, "/")
}

// entryTime returns when an entry was changed. The classic field of ZIP has no zone.
func entryTime(f *zip.File, zone *time.Location) time.Time {
	t := f.Modified
	if t.IsZero() || hasUnixTime(f.Extra) {
		return t
	}
	if t.Year() <= 1980 { // where the field is not filled in
		return time.Time{}
	}
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, zone)
}

// hasUnixTime looks for the extra fields that count from a moment: those of NTFS,
// Unix, the extended timestamp and Info-ZIP.
func hasUnixTime(extra []byte) bool {
	for len(extra) >= 4 {
		id := int(extra[0]) | int(extra[1])<<8
		size := int(extra[2]) | int(extra[3])<<8
		switch id {
		case 0x000a, 0x000d, 0x5455, 0x5855:
			return true
		}
		if size > len(extra)-4 {
			return false
		}
		extra = extra[4+size:]
	}
	return false
}

// unpacked returns the files of an archive that a student handed in, in place of it.
func unpacked(ctx context.Context, f file, zone *time.Location) ([]file, error) {
	data, err := f.read()
	if err != nil {
		return nil, err
	}
	files, _, err := listZip(ctx, bytes.NewReader(data), int64(len(data)), mostUnpacked, zone)
	for i := range files {
		files[i].path = path.Join(f.path, files[i].path)
		files[i].time, files[i].clock = f.time, f.clock
	}
	return known(files), err
}
