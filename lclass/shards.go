package lclass

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"sync"

	"linclass/internal/invalid"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/shard"
)

// FitShards fits e to samples that are stored elsewhere, such as on many machines. The
// solver runs here and queries samples for sums; see package shard. like is any Data with
// the same features, classes and target, such as a few of the samples, with at least two
// classes, and with offsets if the samples have offsets. The samples of like itself are
// not used.
//
// The model is close to that of Fit on all samples in one place, but not identical,
// because sums are rounded in another order and the solver may take other steps. W and b
// differ by up to 1e-10 with Newton and ClosedForm, 1e-6 with QuasiNewton, and 1e-4 with
// CoordinateDescent. Status.Loss has fewer digits than that of Fit if features are so far
// from 0 that W x and b cancel. e is a learner with a smooth loss and the [Solver]
// Newton, QuasiNewton, CoordinateDescent or ClosedForm. Descent, DualCoordinateDescent
// and the hinge losses visit single samples and return an error. FitShards detects
// separated classes as Fit does, except that rounding may hide them if the mean of a
// feature is more than a thousand standard deviations from 0.
//
// e may be a [Pipeline]: its steps learn from the samples of all shards, step by step, and
// each shard prepares its own samples for the next query. Standardize takes two
// or three queries, MinMax one, and the other steps none.
//
// The shards may have raw data, with texts and missing values, if like has been read with
// Columns.Raw too. One more query then collects what the columns contain, and another one
// after each step that needs it. The categories are those of all shards, in alphabetical
// order, or as Columns.Categories has them, at most [shard.MaxCategories] for a column.
// FillMedian takes up to eleven queries and is exact if sums of weights are, such as
// those of counts. FillMostFrequent takes one more query, for at most
// [shard.MaxCategories] different numbers of a column. [NGrams] return a [SettingError].
//
// FitShards returns the error of samples, the error of [shard.Query.Check] for an invalid
// answer, [shard.ErrNames] if features or classes of a shard have other names, or another
// order, than those of the other shards or of like, [ErrChanged] if the samples of a shard
// differ from those at the first query, and the error of ctx when it is done, even if an
// evaluator ignores its context and goes on.
func FitShards(ctx context.Context, e Estimator, like *Data, samples shard.Evaluator) (*Model, error) {
	d, all, err := distant(ctx, like, samples, nil)
	if err != nil {
		return nil, err
	}
	if err := checkShardNames(all, d.features, d.classes, "like"); err != nil {
		return nil, fmt.Errorf("lclass: %w", err)
	}
	return fitElsewhere(e, d, all)
}

// checkShardNames returns an error if shards say that they have other features or classes than
// these, or in another order. It does not compare with nil.
func checkShardNames(all *shard.Sum, features, classes []string, whose string) error {
	if len(all.Shards) == 0 {
		return nil
	}
	for _, part := range []struct {
		what  string
		hash  uint64
		names []string
	}{
		{"features", all.Shards[0].Features, features},
		{"classes", all.Shards[0].Classes, classes},
	} {
		if part.names != nil && part.hash != 0 && part.hash != hashOf(part.names) {
			return fmt.Errorf("%w: the names of the %s, or their order, are not those of %s: %s", shard.ErrNames, part.what, whose, abbreviate(part.names))
		}
	}
	return nil
}

// hashOf returns 64 bits of names and their order.
func hashOf(names []string) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%q", names)
	return h.Sum64()
}

// distant returns data like others whose samples are elsewhere, where they go through a
// preparation, and the answer about their targets.
func distant(ctx context.Context, like *Data, samples shard.Evaluator, preparation []byte) (*Data, *shard.Sum, error) {
	if isNil(samples) {
		return nil, nil, badSetting("the Evaluator of the samples", nil, "pass one, such as shard.Together(…)")
	}
	if ctx == nil {
		ctx = context.Background()
	}
	d := *like.WithContext(ctx)
	d.weight, d.plain, d.seen = nil, nil, &seen{}
	w := watched{samples: samples}
	d.elsewhere = &objective.Elsewhere{D: d.D(), Sum: func(q shard.Query) (*objective.Sum, error) {
		if q.Preparation == nil {
			q.Preparation = preparation
		}
		sum, err := w.sum(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("lclass: %w", err)
		}
		return sum, nil
	}}
	all, err := d.elsewhere.Sum(shard.Query{Kind: shard.Targets})
	if err != nil {
		return nil, nil, err
	}
	d.elsewhere.N, d.elsewhere.Classes = all.N, all.Classes
	return &d, all, nil
}

// fitElsewhere fits to samples of whose targets all is known.
func fitElsewhere(e Estimator, d *Data, all *shard.Sum) (*Model, error) {
	if isNil(e) {
		return nil, errNoEstimator
	}
	if pipeline, ok := e.(preparing); ok {
		d, err := d.surveyed()
		if err != nil {
			return nil, err
		}
		steps, x, err := pipeline.prepare(d)
		if err != nil {
			return nil, err
		}
		m, err := fitElsewhere(pipeline.learner(), x, all)
		if err != nil {
			return nil, err
		}
		return m.after(steps)
	}
	p, err := problemOf(e, d)
	if err != nil {
		return nil, err
	}
	if err := p.checkShards(all); err != nil {
		return nil, err
	}
	return fit(p, nil)
}

// prepareElsewhere returns the data whose samples go through more steps where they are.
func (d *Data) prepareElsewhere(out []feature, steps []fitted) (*Data, error) {
	before := []fitted{}
	inputs := d.described()
	if d.through != nil {
		inputs, before = d.through.inputs, d.through.steps
	}
	p, err := newPrepared(inputs, slices.Concat(before, steps))
	if err != nil {
		return nil, err
	}
	text, err := p.MarshalJSON()
	if err != nil {
		return nil, err
	}
	made, from := *d, *d.elsewhere
	made.features, made.roles, made.through, made.seen = namesOf(out), rolesOf(out), p, &seen{}
	if made.gaps, err = d.gapsAfter(steps); err != nil {
		return nil, err
	}
	made.x = unread(d.N(), made.features)
	made.elsewhere = &objective.Elsewhere{N: from.N, D: len(out), Classes: from.Classes, Sum: func(q shard.Query) (*objective.Sum, error) {
		if q.Preparation == nil { // or it is of later steps, which include these
			q.Preparation = text
		}
		return from.Sum(q)
	}}
	return &made, nil
}

// Shard returns an evaluator that answers the queries of [FitShards] for one part of the
// samples, on the machine that has them. e is the specification of the fit. d has the
// same features and classes, in the same order, on all machines, although some classes
// may have no samples in this part; it may have weights and [Blocks]. Several goroutines
// may query the evaluator at once.
//
// The fingerprint of the shard covers the names of features and classes, the targets,
// weights and offsets, and the loss. It detects a machine that restarts with others, but
// not one whose feature values alone have changed.
//
// For a [Pipeline] the samples of weight 0 are left out, because its steps ignore them,
// and d may be raw: see [Columns]. It is in memory then.
func Shard(e Estimator, d *Data) (shard.Evaluator, error) {
	part := *d.orNone()
	part.partial, part.weight = true, part.sampleWeights()
	bare := part
	for pipeline, ok := e.(preparing); ok && !isNil(e); pipeline, ok = e.(preparing) {
		e = pipeline.learner()
		if slices.Contains(part.weight, 0) {
			part = *part.counted()
		}
		bare = part
		bare.roles, bare.gaps = nil, false // steps come first
	}
	p, err := problemOf(e, &bare)
	if err != nil {
		return nil, err
	}
	s := &localShard{
		learner: e, raw: samples{&part, func() (*problem, error) { return p, nil }},
		identity: shard.Identity{N: p.data.N(), Fingerprint: p.fingerprint(), Features: hashOf(part.features)},
	}
	if p.output != Identity {
		s.identity.Classes = hashOf(part.classes)
	}
	return s, nil
}

// overShards are the solvers that ask for sums alone.
var overShards = []string{Newton{}.name(), QuasiNewton{}.name(), CoordinateDescent{}.name(), ClosedForm{}.name()}

// problemOf states the problem of a learner that has just one.
func problemOf(e Estimator, d *Data) (*problem, error) {
	if isNil(e) {
		return nil, errNoEstimator
	}
	s, ok := e.(interface{ problem(*Data) (*problem, error) })
	if !ok {
		return nil, invalid.Worded("Estimator", fmt.Sprintf("a %T", e), "lclass: %T does not support shards; use a learner with a Solver, such as Softmax", e)
	}
	return s.problem(d)
}

// checkShards reports whether there is something to learn from in all shards
// together, given what is known of their targets.
func (p *problem) checkShards(all *shard.Sum) error {
	if !slices.Contains(overShards, p.solver) {
		return badSetting("Solver", p.solver, "it visits single samples, which shards do not support; use one of %q", overShards)
	}
	if is[loss.Polyhedral](p.loss) {
		return invalid.Worded("Loss", p.loss.Name(), "lclass: this loss is not smooth, and its solvers visit single samples, which shards do not support; use Loss SquaredHinge")
	}
	classes := p.data.classes
	switch {
	case all.Offset > 0 && p.data.offset == nil:
		return errors.New("lclass: the shards have offsets, but like has none; give it any offsets with Data.WithOffset")
	case all.Offset == 0 && p.data.offset != nil:
		return errors.New("lclass: like has offsets, but those of the shards are missing or all 0; set them with Data.WithOffset on each shard")
	case all.N == 0:
		return ErrNoSamples
	case !(all.Weight > 0):
		return errNoWeight
	case p.output == Identity:
	case len(all.Classes) != len(classes):
		return fmt.Errorf("lclass: the shards have %d classes; the fit has %d: %s", len(all.Classes), len(classes), abbreviate(classes))
	case len(p.data.absent()) >= len(classes)-1:
		return fmt.Errorf("%w: of target %q, in all %d samples of the shards", ErrOneClass, p.data.target, all.N)
	}
	return nil
}

// A localShard answers for samples that are here.
type localShard struct {
	learner  Estimator
	raw      samples // as they are; their problem knows the targets alone
	identity shard.Identity

	mu       sync.Mutex
	text     []byte   // the preparation of the last query that had one
	prepared *samples // those that went through it
}

// samples have a problem, which is stated when a query needs it.
type samples struct {
	data    *Data
	problem func() (*problem, error)
}

// Sum implements shard.Evaluator.
func (s *localShard) Sum(ctx context.Context, q shard.Query) (*shard.Sum, error) {
	of, err := s.through(q.Preparation)
	if err != nil {
		return nil, err
	}
	d := of.data.WithContext(ctx)
	if err := d.Err(); err != nil {
		return nil, err
	}
	var sum *shard.Sum
	switch q.Kind {
	case shard.Columns, shard.Ranks, shard.Values:
		sum, err = d.answer(q)
	default:
		sum, err = of.answer(ctx, q)
	}
	if err != nil {
		return nil, err
	}
	sum.Shards = []shard.Identity{s.identity}
	return read(d, sum, nil)
}

// answer answers a query about the features as they are.
func (d *Data) answer(q shard.Query) (*shard.Sum, error) {
	sum := &shard.Sum{N: d.N(), Margin: math.Inf(1), Largest: math.Inf(-1), Fastest: math.Inf(-1), Slowest: math.Inf(1)}
	for _, s := range d.weight {
		sum.Weight += s
	}
	switch q.Kind {
	case shard.Ranks:
		if err := d.checkRanks(q); err != nil {
			return nil, err
		}
		sum.Ranks = d.ranks(q, d.weight)
		return sum, nil
	case shard.Values:
		if err := d.checkNumbers(q.Features); err != nil {
			return nil, err
		}
		sum.Columns = d.values(q.Features, d.weight)
		return sum, q.Check(sum)
	}
	if q.Centre != nil && len(q.Centre) != d.D() {
		return nil, badLength("values of Query.Centre", len(q.Centre), "features", d.D())
	}
	sum.Columns = d.observe(seq(d.D()), d.weight, q.Centre)
	if err := d.Err(); err != nil {
		return nil, err
	}
	return sum, q.Check(sum)
}

// answer answers a query about the loss or about numbers.
func (s *samples) answer(ctx context.Context, q shard.Query) (*shard.Sum, error) {
	stated, err := s.problem()
	if err != nil {
		return nil, err
	}
	if q.Preparation == nil && q.Kind != shard.Targets {
		if err := s.data.ready(); err != nil {
			return nil, err
		}
	}
	if err := stated.checkQuery(q); err != nil {
		return nil, err
	}
	p := *stated
	p.data = p.data.WithContext(ctx)
	if q.Kind == shard.Sandwich {
		sum, err := p.sandwich(q)
		return read(p.data, sum, err)
	}
	sum := p.objective().Answer(q)
	if q.Kind == shard.Targets {
		sum.Reweighted = p.data.plain != nil
		for _, n := range p.data.numbers(false) {
			sum.Count += n
		}
	}
	return read(p.data, sum, nil)
}

// through returns the samples after a preparation, and keeps them for the next query.
func (s *localShard) through(preparation []byte) (*samples, error) {
	if preparation == nil {
		return &s.raw, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.prepared != nil && bytes.Equal(s.text, preparation) {
		return s.prepared, nil
	}
	steps := new(Prepared)
	if err := steps.UnmarshalJSON(preparation); err != nil {
		return nil, fmt.Errorf("lclass: Query.Preparation: %w", err)
	}
	s.prepared = nil // before there is memory for the next ones
	d, err := s.raw.data.recoded(steps.inputs)
	if err == nil {
		d, err = steps.Apply(d)
	}
	if err != nil {
		return nil, err
	}
	s.text = slices.Clone(preparation)
	s.prepared = &samples{d, sync.OnceValues(func() (*problem, error) { return problemOf(s.learner, d) })}
	return s.prepared, nil
}

// checkQuery refuses queries that were not made for these samples.
func (p *problem) checkQuery(q shard.Query) error {
	d := p.data.D()
	kept := p.k
	if q.Kind == shard.Sandwich {
		switch {
		case q.Reference < -1 || q.Reference >= p.k || q.Reference >= 0 && p.k == 1:
			return badSetting("Query.Reference", q.Reference, "it must be a class of %d, or -1", p.k)
		case q.Leverage != 0 && (p.k > 1 || !(q.Leverage > 0 && q.Leverage <= 1)):
			return badSetting("Query.Leverage", q.Leverage, "it must be between 0 and 1, and 0 for %d scores", p.k)
		case q.Reference >= 0:
			kept--
		}
	}
	for _, field := range []struct {
		name       string
		values     []float64
		want       int
		isOptional bool
	}{
		{"Theta", q.Theta, (d + 1) * p.k, q.Kind != shard.Loss && q.Kind != shard.Margins && q.Kind != shard.Factors && q.Kind != shard.Sandwich},
		{"Along", q.Along, (d + 1) * p.k, true},
		{"Centre", q.Centre, d, q.Kind != shard.Products && q.Kind != shard.Triangle && q.Kind != shard.Margins && q.Kind != shard.Factors && q.Kind != shard.Sandwich && !q.Curvature},
		{"Scale", q.Scale, d, q.Kind != shard.Triangle && q.Kind != shard.Margins && q.Kind != shard.Sandwich},
		{"Root", q.Root, (d + 1) * (d + 1) * kept * kept, q.Kind != shard.Sandwich},
		{"Target", q.Target, p.k, q.Kind != shard.Triangle},
	} {
		if len(field.values) != field.want && !(field.isOptional && len(field.values) == 0) {
			return badLength("values of Query."+field.name, len(field.values), "parameters", field.want)
		}
	}
	curved := is[loss.Curved](p.loss)
	switch {
	case q.Kind < shard.Loss || q.Kind > shard.Values:
		return badSetting("Query.Kind", q.Kind, "it is from a newer version; update this program")
	case q.Kind == shard.Loss && q.Curvature && !curved:
		return fmt.Errorf("lclass: Query.Curvature: %w", isNotSmooth)
	case q.Kind == shard.Sandwich && q.Leverage != 0 && !curved:
		return fmt.Errorf("lclass: Query.Leverage: %w", isNotSmooth)
	case q.Kind == shard.Factors && !curved:
		return fmt.Errorf("lclass: Query of Factors: %w", isNotSmooth)
	case q.Kind == shard.Triangle && p.targets.Value == nil:
		return fmt.Errorf("lclass: Query of Triangle: %w", isNotSquared)
	case q.Kind == shard.Margins && p.targets.Class == nil:
		return badTarget(p.data.target, "classes", "is not a class, which the query for Margins needs")
	}
	return nil
}

// watched are samples elsewhere that must stay what they are.
type watched struct {
	samples shard.Evaluator
	first   *shard.Sum // the first answer, its shards and their samples
}

// sum queries the shards and checks their answer.
func (w *watched) sum(ctx context.Context, q shard.Query) (*shard.Sum, error) {
	sum, err := w.ask(ctx, q)
	if err != nil {
		return nil, err
	}
	if err := q.Check(sum); err != nil {
		return nil, err
	}
	if w.first == nil {
		w.first = &shard.Sum{N: sum.N, Shards: slices.Clone(sum.Shards)}
	}
	return sum, w.same(q, sum)
}

// ask returns when the context is done, if the samples do not.
func (w *watched) ask(ctx context.Context, q shard.Query) (*shard.Sum, error) {
	if ctx.Done() == nil {
		return w.samples.Sum(ctx, q)
	}
	// The solver goes on to change these.
	q.Theta, q.Along, q.Centre, q.Scale, q.Target = slices.Clone(q.Theta), slices.Clone(q.Along), slices.Clone(q.Centre), slices.Clone(q.Scale), slices.Clone(q.Target)
	type answer struct {
		sum *shard.Sum
		err error
	}
	answers := make(chan answer, 1)
	go func() {
		sum, err := w.samples.Sum(ctx, q)
		answers <- answer{sum, err}
	}()
	select {
	case a := <-answers:
		return a.sum, a.err
	case <-ctx.Done():
		return nil, fmt.Errorf("stopped: %w", context.Cause(ctx))
	}
}

// same compares the shards with those of the first answer.
func (w *watched) same(q shard.Query, sum *shard.Sum) error {
	if len(sum.Shards) != len(w.first.Shards) {
		return fmt.Errorf("%w: the sum covers %d shards, but %d at the first query", ErrChanged, len(sum.Shards), len(w.first.Shards))
	}
	for i, s := range sum.Shards {
		switch first := w.first.Shards[i]; {
		case s.N != first.N:
			return fmt.Errorf("%w: shard %d has %d samples, but had %d at the first query", ErrChanged, i, s.N, first.N)
		case s.Fingerprint != first.Fingerprint:
			return fmt.Errorf("%w: the targets, weights, names or loss of shard %d differ from those at the first query", ErrChanged, i)
		}
	}
	// Products look at some of the samples.
	if q.Kind != shard.Products && sum.N != w.first.N {
		return fmt.Errorf("%w: the shards have %d samples, but had %d at the first query", ErrChanged, sum.N, w.first.N)
	}
	return nil
}

// fingerprint returns 64 bits of all that answers depend on but the features.
func (p *problem) fingerprint() uint64 {
	h := fnv.New64a()
	d := p.data
	fmt.Fprintf(h, "%q %q %q %T %+v %d", d.features, d.classes, d.target, p.loss, p.loss, p.k)
	number := func(v uint64) { h.Write(binary.LittleEndian.AppendUint64(nil, v)) }
	for _, t := range p.targets.Class {
		number(uint64(t))
	}
	for _, values := range [][]float64{p.targets.Value, d.weight, d.offset} {
		for _, v := range values {
			number(math.Float64bits(v))
		}
	}
	return h.Sum64()
}
