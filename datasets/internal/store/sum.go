//go:build !notebook

package store

import (
	"crypto/sha256"
	"fmt"
	"hash"
)

// sum computes the SHA-256 of what is written to it.
type sum struct{ hash.Hash }

func newSum() (*sum, error) { return &sum{sha256.New()}, nil }

// hex returns the sum in hex, once.
func (s *sum) hex() (string, error) { return fmt.Sprintf("%x", s.Sum(nil)), nil }

func (s *sum) close() {}
