package lclass_test

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"linclass/lclass"
)

// with returns the passengers with other columns.
func (s sheet) with(columns map[string]cells) sheet {
	out := sheet{slices.Clone(s.names), maps.Clone(s.values)}
	for _, name := range slices.Sorted(maps.Keys(columns)) {
		if out.values[name] == nil {
			out.names = append(out.names, name)
		}
		if out.values[name] = columns[name]; columns[name] == nil {
			out.names = slices.DeleteFunc(out.names, func(n string) bool { return n == name })
		}
	}
	return out
}

// readers are models of the same passengers that were read in different ways.
func readers(t *testing.T) map[string]*lclass.Model {
	dropped, err := lclass.FromFrame(passengers(), lclass.Columns{Target: "Survived", DropMissing: true})
	must(t, dropped, err)
	l := lclass.Logistic{Penalty: lclass.L2(0.1)}
	return map[string]*lclass.Model{
		"pipeline":              learn(t, ridge(usual()...), raw(t, passengers())),
		"whole samples":         learn(t, l, dropped),
		"whole samples, scaled": learn(t, ridge(lclass.Standardize{}), dropped),
	}
}

func TestLikeModel(t *testing.T) {
	f := passengers()
	for name, m := range readers(t) {
		text, err := json.Marshal(m)
		must(t, text, err)
		var kept lclass.Model
		if err := json.Unmarshal(text, &kept); err != nil {
			t.Fatal(err)
		}
		whole := f
		if strings.HasPrefix(name, "whole samples") { // nothing fills gaps
			whole = f.with(map[string]cells{"Age": {"1", "2", "3", "4", "5", "6", "7", "8"}, "Port": {"S", "S", "S", "C", "C", "C", "C", "S"}})
		}
		turned := whole.with(map[string]cells{"Name": {"a", "b", "c", "d", "e", "f", "g", "h"}})
		slices.Reverse(turned.names)
		d, err := lclass.FromFrame(whole, lclass.Columns{Like: m})
		must(t, d, err)
		want, err := m.Scores(d)
		must(t, want, err)
		equal(t, name+": samples", d.N(), 8)
		a, err := m.Accuracy(d)
		if must(t, a, err) < 0.5 {
			t.Errorf("%s: accuracy %v", name, a)
		}
		other, err := lclass.FromFrame(turned, lclass.Columns{Like: &kept})
		must(t, other, err)
		got, err := kept.Scores(other)
		equal(t, name+": turned, by the model read back", must(t, got, err).RawMatrix().Data, want.RawMatrix().Data)
		for what, target := range map[string]cells{"no target": nil, "an empty one": make(cells, 8)} {
			d, err := lclass.FromFrame(whole.with(map[string]cells{"Survived": target}), lclass.Columns{Like: m})
			must(t, d, err)
			got, err := m.Scores(d)
			equal(t, name+": "+what, must(t, got, err).RawMatrix().Data, want.RawMatrix().Data)
			fails(t, failure(m.Accuracy(d)), lclass.ErrNoTarget)
		}
		// One sample, of which most categories are not there.
		one := sheet{whole.names, map[string]cells{}}
		for column, v := range whole.values {
			one.values[column] = v[1:2]
		}
		d, err = lclass.FromFrame(one, lclass.Columns{Like: m})
		must(t, d, err)
		z, err := m.Scores(d)
		equal(t, name+": alone", must(t, z, err).At(0, 0), want.At(1, 0))
	}
}

func TestLikeModelErrors(t *testing.T) {
	f := passengers()
	ages := cells{"1", "2", "3", "4", "5", "6", "7", "8"}
	for name, m := range readers(t) {
		f := f
		if strings.HasPrefix(name, "whole samples") {
			f = f.with(map[string]cells{"Age": ages, "Port": {"S", "S", "S", "C", "C", "C", "C", "S"}})
		}
		for what, c := range map[string]struct {
			change map[string]cells
			want   error
			words  []string
		}{
			"missing":           {map[string]cells{"Age": nil}, &lclass.ColumnError{Missing: []string{"Age"}}, nil},
			"renamed":           {map[string]cells{"Age": nil, "age": ages}, &lclass.ColumnError{Missing: []string{"Age"}}, []string{`if you mean "age", rename it`}},
			"texts for numbers": {map[string]cells{"Age": {"1", "2", "old", "4", "5", "6", "7", "8"}}, &lclass.ValueError{Err: lclass.ErrKind, Column: "Age", Row: 2, Value: "old", Want: []string{"numbers"}}, nil},
			"all texts":         {map[string]cells{"Age": {"a", "a", "old", "a", "a", "a", "a", "a"}}, &lclass.ValueError{Err: lclass.ErrKind, Column: "Age", Value: "a", Want: []string{"numbers"}}, nil},
			"truths":            {map[string]cells{"Age": {"true", "true", "false", "true", "true", "true", "true", "true"}}, &lclass.ValueError{Err: lclass.ErrKind, Column: "Age", Value: "true", Want: []string{"numbers"}}, nil},
			"numbers for texts": {map[string]cells{"Sex": {"1", "0", "0", "1", "0", "1", "0", "1"}}, &lclass.ValueError{Err: lclass.ErrKind, Column: "Sex", Value: "1", Want: []string{"texts"}}, []string{`such as "female"`}},
			"unseen category": {map[string]cells{"Sex": {"male", "female", "f", "male", "male", "female", "male", "male"}},
				&lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "Sex", Row: 2, Value: "f", Want: []string{"female", "male"}}, nil},
			"infinite": {map[string]cells{"Age": {"1", "2", "Inf", "4", "5", "6", "7", "8"}}, &lclass.ValueError{Column: "Age", Row: 2, Value: "+Inf"}, nil},
			"another class": {map[string]cells{"Survived": {"no", "yes", "maybe", "no", "no", "no", "no", "no"}},
				&lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "Survived", Row: 2, Value: "maybe", Want: []string{"no", "yes"}}, nil},
			"a target is out": {map[string]cells{"Survived": {"no", "yes", "", "no", "no", "no", "no", "no"}},
				&lclass.ValueError{Err: lclass.ErrMissing, Column: "Survived", Row: 2, Count: 1}, []string{"or leave the column out to predict all rows"}},
			"no rows": {map[string]cells{"Age": {}, "Sex": {}, "Port": {}, "Fare": {}, "Survived": {}}, lclass.ErrNoSamples, nil},
		} {
			t.Run(name+", "+what, func(t *testing.T) {
				changed := f.with(c.change)
				if lacks, ok := c.want.(*lclass.ColumnError); ok {
					lacks.Have = changed.names
				}
				d, err := lclass.FromFrame(changed, lclass.Columns{Like: m})
				if err == nil {
					_, err = m.Predict(d)
				}
				fails(t, err, c.want, c.words...)
			})
		}
	}
	fails(t, failure(lclass.FromFrame(passengers(), lclass.Columns{Like: readers(t)["whole samples"]})), &lclass.ValueError{Err: lclass.ErrMissing, Column: "Age", Row: 2, Count: 2}, "Impute")
	fails(t, failure(lclass.FromFrame(f, lclass.Columns{Like: (*lclass.Model)(nil)})), lclass.ErrNoModel)
	fails(t, failure(lclass.FromFrame(f, lclass.Columns{Like: (*lclass.Data)(nil)})), lclass.ErrNoSamples)
	fails(t, failure(lclass.FromFrame(f, lclass.Columns{Like: &lclass.Model{}})), lclass.ErrNoModel)
	broken := dataframe.New().Select("x")
	fails(t, failure(lclass.FromFrame(broken, lclass.Columns{Like: readers(t)["pipeline"]})), broken.Err, "the frame has an error")
}

func is[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

// isValue finds an error about a value, with the reason, or nil for a value that is not
// valid.
func isValue(err, reason error, e **lclass.ValueError) bool {
	return errors.As(err, e) && (*e).Err == reason
}

// gota's frames, whose columns have types, and the model of densities.
func TestLikeModelGota(t *testing.T) {
	df := dataframe.ReadCSV(strings.NewReader("Age,Sex,Survived\n22,male,0\n38,female,1\n,female,1\n35,male,1\n28,male,0\n27,female,0\n54,male,0\n2,female,1\n"))
	d, err := lclass.FromFrame(df, lclass.Columns{Target: "Survived", Raw: true})
	must(t, d, err)
	g, err := lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Impute{}, lclass.OneHot{}}, Of: lclass.NaiveBayes{Smoothing: 0.01}}.Fit(d)
	must(t, g, err)
	again, err := lclass.FromFrame(df.Select([]string{"Sex", "Age"}), lclass.Columns{Like: g})
	must(t, again, err)
	a, err := g.Proba(d)
	must(t, a, err)
	b, err := g.Proba(again)
	equal(t, "probabilities", must(t, b, err).RawMatrix().Data, a.RawMatrix().Data)
	coded := df.Mutate(series.New([]int{1, 0, 0, 1, 1, 0, 1, 0}, series.Int, "Sex"))
	fails(t, failure(lclass.FromFrame(coded, lclass.Columns{Like: g})), &lclass.ValueError{Err: lclass.ErrKind, Column: "Sex", Value: "1", Want: []string{"texts"}})

	labels, err := lclass.FromFrame(df, lclass.Columns{Labels: []string{"Survived"}, Raw: true})
	must(t, labels, err)
	m, err := lclass.Pipeline{Prepare: usual()[:2], Of: lclass.MultiLabel{Penalty: lclass.L2(1)}}.Fit(labels)
	must(t, m, err)
	x, err := lclass.FromFrame(df, lclass.Columns{Like: m})
	must(t, x, err)
	sets, err := m.Predict(x)
	equal(t, "sets of labels", len(must(t, sets, err).Sets), 8)

	// Codes that are texts stay so, though they read as numbers.
	o := lclass.Columns{Raw: true, Categorical: []string{"Age"}}
	coded = df.Mutate(series.New([]int{1, 1, 2, 2, 1, 1, 2, 2}, series.Int, "Age"))
	c, err := lclass.FromFrame(coded, columns(o, "Survived"))
	must(t, c, err)
	codes := learn(t, ridge(lclass.OneHot{}), c)
	read, err := lclass.FromFrame(coded, lclass.Columns{Like: codes})
	must(t, read, err)
	y, err := codes.Accuracy(read)
	must(t, y, err)
	equal(t, "features", codes.Features, []string{"Age[2]", "Sex[male]"})
}

// A target column that is empty, as in a file to be scored, is left out; codes that the frame
// has made numbers of are not taken for others.
func TestLikeOfFramesAsUsersHaveThem(t *testing.T) {
	train := dataframe.ReadCSV(strings.NewReader("x,plz,y\n1,01067,no\n2,99084,yes\n3,80331,no\n4,99084,yes\n5,01067,yes\n6,80331,no\n"), dataframe.WithTypes(map[string]series.Type{"plz": series.String}))
	d, err := lclass.FromFrame(train, lclass.Columns{Target: "y", Raw: true, Categorical: []string{"plz"}})
	must(t, d, err)
	m := learn(t, lclass.Pipeline{Prepare: []lclass.Preparation{lclass.OneHot{AllowUnknown: true}}, Of: lclass.Logistic{Penalty: lclass.L2(0.1)}}, d)
	_, err = lclass.FromFrame(dataframe.ReadCSV(strings.NewReader("x,plz\n1,01067\n")), lclass.Columns{Like: m})
	fails(t, err, &lclass.ValueError{Err: lclass.ErrKind, Column: "plz", Value: "1067", Want: []string{"texts"}}, "01067")
	for _, empty := range []string{"", "NA"} {
		x, err := lclass.FromFrame(dataframe.ReadCSV(strings.NewReader("x,plz,y\n1,01067,"+empty+"\n2,99084,"+empty+"\n"), dataframe.WithTypes(map[string]series.Type{"plz": series.String})), lclass.Columns{Like: m})
		must(t, x, err)
		if p, err := m.Proba(x); err != nil || p.RawMatrix().Rows != 2 {
			t.Errorf("a target of %q: %v, %v", empty, p, err)
		}
	}
}
