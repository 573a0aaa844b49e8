//go:build page

// Package command lets a cell that runs in a page have its figures painted and shown
// by the page.
package command

import (
	"fmt"

	"linclass/internal/page"
)

// Run has the page do what name says with data and returns its answer.
func Run(name string, data []byte) ([]byte, error) {
	answer, err := page.Ask(name, data)
	if err != nil {
		return nil, fmt.Errorf("plots: %w", err)
	}
	return answer, nil
}
