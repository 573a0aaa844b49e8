// Package questions has the questions of the pages, a file for each notebook, and computes
// their answers. Its tests compare what the files say with what lclass computes;
//
//	go test ./notebooks/questions -record
//
// writes the computed answers into the files. tools/questions.py reads the files for the
// pages, and checks their form.
package questions
