#!/usr/bin/env bash
# cluster.sh tests fits on many machines: it builds Temporal's command with its server,
# once, which takes minutes, and runs the tests of cluster/ against it. As root they use
# network namespaces; otherwise the hosts are processes, and no network is cut.
set -euo pipefail
cd "$(dirname "$0")/.."

engine=github.com/temporalio/cli
want=$(go -C cluster/engine list -m -f '{{.Version}}' $engine)
have=$(go version -m bin/temporal 2>/dev/null | awk -v m=$engine '$2 == m { print $3 }' || true)
[ "$want" = "$have" ] || go -C cluster/engine build -o "$PWD/bin/temporal" $engine/cmd/temporal

go -C cluster/deploy vet ./...
go -C cluster/deploy test -vet=off -count=1 ./...

cd cluster
go vet ./...
../bin/staticcheck -tags noparquet ./...
LCLASS_TEST_CLUSTER=1 go test -vet=off -count=1 -timeout=2h -v ./... |
	grep --line-buffered -vE '^ *((warning|error)[: ]|time=|CLI|Server|Metrics)|^=== |^ *$'

../tools/compose.sh
