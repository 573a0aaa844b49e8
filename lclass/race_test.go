//go:build race

package lclass_test

func init() { underRace = true }
