//go:build !linux && !windows

package main

import (
	"os"
	"strconv"
	"syscall"
)

// Without /proc a kernel ends what it started itself, and sweeps directories alone.

const owner = "LCLASS_KERNEL"

func ourName() string { return strconv.Itoa(os.Getpid()) }

func adopt() {}

func bound() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func endBelow(int, func() bool, ...int) {}

func compiles(int) bool { return false }

func always() bool { return true }

func sweepProcesses() {}
