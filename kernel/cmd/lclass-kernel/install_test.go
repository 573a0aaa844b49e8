//go:build !windows

package main

import "testing"

// The directories are those of jupyter_core, function jupyter_data_dir.
func TestJupyterData(t *testing.T) {
	for _, c := range []struct{ system, given, xdg, want string }{
		{"linux", "", "", "/home/a/.local/share/jupyter"},
		{"linux", "", "/data", "/data/jupyter"},
		{"linux", "/given", "/data", "/given"},
		{"darwin", "", "", "/home/a/Library/Jupyter"},
		{"darwin", "", "/data", "/home/a/Library/Jupyter"},
		{"darwin", "/given", "", "/given"},
	} {
		t.Setenv("HOME", "/home/a")
		t.Setenv("JUPYTER_DATA_DIR", c.given)
		t.Setenv("XDG_DATA_HOME", c.xdg)
		if got, err := jupyterData(c.system); got != c.want || err != nil {
			t.Errorf("%s with %q and %q: %q, %v; want %q", c.system, c.given, c.xdg, got, err, c.want)
		}
	}
}
