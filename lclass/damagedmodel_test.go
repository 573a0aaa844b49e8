package lclass_test

import (
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"runtime/metrics"
	"slices"
	"testing"

	damages "linclass/internal/damage"
	"linclass/lclass"
)

// modelFiles returns files of models of all kinds.
func modelFiles(t testing.TB) (files [][]byte) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(models())) {
		text, err := json.Marshal(models()[name])
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, text)
	}
	return files
}

// readDamaged reads a damaged file of a model: it is a FileError, or the model can be
// used. Reading takes no more than 16 MB and 1000 times the size of the file.
func readDamaged(t *testing.T, content, edits []byte) {
	t.Helper()
	var parts []int
	for i, c := range content {
		if c == ',' || c == '{' || c == '[' {
			parts = append(parts, i+1)
		}
	}
	text := damages.Of(content, parts, edits)
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	before := sample[0].Value.Uint64()
	m := new(lclass.Model)
	err := m.UnmarshalJSON(text)
	metrics.Read(sample)
	if took := sample[0].Value.Uint64() - before; took > uint64(16<<20+1000*len(text)) {
		t.Errorf("a file of %d bytes took %d: %s", len(text), took, text)
	}
	var file *lclass.FileError
	switch {
	case err != nil && !errors.As(err, &file):
		t.Errorf("error %v is no FileError: %s", err, text)
	case err == nil:
		usable(t, m)
	}
}

// Some of what FuzzDamagedModel does.
func TestDamagedModels(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	files := modelFiles(t)
	for range 4000 {
		i, edits := rng.IntN(len(files)), damages.Edits(rng)
		if readDamaged(t, files[i], edits); t.Failed() {
			t.Fatalf("file %d, edits %v", i, edits)
		}
	}
}

// No damage of a valid file of a model ends the program, and what is read can be used.
func FuzzDamagedModel(f *testing.F) {
	files := modelFiles(f)
	rng := rand.New(rand.NewPCG(8, 8))
	for i := range files {
		f.Add(byte(i), damages.Edits(rng))
	}
	f.Fuzz(func(t *testing.T, which byte, edits []byte) {
		i := int(which) % len(files)
		readDamaged(t, files[i], edits)
	})
}
