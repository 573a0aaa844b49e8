package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/converter"
	"google.golang.org/protobuf/proto"
)

// Storage returns the storage of queries and sums of more than 64 KB that the workers and
// the fit share: a folder, such as one on NFS, or s3://bucket/prefix; for the credentials
// see [Files.Folder]. Contents are named by their SHA-256, so equal contents are stored
// once. Nothing is ever deleted; delete files older than the retention period of the
// Temporal namespace.
//
// Without storage, neither a query nor the sums of a worker may exceed 2 MB.
func Storage(place string) (converter.ExternalStorage, error) {
	var b blobs = folder(place)
	if strings.HasPrefix(place, s3Scheme) {
		bucket, err := openBucket(place)
		if err != nil {
			return converter.ExternalStorage{}, err
		}
		b = bucket
	}
	return converter.ExternalStorage{Drivers: []converter.StorageDriver{driver{b}}, PayloadSizeThreshold: 64 << 10}, nil
}

// blobs stores contents by name. Nothing is changed once it is there.
type blobs interface {
	kind() string // for the server; machines may reach it by different addresses
	has(ctx context.Context, name string) (bool, error)
	put(ctx context.Context, name string, text []byte) error
	get(ctx context.Context, name string) ([]byte, error) // fs.ErrNotExist if it is not there
	String() string
}

// A driver stores payloads as blobs.
type driver struct{ blobs }

// Name implements converter.StorageDriver.
func (d driver) Name() string { return d.kind() }

// Type implements converter.StorageDriver.
func (d driver) Type() string { return d.kind() }

// Store implements converter.StorageDriver.
func (d driver) Store(ctx converter.StorageDriverStoreContext, payloads []*commonpb.Payload) ([]converter.StorageDriverClaim, error) {
	claims := make([]converter.StorageDriverClaim, len(payloads))
	for i, p := range payloads {
		text, err := proto.MarshalOptions{Deterministic: true}.Marshal(p)
		if err != nil {
			return nil, err
		}
		hash := sha256.Sum256(text)
		name := hex.EncodeToString(hash[:])
		claims[i].ClaimData = map[string]string{"sha256": name}
		there, err := d.has(ctx.Context, name)
		if err == nil && !there {
			err = d.put(ctx.Context, name, text)
		}
		if err != nil {
			return nil, d.explain(err)
		}
	}
	return claims, nil
}

var errDamaged = errors.New("damaged")

// Retrieve implements converter.StorageDriver.
func (d driver) Retrieve(ctx converter.StorageDriverRetrieveContext, claims []converter.StorageDriverClaim) ([]*commonpb.Payload, error) {
	payloads := make([]*commonpb.Payload, len(claims))
	for i, c := range claims {
		name := c.ClaimData["sha256"]
		if b, err := hex.DecodeString(name); err != nil || len(b) != sha256.Size {
			return nil, fmt.Errorf("cluster: storage: %q is not a SHA-256", name)
		}
		text, err := d.get(ctx.Context, name)
		if err != nil {
			return nil, d.explain(err)
		}
		if hash := sha256.Sum256(text); hex.EncodeToString(hash[:]) != name {
			return nil, fmt.Errorf("cluster: storage %v: %s is %w; delete it and start the fit again", d, name, errDamaged)
		}
		payloads[i] = new(commonpb.Payload)
		if err := proto.Unmarshal(text, payloads[i]); err != nil {
			return nil, fmt.Errorf("cluster: storage %v: %s: %w", d, name, err)
		}
	}
	return payloads, nil
}

func (d driver) explain(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	what := ", which all workers and the fit must share"
	if errors.Is(err, fs.ErrNotExist) {
		what += ", lacks what was stored"
	}
	return fmt.Errorf("cluster: storage %v%s: %w", d, what, err)
}
