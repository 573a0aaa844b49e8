package calibrate

var ErrSlope = errSlope
