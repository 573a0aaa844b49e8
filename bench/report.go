package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// report prints what was measured and writes it to files.
func (b *bench) report(started time.Time, load string) error {
	var s strings.Builder
	fmt.Fprintf(&s, "Measured on %s, %s.\n", started.Format("2 January 2006"), b.circumstances(load))
	for _, t := range append([]table{b.contests(), b.ends(), b.triedWays()}, b.tables...) {
		if len(t.rows) > 0 {
			fmt.Fprintf(&s, "\n%s", t.markdown())
		}
	}
	for i, why := range b.skipped {
		if i == 0 {
			s.WriteByte('\n')
		}
		fmt.Fprintln(&s, why)
	}
	fmt.Print(s.String())
	return errors.Join(
		os.WriteFile(filepath.Join(out, "bench.md"), []byte(s.String()), 0o666),
		toJSON(filepath.Join(out, "bench.json"), b.rows),
		toJSON(filepath.Join(out, "bench", "curves.json"), b.curves),
	)
}

func (b *bench) contests() table {
	t := table{head: []string{"work", "ours", "peer", "its figure", "ratio", "goal", "met"}}
	for _, r := range b.rows {
		met := map[bool]string{true: "yes", false: "no"}[r.Met]
		if r.Goal == 0 {
			met = "–"
		}
		t.add(r.Name, r.ours(), r.Peer, r.theirs(), r.ratio(), r.aim(), met)
	}
	return t
}

// ends is where the fits of the table stand: how many steps they took, and the
// objective that each has reached.
func (b *bench) ends() table {
	t := table{
		title: "Steps taken, passes over the data, and the objective reached, computed from the weights alone:",
		head:  []string{"work", "peer", "our steps", "its steps", "our passes", "its passes", "our objective", "its objective", "remark"},
	}
	for _, r := range b.rows {
		if r.Steps == 0 && r.Note == "" {
			continue
		}
		t.add(r.Name, r.Peer, count(r.Steps), count(r.PeerSteps), count(r.Passes), count(r.PeerPasses), digits(r.Objective), digits(r.PeerObjective), r.Note)
	}
	return t
}

func count[N int | float64](n N) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f", float64(n))
}

func digits(v float64) string {
	if v == 0 {
		return "–"
	}
	return fmt.Sprintf("%.8f", v)
}

// circumstances are the machine, the programs and what else was going on.
func (b *bench) circumstances(load string) string {
	s := fmt.Sprintf("%s, %d cores, %s", cpuName(), runtime.NumCPU(), runtime.Version())
	for _, program := range b.programs() {
		s += "; " + program
	}
	if load != "" {
		s += fmt.Sprintf("; load average %s before, %s after", load, loadAverage())
	}
	return s
}

// programs are the peers that were asked, their versions, and the BLAS that they
// really use.
func (b *bench) programs() []string {
	var list []string
	with := func(versions, blas string) string {
		if blas == "" {
			blas = "an unknown BLAS"
		}
		return versions + " with " + blas
	}
	if r, err := b.inPython("versions"); err == nil {
		list = append(list, with(r.Versions, r.BLAS))
		if r, err := b.inPython("liblinear_version"); err == nil {
			list = append(list, r.Versions)
		}
	}
	if r, err := b.inR("versions"); err == nil {
		blas := ""
		if says, err := b.inPython("blas path=" + r.BLAS); err == nil {
			blas = says.BLAS
		}
		list = append(list, with(r.Versions, cmp.Or(blas, r.BLAS)))
	}
	if len(list) == 0 {
		return []string{"no peers"}
	}
	if b.within != "" {
		list = append(list, "peers of Debian sid")
	} else {
		list = append(list, "peers as installed here")
	}
	if _, unset := free(os.Environ()); len(unset) > 0 {
		list = append(list, "unset for the peers: "+strings.Join(unset, " "))
	}
	return list
}

func cpuName() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// loadAverage is that of the last minute, "" if it is not known.
func loadAverage() string {
	text, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

func toJSON(path string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o666)
}
