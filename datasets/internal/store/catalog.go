package store

import (
	"os"
	"strings"
)

// A Set is a data set made of files.
type Set struct {
	Name  string
	Files []File
}

// A File is one published file of a data set.
type File struct {
	Set       string   // directory of the file below LCLASS_DATA and below the cache
	Name      string   // as published; it ends in .gz if the file is compressed
	Published int64    // bytes of the file as published
	Size      int64    // bytes of the decompressed content
	SHA256    string   // of the decompressed content, in hex
	URLs      []string // where it is published, best first
}

// Path returns the set and the name of the file, as in "mnist/….gz".
func (f File) Path() string { return f.Set + "/" + f.Name }

// Sources returns the URLs to try: the mirror the user has named, or the
// public ones.
func (f File) Sources() []string {
	if base := os.Getenv(MirrorVariable); base != "" {
		return []string{strings.TrimSuffix(base, "/") + "/" + f.Path()}
	}
	return f.URLs
}

// Sets are all data sets that are not embedded.
var Sets = []Set{MNIST, Titanic}

// MNIST is LeCun, Cortes and Burges' 70 000 handwritten digits: training
// images and labels, then test images and labels.
var MNIST = Set{"mnist", []File{
	mnistFile("train-images-idx3-ubyte.gz", 9912422, 16+60000*28*28, "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db"),
	mnistFile("train-labels-idx1-ubyte.gz", 28881, 8+60000, "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5"),
	mnistFile("t10k-images-idx3-ubyte.gz", 1648877, 16+10000*28*28, "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7"),
	mnistFile("t10k-labels-idx1-ubyte.gz", 4542, 8+10000, "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"),
}}

func mnistFile(name string, published, size int64, sha256 string) File {
	return File{Set: "mnist", Name: name, Published: published, Size: size, SHA256: sha256, URLs: []string{
		"https://ossci-datasets.s3.amazonaws.com/mnist/" + name,
		"https://storage.googleapis.com/cvdf-datasets/mnist/" + name,
	}}
}

// Titanic is the list of 891 passengers.
var Titanic = Set{"titanic", []File{{
	Set: "titanic", Name: "titanic.csv", Published: 60302, Size: 60302,
	SHA256: "4a437fde05fe5264e1701a7387ac6fb75393772ba38bb2c9c566405af5af4bd7",
	URLs: []string{
		"https://raw.githubusercontent.com/datasciencedojo/datasets/master/titanic.csv",
		"https://cdn.jsdelivr.net/gh/datasciencedojo/datasets@master/titanic.csv",
	},
}}}
