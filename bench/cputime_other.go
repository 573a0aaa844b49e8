//go:build !unix

package main

func cpuTime() (float64, error) { return 0, skip("CPU time is measured on Unix only") }
