package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// write puts the data and the problems into a directory for the peers, whose
// exchange.py says what is in the files.
func write(dir string, all []set, problems []problem) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, s := range all {
		if err := os.WriteFile(filepath.Join(dir, s.name+".csv"), s.csv(), 0o644); err != nil {
			return err
		}
	}
	var lines bytes.Buffer
	for _, p := range problems {
		fmt.Fprintf(&lines, "%v\t%s\t%s\t%v\t%v\t%v\n", p, p.data, p.learner, p.penalty.Lambda, p.penalty.Ratio, p.balanced)
	}
	return os.WriteFile(filepath.Join(dir, "problems.tsv"), lines.Bytes(), 0o644)
}

// csv returns the features, the weight of the sample and the target, with the
// shortest digits that give the same float64.
func (s set) csv() []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	record := append(s.Features(), "weight", "target")
	w.Write(record)
	class, number, weights := s.T(), s.Y(), problem{}.weights(s)
	for i, x := range s.Rows() {
		for j, v := range x {
			record[j] = digits(v)
		}
		record[len(x)] = digits(weights[i])
		if number != nil {
			record[len(x)+1] = digits(number[i])
		} else {
			record[len(x)+1] = strconv.Itoa(class[i])
		}
		w.Write(record)
	}
	w.Flush()
	return b.Bytes()
}

func digits(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
