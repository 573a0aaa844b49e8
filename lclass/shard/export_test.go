package shard

// Errors that tests tell apart.
type (
	FieldError  = fieldError
	ColumnError = columnError
	PlaceError  = placeError
)
