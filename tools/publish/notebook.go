package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var cellID = regexp.MustCompile(`(?m)^   "id": "([^"]*)",$`)

// keepIDs gives the cells of a notebook the IDs that tools/nbtext.py makes of their
// sources, if they had those of their sources before.
func keepIDs(before, after string) (string, error) {
	old, err := ids(before)
	if err != nil {
		return "", err
	}
	now, err := ids(after)
	if err != nil {
		return "", err
	}
	var found []string
	for _, match := range cellID.FindAllStringSubmatch(before, -1) {
		found = append(found, match[1])
	}
	if !slices.Equal(found, old) {
		return after, nil
	}
	next := 0
	return cellID.ReplaceAllStringFunc(after, func(string) string {
		next++
		return fmt.Sprintf(`   "id": "%s",`, now[next-1])
	}), nil
}

// ids returns the IDs that tools/nbtext.py gives to the cells of a notebook.
func ids(text string) ([]string, error) {
	var notebook struct {
		Cells []struct {
			Kind   string `json:"cell_type"`
			Source any
		}
	}
	if err := json.Unmarshal([]byte(text), &notebook); err != nil {
		return nil, err
	}
	var made []string
	for _, cell := range notebook.Cells {
		var source strings.Builder
		switch s := cell.Source.(type) {
		case string:
			source.WriteString(s)
		case []any:
			for _, line := range s {
				fmt.Fprint(&source, line)
			}
		}
		sum := sha256.Sum256([]byte(cell.Kind + "\n" + strings.Trim(source.String(), "\n")))
		digest := fmt.Sprintf("%x", sum[:4])
		id := digest
		for slices.Contains(made, id) {
			id = fmt.Sprintf("%s-%d", digest, len(made))
		}
		made = append(made, id)
	}
	return made, nil
}
