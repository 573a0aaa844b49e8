package datasets

import (
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestMessages(t *testing.T) {
	for _, n := range []int{math.MinInt, 0, 1, 2, 3, 500} {
		df := Messages(n, 1)
		text, class := df.Col("text").Records(), df.Col("class").Records()
		if want := max(n, 2); len(text) != want || len(class) != want {
			t.Errorf("%d messages and %d classes for n = %d, want %d", len(text), len(class), n, want)
		}
		for i, s := range text {
			if strings.ContainsAny(s, "<>") {
				t.Errorf("message %d: %q has a word of the grammar", i, s)
			}
		}
	}
	a, again, b := Messages(50, 1).Records(), Messages(50, 1).Records(), Messages(50, 2).Records()
	if !reflect.DeepEqual(a, again) || reflect.DeepEqual(a, b) {
		t.Error("the messages do not follow from the seed")
	}
}

func TestMessageGrammar(t *testing.T) {
	used, words := []string{"ham", "spam", "both"}, map[string]bool{}
	for name, texts := range messageGrammar {
		for _, s := range texts {
			for _, m := range regexp.MustCompile("<([^>]*)>").FindAllStringSubmatch(s, -1) {
				if messageGrammar[m[1]] == nil {
					t.Errorf("%s: %q has a name that the grammar lacks", name, s)
				}
				used = append(used, m[1])
			}
		}
	}
	for name := range messageGrammar {
		if !slices.Contains(used, name) {
			t.Errorf("nothing uses %q", name)
		}
	}
	for _, s := range Messages(20000, 1).Col("text").Records() {
		for _, w := range regexp.MustCompile(`[\pL\pN]{2,}`).FindAllString(strings.ToLower(s), -1) {
			words[w] = true
		}
	}
	if n := len(words); n < 240 || n > 260 {
		t.Errorf("the messages have %d words; their comment says some 250", n)
	}
}
