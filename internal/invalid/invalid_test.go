package invalid

import (
	"errors"
	"testing"
)

func TestSetting(t *testing.T) {
	for _, c := range []struct {
		err  error
		text string
	}{
		{Setting("lclass: Eta", -1.0, "it must be above %v", 0), "lclass: Eta = -1; it must be above 0"},
		{Setting("lclass: OneVsRest.Of", nil, "name a learner"), "lclass: OneVsRest.Of is missing; name a learner"},
		{Length("lclass: weights", 3, "samples", 4), "lclass: 3 weights for 4 samples"},
	} {
		if c.err.Error() != c.text {
			t.Errorf("%q, want %q", c.err, c.text)
		}
	}
	var setting *SettingError
	if err := Setting("validate: KFold.K", 1, ""); !errors.As(err, &setting) || setting.Setting != "KFold.K" || setting.Value != 1 {
		t.Errorf("%+v", err)
	}
	var length *LengthError
	if err := Length("lclass: weights", 3, "samples", 4); !errors.As(err, &length) || length.Of != "weights" || length.Have != 3 || length.Want != 4 {
		t.Errorf("%+v", err)
	}
}
