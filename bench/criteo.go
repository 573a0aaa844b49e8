package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"strings"
)

// criteo is a fit to generated data of the shape of Criteo's, in one process and on three
// hosts of this computer, which the test of cluster measures.
func (b *bench) criteo() error {
	rows := 10_000_000
	if b.quick {
		rows = 200_000
	}
	if _, err := os.Stat("bin/temporal"); errors.Is(err, fs.ErrNotExist) {
		return skip("there is no bin/temporal; make test-cluster builds it")
	}
	test := exec.Command("go", "test", "-C", "cluster", "-count=1", "-v", "-timeout=2h", "-run=^TestCriteo$", ".")
	test.Env = append(os.Environ(), fmt.Sprint("LCLASS_CRITEO=", rows))
	text, err := test.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, text)
	}
	found := regexp.MustCompile(`criteo: (\{.*\})`).FindSubmatch(text)
	if found == nil {
		return fmt.Errorf("the test has no result: %s", text)
	}
	var took map[string]float64
	if err := json.Unmarshal(found[1], &took); err != nil {
		return err
	}
	hosts := "three hosts"
	if strings.Contains(string(text), "NO NETWORK NAMESPACES") {
		hosts = "three processes"
	}
	t := table{
		title: fmt.Sprintf("Logistic regression by Newton on %.0f × 39 generated rows of Criteo's shape, %.0f steps, on one computer, with the same bits:", took["rows"], took["passes"]),
		head:  []string{"where", "to read", "to fit"},
		foot:  "Spark took 175 s on up to 256 cores for 10⁷ rows of Criteo, as published in github.com/rambler-digital-solutions/criteo-1tb-benchmark; with other features and machines.",
	}
	t.add("one process", seconds(took["read alone"]), seconds(took["fit alone"]))
	t.add(hosts, seconds(took["read on hosts"]), seconds(took["fit on hosts"]))
	b.tables = append(b.tables, t)
	return nil
}
