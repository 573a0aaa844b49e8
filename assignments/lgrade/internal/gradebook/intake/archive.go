package intake

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
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
	remedy := "unpack other archives into a folder"
	if isNotebook(e.Path) {
		remedy = "name the folder that the notebook is in, or mark it alone with lgrade marks"
	}
	return fmt.Sprintf("%s: %v: neither a folder nor a ZIP file; %s", e.Path, e.err, remedy)
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
		name, raw := entryName(f)
		if f.Mode().IsDir() || strings.HasSuffix(name, "/") {
			continue
		}
		if why := whyNot(f, name); why != nil {
			refused = append(refused, fmt.Sprintf("%q: %s", name, why))
			if why != leadsOut {
				files = append(files, file{path: path.Clean(name), raw: raw, read: func() ([]byte, error) { return nil, why }})
			}
			continue
		}
		files = append(files, file{path: path.Clean(name), raw: raw, time: entryTime(f, zone), clock: "archive", read: func() ([]byte, error) {
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

// entryName returns the name with slashes, whatever packed it. One that is not in UTF-8 is
// read as in Western Europe, and raw has its bytes.
func entryName(f *zip.File) (name, raw string) {
	name = f.Name
	if !utf8.ValidString(name) {
		if name = unicodePath(f); name == "" {
			raw = f.Name
			return western.read(raw), raw
		}
	}
	return strings.ReplaceAll(name, `\`, "/"), raw
}

// unicodePath returns the name in UTF-8 that some programs write beside the other one, ""
// if there is none.
func unicodePath(f *zip.File) string {
	const version, head = 1, 5 // a byte, and the checksum of the other name
	for id, data := range extraFields(f.Extra) {
		if id == 0x7075 && len(data) > head && data[0] == version && utf8.Valid(data[head:]) &&
			binary.LittleEndian.Uint32(data[1:]) == crc32.ChecksumIEEE([]byte(f.Name)) {
			return string(data[head:])
		}
	}
	return ""
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
	for id := range extraFields(extra) {
		switch id {
		case 0x000a, 0x000d, 0x5455, 0x5855:
			return true
		}
	}
	return false
}

// extraFields returns the ids and data of extra fields; the last may be cut off.
func extraFields(extra []byte) iter.Seq2[uint16, []byte] {
	return func(yield func(uint16, []byte) bool) {
		for len(extra) >= 4 {
			id, size := binary.LittleEndian.Uint16(extra), binary.LittleEndian.Uint16(extra[2:])
			end := min(4+int(size), len(extra))
			if !yield(id, extra[4:end]) {
				return
			}
			extra = extra[end:]
		}
	}
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
