package validate

import (
	"fmt"
	"reflect"

	"linclass/lclass"
)

// parameterNames returns the parameters as texts.
func parameterNames[P any](grid []P) []string {
	names := make([]string, len(grid))
	for i, p := range grid {
		names[i] = parameterText(p)
	}
	return names
}

// parameterText returns a parameter for messages, numbers with six digits.
func parameterText[P any](p P) string {
	if v := reflect.ValueOf(&p).Elem(); v.CanFloat() {
		return fmt.Sprintf("%.6g", v.Float())
	}
	return fmt.Sprintf("%+v", p)
}

// parameterColumns returns the parameters as columns: one for each exported
// field of a struct, one named parameter otherwise.
func parameterColumns[P any](grid []P) []lclass.TableColumn {
	t := reflect.TypeFor[P]()
	if t.Kind() != reflect.Struct || t.NumField() == 0 {
		return []lclass.TableColumn{column("parameter", t, len(grid), func(i int) reflect.Value { return reflect.ValueOf(&grid[i]).Elem() })}
	}
	var columns []lclass.TableColumn
	for f := range t.NumField() {
		columns = append(columns, column(t.Field(f).Name, t.Field(f).Type, len(grid), func(i int) reflect.Value {
			return reflect.ValueOf(&grid[i]).Elem().Field(f)
		}))
	}
	return columns
}

// column returns n values, numbers as such and all else as text.
func column(name string, t reflect.Type, n int, value func(i int) reflect.Value) lclass.TableColumn {
	c := lclass.TableColumn{Name: name}
	for i := range n {
		v := value(i)
		switch {
		case v.CanFloat():
			c.Number = append(c.Number, v.Float())
		case v.CanInt():
			c.Number = append(c.Number, float64(v.Int()))
		default:
			c.Text = append(c.Text, fmt.Sprintf("%+v", v))
		}
	}
	if n == 0 && t.Kind() == reflect.String {
		c.Text = []string{}
	}
	return c
}
