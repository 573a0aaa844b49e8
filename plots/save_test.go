package plots

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestSave(t *testing.T) {
	dir := t.TempDir()
	f := Regions(ClassFunc(func(x []float64) int { return int(x[0]) % 2 }), twoClasses(5)).Title("−1 ≤ η")
	for name, magic := range map[string]string{"f.png": "\x89PNG\r\n", "F.PNG": "\x89PNG\r\n", "f.svg": "<?xml", "f.pdf": "%PDF-"} {
		path := filepath.Join(dir, name)
		if err := Save(path, f); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil || !bytes.HasPrefix(data, []byte(magic)) {
			t.Errorf("%s begins with %.8q: %v", name, data, err)
		}
	}
	if svg, _ := os.ReadFile(filepath.Join(dir, "f.svg")); !bytes.Contains(svg, []byte(`<image preserveAspectRatio="none"`)) {
		t.Error("the image of the SVG may not fill its rectangle")
	}
	for name, want := range map[string]string{"f.gif": ".png, .svg and .pdf", "f": ".png, .svg and .pdf", "none/f.png": "none"} {
		if err := Save(filepath.Join(dir, name), f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", name, err, want)
		}
	}
	if err := Save(filepath.Join(dir, "f.png")); err == nil {
		t.Error("no error without a figure")
	}
	if err := Save(filepath.Join(dir, "f.png"), f, nil); err == nil {
		t.Error("no error with a figure that is nil")
	}
}

// Drawing does not change a figure.
func TestDrawnTwice(t *testing.T) {
	for name, f := range edgeCases() {
		s, err := arrange([]*Figure{f})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(s.picture(), s.picture()) {
			t.Errorf("%s: drawn twice, two pictures", name)
		}
	}
}

func TestPanels(t *testing.T) {
	f := Scatter(twoClasses(5))
	for n, want := range map[int][2]float64{1: {560, 400}, 2: {980, 350}, 3: {980, 290}, 4: {980, 700}, 5: {980, 580}} {
		s, err := arrange(slices.Repeat([]*Figure{f}, n))
		if err != nil {
			t.Fatal(err)
		}
		if w, h := s.pixels(); math.Abs(float64(w)-want[0]) > 1 || math.Abs(float64(h)-want[1]) > 1 {
			t.Errorf("%d panels: %d×%d pixels, want %v", n, w, h, want)
		}
	}
}
