package lecture

import (
	"fmt"
	"html"
	"strings"
)

// style is how a line looks. The sign and the word say what the colour says.
type style struct {
	label, border, background, ink string
}

// Dark variants of the Okabe-Ito green, orange, blue and vermillion; the text
// keeps a contrast of at least 5:1.
var (
	agrees  = style{"✓ agrees", "#009e73", "#f0f8f5", "#00573f"}
	near    = style{"≈ near", "#e69f00", "#fdf8ec", "#6b4a00"}
	slipped = style{"✎ a slip", "#0072b2", "#eef5fa", "#004f7c"}
	failed  = style{"✗ differs", "#d55e00", "#fdf3ec", "#8f3f00"}
	problem = style{"✗ error", failed.border, failed.background, failed.ink}
	notice  = style{"ℹ skipped", "#777777", "#f5f5f5", "#444444"}
)

var styles = map[string]style{stateAgrees: agrees, stateNear: near, stateSlip: slipped, stateDiffers: failed}

// html returns the line of c: its state, its kind, what is compared, and where
// the lecture prints it.
func (c check) html() string {
	expected := "expected"
	if c.Kind == kindPrinted {
		expected = html.EscapeString(string(c.Lecture)) + " says"
	}
	text := fmt.Sprintf("%s · %s: %s %s, we compute %s", c.Kind, bold(c.What), expected, bold(c.Says), bold(c.Computed))
	if c.Why != "" {
		text += ". Why: " + html.EscapeString(c.Why)
	}
	return styles[c.State].line(text + c.where())
}

// where returns the place in the lecture and the row, in small print.
func (c check) where() string {
	var parts []string
	if c.Place != "" {
		parts = append(parts, html.EscapeString(c.Place))
	}
	if c.Row > 0 {
		parts = append(parts, fmt.Sprintf(`<span style="white-space:nowrap">row %d</span>`, c.Row))
	}
	if parts == nil {
		return ""
	}
	return fmt.Sprintf(" <small>(%s)</small>", strings.Join(parts, "; "))
}

// line returns one line; text is HTML.
func (s style) line(text string) string {
	return fmt.Sprintf(`<div style="margin:2px 0;padding:3px 10px;border-left:4px solid %s;background:%s;color:#1a1a1a"><b style="color:%s">%s</b> · %s</div>`,
		s.border, s.background, s.ink, s.label, text)
}

func bold(text string) string { return "<b>" + html.EscapeString(text) + "</b>" }
