//go:build unix

package intake

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestHostileFolder(t *testing.T) {
	dir := folder(t, "b1/perceptron.ipynb", "b2/huge.ipynb="+strings.Repeat("0", mostBytes+1), "b3/empty.ipynb=", "b5\xff/x.ipynb")
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "b4.ipynb")); err != nil {
		t.Skip(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "b6.ipynb"), 0o644); err != nil {
		t.Skip(err)
	}
	in := open(t, nil, dir)
	got := map[string]error{}
	for i := range in.Submissions {
		s := &in.Submissions[i]
		_, got[s.Keys[0].ID] = s.Read()
	}
	for id, want := range map[string]error{"b1": nil, "b2": tooLarge, "b3": noContent, "b4": isLink, "b5\ufffd": nil, "b6": notPlain} {
		if err, read := got[id]; !read || !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", id, err, want)
		}
	}
	refused := strings.Join(in.Refused, "\n")
	if len(in.Submissions) != 6 || !strings.Contains(refused, "b4.ipynb: is a link") || !strings.Contains(refused, "b6.ipynb: is not a plain file") {
		t.Errorf("%d submissions, refused %q", len(in.Submissions), refused)
	}
}
