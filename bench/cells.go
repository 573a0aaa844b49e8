package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// cells is how much longer a warm cell with a plot takes than one that prints,
// in the kernel "Go (lclass)". The goal is a ratio of at most 1.7; GoNB with the
// flags of our kernel had 2.3.
func (b *bench) cells() error {
	if b.jupyter == "" {
		return skip("there is no kernel or no Python with jupyter_client: run make setup")
	}
	spec, err := filepath.Abs("kernel/share/jupyter")
	if err != nil {
		return err
	}
	count := 5
	if b.quick {
		count = 1
	}
	cmd := exec.Command(b.jupyter, "-B", "bench/peers/cells.py", fmt.Sprint(count))
	cmd.Env = append(os.Environ(), "JUPYTER_PATH="+spec)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return err
	}
	var seconds struct{ Print, Plot times }
	if err := json.Unmarshal(out, &seconds); err != nil {
		return err
	}
	row := newRow(contest{name: "warm cell with a plot", peer: "warm cell that prints", goal: 1.7}, seconds.Plot, seconds.Print)
	row.Kind = latencyRow
	row.Ratio = row.OursS / row.PeerS
	row.Met = row.Ratio <= row.Goal
	b.add(row)
	return nil
}
