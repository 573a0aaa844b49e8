// Command nilwalk calls every function and method of a table with nil for each
// argument that may be nil, and prints those that panic: the name, whether the
// panic is one of Go's run-time, and its text.
package main

import (
	"context"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/validate"
)

// samples are arguments that are not nil.
var samples = map[reflect.Type]reflect.Value{}

func sample[T any](v T) { samples[reflect.TypeFor[T]()] = reflect.ValueOf(&v).Elem() }

func init() {
	x := mat.NewDense(12, 2, nil)
	class, y := make([]int, 12), make([]float64, 12)
	for i := range 12 {
		x.SetRow(i, []float64{float64(i * i % 7), float64(i % 5)})
		class[i], y[i] = i/3%2, float64(i%4)
	}
	d := lclass.Must(lclass.FromMatrix(x, class, []string{"a", "b"}))
	regression := lclass.Must(lclass.RegressionFromMatrix(x, y))
	linear := lclass.Must(lclass.LinearRegression{}.Fit(regression))
	sample(d)
	sample(lclass.Must(lclass.Logistic{Penalty: lclass.L2(1)}.Fit(d)))
	sample(lclass.Must(lclass.NaiveBayes{}.Fit(d)))
	sample(lclass.Must(linear.Summary(regression)))
	sample[lclass.Estimator](lclass.Logistic{Penalty: lclass.L2(1)})
	sample[lclass.Solver](lclass.Newton{})
	sample[context.Context](context.Background())
	sample[mat.Matrix](x)
	sample[validate.Folds](validate.KFold{K: 2})
	sample([]float64{0.25, 0.75})
	sample([]int{0, 1})
	sample([]string{"a", "b"})
	sample([]bool{false, true})
	sample([][]float64{{0.25, 0.75}, {0.75, 0.25}})
	sample(1)
	sample(0.5)
	sample(uint64(1))
	sample("a")
}

func nilable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface, reflect.Func, reflect.Chan:
		return true
	}
	return false
}

// arguments returns lists of arguments: zero values, and samples with nil for one
// of them.
func arguments(f reflect.Type) [][]reflect.Value {
	count := f.NumIn()
	if f.IsVariadic() {
		count--
	}
	zero, full := make([]reflect.Value, count), make([]reflect.Value, count)
	for i := range count {
		zero[i] = reflect.Zero(f.In(i))
		full[i] = zero[i]
		if v, ok := samples[f.In(i)]; ok {
			full[i] = v
		}
	}
	lists := [][]reflect.Value{zero}
	for i := range count {
		if nilable(f.In(i)) {
			list := slices.Clone(full)
			list[i] = zero[i]
			lists = append(lists, list)
		}
	}
	if f.IsVariadic() && nilable(f.In(count).Elem()) {
		lists = append(lists, append(slices.Clone(full), reflect.Zero(f.In(count).Elem())))
	}
	return lists
}

func call(name string, f reflect.Value, args []reflect.Value) {
	defer func() {
		if v := recover(); v != nil {
			_, wild := v.(runtime.Error)
			fmt.Printf("%s\t%v\t%s\t(%s)\n", name, wild, strings.ReplaceAll(fmt.Sprint(v), "\n", " "), list(args))
		}
	}()
	for _, v := range f.Call(args) {
		drain(v)
	}
}

func list(args []reflect.Value) string {
	var text []string
	for _, a := range args {
		if nilable(a.Type()) && a.IsNil() {
			text = append(text, "nil")
		} else {
			text = append(text, a.Type().String())
		}
	}
	return strings.Join(text, ", ")
}

// drain takes what an iterator yields.
func drain(v reflect.Value) {
	t := v.Type()
	if t.Kind() != reflect.Func || v.IsNil() || t.NumIn() != 1 || t.NumOut() != 0 || t.In(0).Kind() != reflect.Func {
		return
	}
	left := 100
	v.Call([]reflect.Value{reflect.MakeFunc(t.In(0), func([]reflect.Value) []reflect.Value {
		left--
		return []reflect.Value{reflect.ValueOf(left > 0)}
	})})
}

func main() {
	os.Stdin.Close()
	null, err := os.Open(os.DevNull)
	if err != nil {
		panic(err)
	}
	defer null.Close()
	names := make([]string, 0, len(functions))
	for name := range functions {
		names = append(names, name)
	}
	slices.Sort(names)
	calls := 0
	for _, name := range names {
		f := reflect.ValueOf(functions[name])
		for _, args := range arguments(f.Type()) {
			calls++
			call(name, f, args)
		}
	}
	for _, t := range types {
		for i := range t.NumMethod() {
			m := t.Method(i)
			receivers := []reflect.Value{reflect.New(t.Elem())}
			if _, byValue := t.Elem().MethodByName(m.Name); !byValue {
				receivers = append(receivers, reflect.Zero(t))
			}
			for _, r := range receivers {
				f := r.Method(i)
				for _, args := range arguments(f.Type()) {
					calls++
					call(t.Elem().String()+"."+m.Name, f, args)
				}
			}
		}
	}
	fmt.Printf("calls\t%d\n", calls)
}
