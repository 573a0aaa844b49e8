// Package paint makes files of pictures: PNG, SVG and PDF. With the build tag
// notebook it does not link gonum's painters and the fonts, which take long to
// link, but asks the program lclass-plot.
package paint
