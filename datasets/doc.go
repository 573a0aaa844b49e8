// Package datasets holds the data of the lectures: real sets that are looked
// up or downloaded, small ones that are embedded, and generators of toy sets.
//
// # Looked up or downloaded
//
// [MNIST] and [Titanic] take their files from
//
//  1. $LCLASS_DATA/mnist and $LCLASS_DATA/titanic, if the variable is set;
//  2. the cache, $LCLASS_CACHE or lclass in the user's cache directory;
//  3. a download into the cache, unless LCLASS_OFFLINE=1 forbids it, from the
//     public mirrors or from $LCLASS_MIRROR/mnist and $LCLASS_MIRROR/titanic.
//
// Files may be compressed with gzip or not. Their content is compared with the published
// SHA-256 wherever it comes from. If the data are not available, the error wraps
// [ErrUnavailable] and names the remedies.
//
// With the build tag notebook the package does not link an HTTP client, which would make
// every cell of a notebook slower to build. It runs the command lclass-data instead.
//
// # Embedded
//
// [Digits], [Iris] and [TitanicTable] need neither files nor a network.
// embedded/SOURCE.md names their sources.
//
// # Generated
//
// [TwoGaussians], [UnitSquare], [AND], [OR], [XOR], [Outliers], [ThreeClasses],
// [BloodPressure] and [HousePrices] make the toy sets of the lectures. [Messages] makes
// short texts, wanted and unwanted. The same seed gives the same samples every time. In
// the recipes N(m, s²) is the normal distribution with mean m and standard deviation s,
// I the identity matrix and U(a, b) the uniform distribution from a to b.
package datasets
