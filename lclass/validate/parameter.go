package validate

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"linclass/lclass"
)

var stringer = reflect.TypeFor[fmt.Stringer]()

// parts returns the values that a parameter consists of: the fields of a struct,
// the elements of an array, or itself, as all that has a String.
func parts(v reflect.Value) []reflect.Value {
	var all []reflect.Value
	switch t := v.Type(); {
	case t.Implements(stringer):
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			all = append(all, v.Field(i))
		}
	case t.Kind() == reflect.Array:
		for i := range t.Len() {
			all = append(all, v.Index(i))
		}
	}
	if all == nil {
		all = []reflect.Value{v}
	}
	return all
}

// headings returns the names of the parts of a parameter, by default those of
// the fields, or numbers from 1.
func headings(t reflect.Type, names []string) ([]string, error) {
	count := len(parts(reflect.New(t).Elem()))
	if names != nil && len(names) != count {
		return nil, badLength("names in Options.Names", len(names), fmt.Sprintf("parts of a parameter of type %v", t), count)
	}
	switch {
	case names != nil:
		return names, nil
	case t.Kind() == reflect.Struct && count == t.NumField():
		for i := range count {
			names = append(names, t.Field(i).Name)
		}
	case t.Kind() == reflect.Array && count == t.Len():
		for i := range count {
			names = append(names, "parameter "+strconv.Itoa(i+1))
		}
	default:
		names = []string{"parameter"}
	}
	return names, nil
}

// parameterNames returns the parameters as texts.
func parameterNames[P any](grid []P, names []string) ([]string, error) {
	if _, err := headings(reflect.TypeFor[P](), names); err != nil {
		return nil, err
	}
	texts := make([]string, len(grid))
	for i, p := range grid {
		texts[i] = parameterText(p, names)
	}
	return texts, nil
}

// parameterText returns a parameter for messages: its value, or the parts of a
// struct with their names.
func parameterText[P any](p P, names []string) string {
	v := reflect.ValueOf(&p).Elem()
	all := parts(v)
	if len(all) == 1 && all[0] == v || v.Kind() == reflect.Array && names == nil {
		return valueText(v)
	}
	names, _ = headings(v.Type(), names)
	texts := make([]string, len(all))
	for i, part := range all {
		texts[i] = valueText(part)
		if i < len(names) {
			texts[i] = names[i] + " " + texts[i]
		}
	}
	return strings.Join(texts, ", ")
}

// valueText returns a value, numbers with six digits.
func valueText(v reflect.Value) string {
	switch {
	case v.Type().Implements(stringer):
	case v.CanFloat():
		return fmt.Sprintf("%.6g", v.Float())
	case v.Kind() == reflect.Array:
		texts := make([]string, v.Len())
		for i := range texts {
			texts[i] = valueText(v.Index(i))
		}
		return fmt.Sprint(texts)
	}
	return fmt.Sprintf("%+v", v)
}

// parameterColumns returns the parameters as columns, one for each part.
func parameterColumns[P any](grid []P, names []string) []lclass.TableColumn {
	names, _ = headings(reflect.TypeFor[P](), names)
	columns := make([]lclass.TableColumn, len(names))
	for j, name := range names {
		columns[j].Name = name
	}
	for i := range grid {
		for j, v := range parts(reflect.ValueOf(&grid[i]).Elem()) {
			if j < len(columns) {
				appendValue(&columns[j], v)
			}
		}
	}
	return columns
}

// appendValue appends a number as such and all else as text.
func appendValue(c *lclass.TableColumn, v reflect.Value) {
	if number := reflect.TypeFor[float64](); !v.Type().Implements(stringer) && v.CanConvert(number) {
		c.Number = append(c.Number, v.Convert(number).Float())
	} else {
		c.Text = append(c.Text, valueText(v))
	}
}
