package cluster

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"github.com/natefinch/atomic"
	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/converter"
	"google.golang.org/protobuf/proto"
)

// Folder returns the storage of queries and sums of more than 64 KB: a folder that the
// workers and the fit share, such as one on NFS. Its files are named by the SHA-256 of
// their content, so what is the same is stored once. Files are never deleted; delete those
// older than the retention period of the Temporal namespace.
//
// Without storage a query, or the sums of a worker, must not exceed 2 MB.
func Folder(path string) converter.ExternalStorage {
	return converter.ExternalStorage{Drivers: []converter.StorageDriver{folder(path)}, PayloadSizeThreshold: 64 << 10}
}

type folder string

// Name implements converter.StorageDriver. Machines may mount the folder at different
// paths, so the name does not contain it.
func (folder) Name() string { return "lclass-folder" }

// Type implements converter.StorageDriver.
func (folder) Type() string { return "lclass-folder" }

// Store implements converter.StorageDriver.
func (f folder) Store(ctx converter.StorageDriverStoreContext, payloads []*commonpb.Payload) ([]converter.StorageDriverClaim, error) {
	claims := make([]converter.StorageDriverClaim, len(payloads))
	for i, p := range payloads {
		if err := ctx.Context.Err(); err != nil {
			return nil, err
		}
		text, err := proto.MarshalOptions{Deterministic: true}.Marshal(p)
		if err != nil {
			return nil, err
		}
		hash := sha256.Sum256(text)
		name := hex.EncodeToString(hash[:])
		claims[i].ClaimData = map[string]string{"sha256": name}
		if _, err := os.Stat(f.file(name)); err == nil {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(f.file(name)), 0o777); err != nil {
			return nil, f.explain(err)
		}
		if err := atomic.WriteFile(f.file(name), bytes.NewReader(text)); err != nil {
			return nil, f.explain(err)
		}
	}
	return claims, nil
}

// Retrieve implements converter.StorageDriver.
func (f folder) Retrieve(ctx converter.StorageDriverRetrieveContext, claims []converter.StorageDriverClaim) ([]*commonpb.Payload, error) {
	payloads := make([]*commonpb.Payload, len(claims))
	for i, c := range claims {
		if err := ctx.Context.Err(); err != nil {
			return nil, err
		}
		name := c.ClaimData["sha256"]
		if b, err := hex.DecodeString(name); err != nil || len(b) != sha256.Size {
			return nil, fmt.Errorf("cluster: storage: %q is no SHA-256", name)
		}
		text, err := os.ReadFile(f.file(name))
		if err != nil {
			return nil, f.explain(err)
		}
		if hash := sha256.Sum256(text); hex.EncodeToString(hash[:]) != name {
			return nil, fmt.Errorf("cluster: storage: %s is damaged; delete it and start the fit again", f.file(name))
		}
		payloads[i] = new(commonpb.Payload)
		if err := proto.Unmarshal(text, payloads[i]); err != nil {
			return nil, fmt.Errorf("cluster: storage: %s: %w", f.file(name), err)
		}
	}
	return payloads, nil
}

func (f folder) file(name string) string { return filepath.Join(string(f), name[:2], name) }

func (f folder) explain(err error) error {
	return fmt.Errorf("cluster: storage %s, which all workers and the fit must share: %w", string(f), err)
}
