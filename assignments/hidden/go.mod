module linclass/assignments/hidden

go 1.26.0

require linclass v0.1.0

replace linclass => ../..
