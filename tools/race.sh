#!/bin/sh
# race.sh tests the packages that do several things at once under the race detector,
# which needs a C compiler.
set -eu
cd "$(dirname "$0")/.."

# numbers are the longest tests that compare results. What computes side by side in them
# does so in the other tests, too.
numbers='Recorded|MessageGrammar|MNIST|CalibratedLearners|CancelTexts|CancelEndsDecompositions
DependentFeatures|NearlyDependentFeatures|DependentFeaturesWithPenalty|ControlOfManyFeatures
DefaultSolverOfHingeLosses|LearnersSurvivePenalties|NewtonPasses|WorkingSets|SeparatedPlenty
InteriorOverManyShapes|SVDIsThatOfGonum|CholeskyIsThatOfGonum|Eigen'

# shellcheck disable=SC2046 # a list of packages
CGO_ENABLED=1 go test -vet=off -race -timeout=5h -skip="^Test($(echo "$numbers" | paste -sd '|'))\$" $(
	git grep -lE '^	"sync(/atomic)?"|^	+go (func|[a-z]+[(.])' -- '*.go' ':!assignments/lgrade' ':!docker' ':!kernel' ':!tools' ':!cluster' |
		xargs -n1 dirname | sort -u | sed 's|^|./|'
)
CGO_ENABLED=1 go -C kernel test -vet=off -race ./cmd/...
