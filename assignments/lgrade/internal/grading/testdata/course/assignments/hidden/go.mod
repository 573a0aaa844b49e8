module course/assignments/hidden

go 1.26.0

require (
	course v0.0.0
	linclass v0.0.0
)

replace course => ../..

replace linclass => ../../../../../../../..
