# shellcheck shell=sh
# How cells are compiled. The build cache is warmed with the same settings.
export GOFLAGS='-ldflags=-s -tags=notebook'
export CGO_ENABLED=0
