package datasets

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"linclass/datasets/internal/idx"
	"linclass/datasets/internal/store"
	"linclass/internal/errtest"
	"linclass/lclass"
)

// elsewhere makes the environment of a computer that has no data: what is set
// is LCLASS_DATA and LCLASS_CACHE, to empty directories.
func elsewhere(t *testing.T) (data, cache string) {
	t.Helper()
	data, cache = t.TempDir(), t.TempDir()
	t.Setenv(store.DataVariable, data)
	t.Setenv(store.CacheVariable, cache)
	t.Setenv(store.OfflineVariable, "")
	return data, cache
}

func put(t *testing.T, content []byte, path ...string) string {
	t.Helper()
	file := filepath.Join(path...)
	errtest.None(t, os.MkdirAll(filepath.Dir(file), 0o755))
	errtest.None(t, os.WriteFile(file, content, 0o644))
	return file
}

func TestOffline(t *testing.T) {
	data, cache := elsewhere(t)
	t.Setenv(store.OfflineVariable, "1")
	loaders := map[string]func() error{
		"mnist":   func() error { _, _, err := MNIST(); return err },
		"titanic": func() error { _, err := Titanic(); return err },
	}
	for name, loader := range loaders {
		err := loader()
		if !errors.Is(err, ErrUnavailable) {
			t.Fatalf("%s: got %v", name, err)
		}
		parts := []string{
			name + "/", data, cache, store.OfflineVariable, // what happened
			"set " + store.DataVariable, "lclass-data", "make data", "Digits", "Iris", "TitanicTable", // the ways out
		}
		for _, part := range parts {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q does not say %q", name, err, part)
			}
		}
	}
}

// A damaged file of the user's is named, not passed over and not changed.
func TestDamagedData(t *testing.T) {
	buildCommand(t)
	data, cache := elsewhere(t)
	t.Setenv(store.MirrorVariable, failOnRequest(t))
	const content = "PassengerId,Survived\n1,0\n"
	path := put(t, []byte(content), data, "titanic", "titanic.csv")
	_, err := Titanic()
	if errors.Is(err, ErrUnavailable) || damagedAt(err) != path {
		t.Errorf("got %v", err)
	}
	if left, err := os.ReadFile(path); err != nil || string(left) != content {
		t.Errorf("the file became %q, %v", left, err)
	}
	if entries, err := os.ReadDir(cache); err != nil || len(entries) != 0 {
		t.Errorf("the cache became %v, %v", entries, err)
	}
}

// damagedAt returns the path of the file that is not as published, "" if there is none.
func damagedAt(err error) string {
	if damaged := new(store.ContentError); errors.As(err, &damaged) {
		return damaged.Path
	}
	return ""
}

func failOnRequest(t *testing.T) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("request for %s", r.URL)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// A damaged file in the cache is no use, but that is said.
func TestDamagedCacheOffline(t *testing.T) {
	buildCommand(t)
	_, cache := elsewhere(t)
	t.Setenv(store.OfflineVariable, "1")
	path := put(t, []byte("x"), cache, "titanic", "titanic.csv")
	if _, err := Titanic(); !errors.Is(err, ErrUnavailable) || damagedAt(err) != path {
		t.Errorf("got %v", err)
	}
}

// A damaged file in the cache and a mirror that fails are both in the error, whichever
// file of the set it is.
func TestDamagedCacheFailingMirror(t *testing.T) {
	buildCommand(t)
	_, cache := elsewhere(t)
	mirror := httptest.NewServer(http.NotFoundHandler())
	defer mirror.Close()
	t.Setenv(store.MirrorVariable, mirror.URL)
	for name, load := range map[string]func() error{
		"titanic/titanic.csv":             func() error { _, err := Titanic(); return err },
		"mnist/t10k-labels-idx1-ubyte.gz": func() error { _, _, err := MNIST(); return err },
	} {
		path := put(t, []byte("x"), cache, filepath.FromSlash(name))
		err := load()
		if !errors.Is(err, ErrUnavailable) || !errors.Is(err, errDownload) || damagedAt(err) != path {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// buildCommand puts lclass-data first on PATH, where the build with the tag
// notebook looks for it.
func buildCommand(t *testing.T) {
	t.Helper()
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", bin+string(filepath.Separator), "linclass/datasets/cmd/lclass-data")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

func TestDownload(t *testing.T) {
	var csv []byte
	_, err := store.Titanic.Files[0].Find(func(_ string, content io.Reader) (err error) {
		csv, err = io.ReadAll(content)
		return err
	})
	if err != nil {
		t.Skip(err)
	}
	buildCommand(t)
	_, cache := elsewhere(t)
	mirror := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/titanic/titanic.csv" {
			http.NotFound(w, r)
			return
		}
		w.Write(csv)
	}))
	defer mirror.Close()
	t.Setenv(store.MirrorVariable, mirror.URL)
	put(t, []byte("damaged"), cache, "titanic", "titanic.csv") // is replaced
	for _, where := range []string{"mirror", "cache"} {
		df, err := Titanic()
		if err != nil || df.Nrow() != 891 {
			t.Errorf("from the %s: %d rows, %v", where, df.Nrow(), err)
		}
		mirror.Close()
	}
	if err := store.Titanic.Files[0].Check(filepath.Join(cache, "titanic", "titanic.csv")); err != nil {
		t.Error(err)
	}
}

func TestDownloadFails(t *testing.T) {
	buildCommand(t)
	_, cache := elsewhere(t)
	mirror := httptest.NewServer(http.NotFoundHandler())
	defer mirror.Close()
	t.Setenv(store.MirrorVariable, mirror.URL)
	var missing *store.MissingError
	if _, err := Titanic(); !errors.Is(err, errDownload) || !errors.As(err, &missing) || missing.File.Path() != "titanic/titanic.csv" {
		t.Errorf("got %v", err)
	}
	t.Setenv(store.CacheVariable, put(t, nil, cache, "a-file"))
	if _, err := Titanic(); !errors.Is(err, ErrUnavailable) {
		t.Errorf("cache that is a file: got %v", err)
	}
}

func TestReadImages(t *testing.T) {
	dir := t.TempDir()
	images := put(t, []byte{0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 255, 51, 0}, dir, "images")
	labels := put(t, zip([]byte{0, 0, 8, 1, 0, 0, 0, 2, 2, 0}), dir, "labels.gz")
	d := lclass.Must(ReadImages(images, labels))
	if d.N() != 2 || d.D() != 2 || d.K() != 3 || d.At(0, 1) != 1 || d.At(1, 0) != 0.2 || d.T()[0] != 2 || d.T()[1] != 0 {
		t.Errorf("got %d×%d, %d classes, %v %v, targets %v", d.N(), d.D(), d.K(), d.Row(0), d.Row(1), d.T())
	}

	noGzip := put(t, []byte{0, 0, 8, 1, 0, 0, 0, 0}, dir, "no.gz")
	short := put(t, []byte{0, 0, 8, 1, 0, 0, 0, 9, 1}, dir, "short")
	zipped := zip([]byte{0, 0, 8, 3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 7, 8})
	cut := put(t, zipped[:len(zipped)-3], dir, "cut.gz")
	one := put(t, []byte{0, 0, 8, 1, 0, 0, 0, 1, 1}, dir, "one")
	three := put(t, []byte{0, 0, 8, 1, 0, 0, 0, 3, 1, 1, 1}, dir, "three")
	tests := []struct {
		name, images, labels string
		want                 error
		parts                []string
	}{
		{"no file", images, filepath.Join(dir, "none"), fs.ErrNotExist, []string{"none"}},
		{"not gzip", images, noGzip, &idx.Error{Name: noGzip, Reason: "not a gzip file: unexpected EOF"}, nil},
		{"cut off", images, short, &idx.Error{Name: short, Offset: 9, Reason: "cut off: the header announces [9] values, 17 bytes in all"}, nil},
		{"gzip cut off", cut, one, &idx.Error{Name: cut, Offset: 18, Reason: "unexpected EOF"}, nil},
		{"other number of labels", images, three, &idx.ShapeError{Images: []int{2, 1, 2}, Labels: []int{3}}, []string{images, three}},
		{"images for labels", images, images, &idx.ShapeError{Images: []int{2, 1, 2}, Labels: []int{2, 1, 2}}, nil},
	}
	for _, test := range tests {
		_, err := ReadImages(test.images, test.labels)
		if !errtest.Is(err, test.want) {
			t.Errorf("%s: error %v, want %v", test.name, err, test.want)
			continue
		}
		for _, part := range test.parts {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q does not say %q", test.name, err, part)
			}
		}
	}
}

func zip(content []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(content)
	w.Close()
	return b.Bytes()
}
