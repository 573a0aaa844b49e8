// Package validate tells how well a model does on data it has not seen: it
// splits data into a training and a test set (Edinburgh; Chemnitz section 6).
package validate
