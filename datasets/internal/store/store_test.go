package store

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"linclass/internal/errtest"
)

var text = []byte(strings.Repeat("a line of text\n", 100))

// published returns a file with the content text.
func published(name string) File {
	sum := sha256.Sum256(text)
	return File{Set: "set", Name: name, Size: int64(len(text)), SHA256: hex.EncodeToString(sum[:])}
}

func zip(content []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(content)
	w.Close()
	return b.Bytes()
}

func put(t *testing.T, dir, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(dir, "set", name)
	errtest.None(t, os.MkdirAll(filepath.Dir(path), 0o755))
	errtest.None(t, os.WriteFile(path, content, 0o644))
	return path
}

// all keeps the content.
func all(content *[]byte) Use {
	return func(_ string, r io.Reader) (err error) {
		*content, err = io.ReadAll(r)
		return err
	}
}

// Content that is not used to its end is checked to its end; what use says of
// content that is not as published does not matter.
func TestReadStopsEarly(t *testing.T) {
	failed := errors.New("not for me")
	some := func(path string, r io.Reader) error {
		if _, err := io.ReadFull(r, make([]byte, 10)); err != nil {
			t.Error(err)
		}
		return failed
	}
	good, bad := t.TempDir(), t.TempDir()
	path := put(t, good, "a.gz", zip(text))
	put(t, bad, "a.gz", zip(text[1:]))
	t.Setenv(DataVariable, "")
	for _, dir := range []string{good, bad} {
		t.Setenv(CacheVariable, dir)
		at, err := published("a.gz").Read(dir, some)
		_, found := published("a.gz").Find(some)
		var damaged *ContentError
		var missing *MissingError
		if dir == good && (err != failed || at != path || found != failed) || dir == bad && (!errors.As(err, &damaged) || !errors.As(found, &missing)) {
			t.Errorf("got %v from %s, found %v", err, at, found)
		}
	}
}

func TestRead(t *testing.T) {
	tests := []struct {
		name    string
		file    File
		stored  string
		content []byte
	}{
		{"compressed as published", published("a.gz"), "a.gz", zip(text)},
		{"published compressed, there uncompressed", published("a.gz"), "a", text},
		{"uncompressed as published", published("a.csv"), "a.csv", text},
		{"published uncompressed, there compressed", published("a.csv"), "a.csv.gz", zip(text)},
		{"other compressor", published("a.gz"), "a.gz", append(zip(text[:500]), zip(text[500:])...)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			stored := put(t, dir, test.stored, test.content)
			var content []byte
			path, err := test.file.Read(dir, all(&content))
			if err != nil || path != stored || !bytes.Equal(content, text) {
				t.Errorf("%d bytes from %s, error %v", len(content), path, err)
			}
		})
	}
}

func TestReadBroken(t *testing.T) {
	zipped := zip(text)
	damaged := bytes.Clone(zipped)
	damaged[len(damaged)-6] ^= 1 // in the CRC-32, which stands before the 4 bytes of the size
	tests := []struct {
		name    string
		stored  string
		content []byte
		reason  string
	}{
		{"empty", "a.gz", nil, "offset 0: not a gzip file"},
		{"not gzip", "a.gz", []byte("<html>not found</html>"), "offset 0: not a gzip file"},
		{"cut off", "a.gz", zipped[:len(zipped)/2], "broken at offset"},
		{"cut off in the trailer", "a.gz", zipped[:len(zipped)-3], "broken at offset 1500"},
		{"damaged", "a.gz", damaged, "broken at offset 1500"},
		{"longer content", "a.gz", zip(append(bytes.Clone(text), 'x')), "longer than the 1500 bytes"},
		{"shorter content", "a.gz", zip(text[1:]), "1499 bytes"},
		{"other content", "a", bytes.ToUpper(text), "SHA-256"},
		{"uncompressed and longer", "a", append(bytes.Clone(text), 'x'), "longer than the 1500 bytes"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			stored := put(t, dir, test.stored, test.content)
			var content []byte
			_, err := published("a.gz").Read(dir, all(&content))
			var e *ContentError
			if !errors.As(err, &e) {
				t.Fatalf("got %v", err)
			}
			if e.Path != stored || !strings.Contains(e.Reason, test.reason) {
				t.Errorf("got %q, want %s and %q", err, stored, test.reason)
			}
		})
	}
	if _, err := published("a.gz").Read(t.TempDir(), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: got %v", err)
	}
}

// Neither a small file under the name of a large one nor a small file that
// unpacks to a large one takes much memory.
func TestReadMemory(t *testing.T) {
	const size = 16 << 20
	bomb := zip(make([]byte, size)) // about 16 kB
	tests := []struct {
		name      string
		content   []byte
		published int64
	}{
		{"small file", zip(text[1:]), size},
		{"bomb", bomb, 1000},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			put(t, dir, "a.gz", test.content)
			f := published("a.gz")
			f.Size = test.published
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := f.Read(dir, nil)
			runtime.ReadMemStats(&after)
			if err == nil {
				t.Error("no error")
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > 2<<20 {
				t.Errorf("%d bytes allocated", used)
			}
		})
	}
}

func TestFind(t *testing.T) {
	const (
		absent = iota
		good
		bad
	)
	tests := []struct {
		name        string
		data, cache int
		from        string // "data", "cache", "missing", "broken"
	}{
		{"LCLASS_DATA comes first", good, good, "data"},
		{"LCLASS_DATA in spite of a bad cache", good, bad, "data"},
		{"cache", absent, good, "cache"},
		{"nowhere", absent, absent, "missing"},
		{"bad cache is as good as none", absent, bad, "missing"},
		{"bad file of the user's is not passed over", bad, good, "broken"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			data, cache := t.TempDir(), t.TempDir()
			t.Setenv(DataVariable, data)
			t.Setenv(CacheVariable, cache)
			for dir, state := range map[string]int{data: test.data, cache: test.cache} {
				switch state {
				case good:
					put(t, dir, "a.gz", zip(text))
				case bad:
					put(t, dir, "a.gz", zip(text[1:]))
				}
			}
			var content []byte
			path, err := published("a.gz").Find(all(&content))
			var missing *MissingError
			var broken *ContentError
			from := "nothing known"
			switch {
			case errors.As(err, &missing):
				from = "missing"
				looked := strings.Join(missing.Looked, "\n")
				if missing.File.Path() != "set/a.gz" || !strings.Contains(looked, data) || !strings.Contains(looked, cache) {
					t.Errorf("%q does not name the file, %s and %s", err, data, cache)
				}
			case errors.As(err, &broken):
				from = "broken"
			case err == nil && bytes.Equal(content, text) && filepath.Dir(filepath.Dir(path)) == data:
				from = "data"
			case err == nil && bytes.Equal(content, text) && filepath.Dir(filepath.Dir(path)) == cache:
				from = "cache"
			}
			if from != test.from {
				t.Errorf("%s, want %s (error %v)", from, test.from, err)
			}
		})
	}
}

func TestCacheDir(t *testing.T) {
	t.Setenv(CacheVariable, "/somewhere")
	if dir, err := CacheDir(); dir != "/somewhere" || err != nil {
		t.Errorf("%s: got %s, %v", CacheVariable, dir, err)
	}
	t.Setenv(CacheVariable, "")
	user, err := os.UserCacheDir()
	if err != nil {
		t.Skip(err)
	}
	if dir, err := CacheDir(); dir != filepath.Join(user, "lclass") || err != nil {
		t.Errorf("by default: got %s, %v", dir, err)
	}
}

func TestSources(t *testing.T) {
	f := MNIST.Files[0]
	t.Setenv(MirrorVariable, "")
	if n := len(f.Sources()); n < 2 {
		t.Errorf("%d public mirrors", n)
	}
	t.Setenv(MirrorVariable, "http://course.example/data/")
	if s := f.Sources(); len(s) != 1 || s[0] != "http://course.example/data/mnist/train-images-idx3-ubyte.gz" {
		t.Errorf("own mirror: %q", s)
	}
}
