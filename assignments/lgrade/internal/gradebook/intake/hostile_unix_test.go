//go:build unix

package intake

import (
	"fmt"
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
	got := map[string]string{}
	for i := range in.Submissions {
		s := &in.Submissions[i]
		_, err := s.Read()
		got[s.Keys[0].ID] = fmt.Sprint(err)
	}
	for id, want := range map[string]string{"b1": "<nil>", "b2": "is larger than 32 MB", "b3": "b3/empty.ipynb is empty",
		"b4": "is a link", "b5\ufffd": "<nil>", "b6": "is not a plain file"} {
		if !strings.Contains(got[id], want) {
			t.Errorf("%s: %q, want %q", id, got[id], want)
		}
	}
	refused := strings.Join(in.Refused, "\n")
	if len(in.Submissions) != 6 || !strings.Contains(refused, "b4.ipynb: is a link") || !strings.Contains(refused, "b6.ipynb: is not a plain file") {
		t.Errorf("%d submissions, refused %q", len(in.Submissions), refused)
	}
}
