module linclass/assignments/lgrade

go 1.26.0

require golang.org/x/text v0.38.0
