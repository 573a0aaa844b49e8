package lecture

import (
	"fmt"
	"html"
)

// style is how a line looks. The sign and the word say what the colour says.
type style struct {
	label, border, background, ink string
}

// Dark variants of the Okabe-Ito green, vermillion and blue; the text keeps a
// contrast of at least 5:1.
var (
	agrees  = style{"✓ agrees", "#009e73", "#f0f8f5", "#00573f"}
	failed  = style{"✗ differs", "#d55e00", "#fdf3ec", "#8f3f00"}
	slipped = style{"✎ a slip", "#0072b2", "#eef5fa", "#004f7c"}
	problem = style{"✗ error", failed.border, failed.background, failed.ink}
	notice  = style{"ℹ skipped", "#777777", "#f5f5f5", "#444444"}
)

func (c check) html() string {
	s := agrees
	switch {
	case !c.OK:
		s = failed
	case c.Slip:
		s = slipped
	}
	text := fmt.Sprintf("%s: %s says %s, we compute %s", bold(c.What), html.EscapeString(string(c.Lecture)), bold(c.Says), bold(c.Computed))
	if c.Why != "" {
		text += ". Why: " + html.EscapeString(c.Why)
	}
	if c.Row > 0 {
		text += fmt.Sprintf(` <small title="row of the list of figures and numbers">[%d]</small>`, c.Row)
	}
	return s.line(text)
}

// line returns one line; text is HTML.
func (s style) line(text string) string {
	return fmt.Sprintf(`<div style="margin:2px 0;padding:3px 10px;border-left:4px solid %s;background:%s;color:#1a1a1a"><b style="color:%s">%s</b> · %s</div>`,
		s.border, s.background, s.ink, s.label, text)
}

func bold(text string) string { return "<b>" + html.EscapeString(text) + "</b>" }
