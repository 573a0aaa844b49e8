package notebook

import (
	"os"
	"testing"
)

func TestUnread(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	for _, step := range []struct {
		do   func() (int, error)
		want bool
	}{
		{func() (int, error) { return 0, nil }, false},
		{func() (int, error) { return w.WriteString("line") }, true},
		{func() (int, error) { return r.Read(make([]byte, 2)) }, true},
		{func() (int, error) { return r.Read(make([]byte, 2)) }, false},
	} {
		if _, err := step.do(); err != nil {
			t.Fatal(err)
		}
		if got := unread(w); got != step.want {
			t.Errorf("unread is %v, want %v", got, step.want)
		}
	}
}
