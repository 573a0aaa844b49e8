// Package store knows which files the data sets are made of, where they may
// lie and how to tell that they are the files as published.
package store

import (
	"os"
	"path/filepath"
)

// Variables of the environment that say where the files are.
const (
	DataVariable    = "LCLASS_DATA"    // directory that holds mnist/ and titanic/
	CacheVariable   = "LCLASS_CACHE"   // cache directory instead of the user's
	OfflineVariable = "LCLASS_OFFLINE" // 1 forbids downloads
	MirrorVariable  = "LCLASS_MIRROR"  // base URL to download from instead of the public mirrors
)

// DataDir returns the directory with the user's own copies, "" if none is set.
func DataDir() string { return os.Getenv(DataVariable) }

// CacheDir returns the directory that downloads go to.
func CacheDir() (string, error) {
	if dir := os.Getenv(CacheVariable); dir != "" {
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "lclass"), nil
}

// Offline reports whether downloads are forbidden.
func Offline() bool {
	v := os.Getenv(OfflineVariable)
	return v != "" && v != "0"
}
