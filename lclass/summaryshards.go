package lclass

import (
	"context"
	"errors"
	"fmt"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/solve"
	"linclass/lclass/shard"
)

// SummaryShards is [Model.Summary] for a model of [FitShards]. samples must be those of the
// fit. A fit by Logistic or Softmax takes about five queries, one of them for second
// derivatives, and one by LinearRegression about seven. A robust Covariance takes one
// more, and the best b of a fit by Logistic with offsets about six.
//
// Of the options, shards support Level and Covariance; the others are a
// [SettingError]. Weights are frequencies. The sums have fewer digits than the samples:
// put [Standardize] before the learner if the means of features are a thousand standard
// deviations or more from 0; SummaryShards returns an error then. LikelihoodRatio and
// FTest assume that the samples of two summaries are the same, because those of shards
// have no Fingerprints.
func (m *Model) SummaryShards(ctx context.Context, samples shard.Evaluator, options ...SummaryOptions) (*Summary, error) {
	if len(options) > 1 {
		return nil, fmt.Errorf("lclass: SummaryShards with %d SummaryOptions; pass at most one", len(options))
	}
	o := append(options, SummaryOptions{})[0]
	if err := m.valid(); err != nil {
		return nil, err
	}
	if err := o.check(biasReduced(m.Loss)); err != nil {
		return nil, err
	}
	switch {
	case o.Profile:
		return nil, badSetting("SummaryOptions.Profile", true, "shards support Wald intervals only; leave it out, or use Summary with all samples in one place")
	case o.PrecisionWeights:
		return nil, badSetting("SummaryOptions.PrecisionWeights", true, "shards treat weights as frequencies; leave it out, or use Summary with all samples in one place")
	case o.Clusters != nil:
		return nil, badSetting("number of SummaryOptions.Clusters", len(o.Clusters), "the samples of a cluster may be in several shards; use HC1 without clusters, or Summary with all samples in one place")
	case biasReduced(m.Loss):
		return nil, errors.New("lclass: SummaryShards: Firth visits single samples, which shards do not support; use Logistic")
	}
	if _, err := m.likelihood(); err != nil {
		return nil, err
	}
	d, all, err := m.elsewhere(ctx, samples)
	if err != nil {
		return nil, err
	}
	s, err := m.summariseElsewhere(d, all, o)
	return read(d, s, err)
}

// elsewhere returns data with the features and classes of the model whose samples go
// through its Preparation where they are, and the answer about their targets.
func (m *Model) elsewhere(ctx context.Context, samples shard.Evaluator) (*Data, *shard.Sum, error) {
	like := &Data{x: unread(2, m.Features), features: m.Features, target: m.Target, classes: m.Classes}
	var text []byte
	var err error
	if m.Preparation != nil {
		if text, err = m.Preparation.MarshalJSON(); err != nil {
			return nil, nil, err
		}
	}
	d, all, err := distant(ctx, like, samples, text)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case all.N == 0:
		return nil, nil, ErrNoSamples
	case all.Offset > 0 && !m.Offset:
		return nil, nil, meaningless(ErrOtherData, "the samples have offsets, and those of the fit had none")
	case all.Offset == 0 && m.Offset:
		return nil, nil, meaningless(ErrOtherData, "the samples have no offsets, and those of the fit had some")
	case m.Output != Identity && len(all.Classes) != len(m.Classes):
		return nil, nil, meaningless(ErrOtherData, "the shards have %d classes; the model has %d", len(all.Classes), len(m.Classes))
	}
	features := m.Features
	if m.Preparation != nil {
		features = nil // the shards have those before it, by their names
	}
	if err := checkShardNames(all, features, m.Classes, "the model"); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrOtherData, err)
	}
	return d, all, nil
}

// summariseElsewhere returns the summary with Wald intervals.
func (m *Model) summariseElsewhere(d *Data, all *shard.Sum, o SummaryOptions) (*Summary, error) {
	l, err := loss.ByName(m.Loss)
	if err != nil {
		return nil, err
	}
	p := &problem{data: d, k: len(m.B), output: m.Output, noBias: m.NoIntercept, loss: l}
	if err := p.from(m); err != nil {
		return nil, err
	}
	e := &evidence{model: m, theta: p.start, objective: p.objective(), total: all.Weight, count: all.Weight, covariance: o.Covariance, weighted: all.Reweighted}
	if all.Reweighted {
		e.count = all.Count
	}
	e.reference = m.referenced()
	if err := e.checkLeverages(); err != nil {
		return nil, err
	}
	e.local = solve.At(e.objective, e.theta, nil)
	e.pass = e.local.Sum
	if err := d.Err(); err != nil {
		return nil, err
	}
	if e.local.IsFar() {
		return nil, errors.New("lclass: SummaryShards: the mean of a feature is a thousand standard deviations from 0, where sums lose their digits; put Standardize before the learner")
	}
	if err := e.check(d); err != nil {
		return nil, err
	}
	return e.summarise(o)
}

// sharesElsewhere returns the shares of classes by the slopes of the loss where all scores
// are 0: those of a probability less those of the targets.
func (e *evidence) sharesElsewhere() []float64 {
	share := e.objective.AtZero().Slopes
	even := 1 / float64(max(2, e.objective.K))
	for k, slope := range share {
		share[k] = even - slope
		if e.objective.K > 1 && e.objective.Elsewhere.Classes[k] == 0 {
			share[k] = 0
		}
	}
	return share
}
