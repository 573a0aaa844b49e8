package shapes_test

import (
	"fmt"

	"linclass/tools/apidoc/testdata/shapes"
)

func ExampleCircle_Area() {
	c := shapes.NewCircle(shapes.Point{})
	// π, for the unit.
	fmt.Printf("%.2f\n", c.Area())
	// Output: 3.14
}
