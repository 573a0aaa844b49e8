# shellcheck shell=sh
# How cells are compiled. The build cache is warmed with the same settings.
# Without tables for debuggers, which -s leaves out of the program anyway, the
# linker has a quarter less to read.
export GOFLAGS='-ldflags=-s -gcflags=all=-dwarf=false -tags=notebook'
export CGO_ENABLED=0
