// lclass-kernel is the Jupyter kernel "Go (lclass)", which Windows cannot run.
package main

import "log"

func main() {
	log.SetFlags(0)
	log.Fatal("Go (lclass): the kernel does not run on Windows. Use WSL, where this command works as on Linux")
}
