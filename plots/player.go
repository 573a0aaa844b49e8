package plots

import (
	_ "embed"
	"fmt"
	"hash/fnv"
	"html"
	"os"
	"path/filepath"
	"strings"
	"time"

	"linclass/internal/invalid"
)

// A Player shows figures one after another: an animation that a reader steps through,
// forwards and backwards. It is self-contained HTML that needs neither a kernel nor a
// network, so it also plays in an exported page. On paper, and without scripts, it is one
// still frame.
//
//	p := &plots.Player{Title: "Online perceptron"}
//	for s := range steps {
//		p.Add(fmt.Sprintf("epoch %d: w = %.1f", s.Epoch, s.W), plots.Scatter(d).Line(s.W, s.B, ""))
//	}
//	p.Show()
//
// Keys move it once it has the focus: ← and → step, Home and End go to the ends, and
// the space bar plays and stops. It never starts by itself, and if the system of the
// reader asks for less motion it only steps. The alternative text of each frame
// is that of its figures ([Figure.AltText]).
//
// Frames do not jump if their figures have the same ranges; see [Figure.XRange].
type Player struct {
	// Title is above the frames.
	Title string
	// Delay is the time per frame at speed 1, at least 1 ms; 0 means 700 ms.
	Delay time.Duration
	// Still is the number, from 1, of the frame that is shown on paper, without scripts,
	// and before the reader moves the player. 0 means the last frame on paper, and the
	// first in a player that can move.
	Still int

	frames []playerFrame
	err    error
}

// A playerFrame is what a player shows at a time.
type playerFrame struct {
	panels  []panel
	columns int
	caption string
}

// Add appends a frame of one or more figures, arranged as by [Show], with a caption
// below, which may have line breaks. Later changes of the figures do not affect the
// frame.
func (p *Player) Add(caption string, figures ...*Figure) *Player {
	if p.err != nil {
		return p
	}
	s, err := arrange(figures)
	if err == nil {
		var panels []panel
		if panels, err = s.panels(); err == nil {
			p.frames = append(p.frames, playerFrame{panels, s.cols, caption})
		}
	}
	if err != nil {
		p.err = fmt.Errorf("frame %d: %w", len(p.frames)+1, err)
	}
	return p
}

// Len returns the number of frames.
func (p *Player) Len() int { return len(p.frames) }

// Show displays the player below the cell. As with the function [Show], an error is
// displayed in place of the player and returned; outside a notebook Show only reports
// errors.
func (p *Player) Show() error {
	err := p.check()
	if err == nil && InNotebook() {
		var text string
		if text, err = p.html(); err == nil {
			HTML(text)
		}
	}
	if err != nil {
		report(err)
	}
	return err
}

// Save writes the player to an .html file, as a page of its own.
func (p *Player) Save(path string) error {
	err := p.check()
	if ext := filepath.Ext(path); err == nil && ext != ".html" {
		err = invalid.Worded("path", ext, "%q ends in %q; a player is written to .html", path, ext)
	}
	var text string
	if err == nil {
		text, err = p.html()
	}
	if err == nil {
		page := "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
			html.EscapeString(p.Title) + "</title>\n" + text + "</html>\n"
		err = os.WriteFile(path, []byte(page), 0o666)
	}
	if err != nil {
		return fmt.Errorf("plots: Player.Save: %w", err)
	}
	return nil
}

func (p *Player) check() error {
	switch {
	case p.err != nil:
		return p.err
	case len(p.frames) == 0:
		return invalid.Worded("frames", nil, "plots: the player has no frames; use Add")
	case p.Still < 0 || p.Still > len(p.frames):
		return invalid.Worded("Player.Still", p.Still, "plots: Player.Still = %d of %d frames; it must be a frame number from 1, or 0", p.Still, len(p.frames))
	case p.Delay != 0 && p.Delay < time.Millisecond:
		return invalid.Worded("Player.Delay", p.Delay, "plots: Player.Delay = %v; it must be at least 1 ms, or 0 for 700 ms", p.Delay)
	}
	return nil
}

//go:embed player/player.css
var playerCSS string

//go:embed player/player.js
var playerJS string

// html returns the player as an element with its style and its script.
func (p *Player) html() (string, error) {
	var all []panel
	for _, f := range p.frames {
		all = append(all, f.panels...)
	}
	pictures, err := files(all, "svg")
	if err != nil {
		return "", err
	}
	delay := p.Delay
	if delay == 0 {
		delay = 700 * time.Millisecond
	}
	first, still := p.Still, p.Still
	if still == 0 {
		first, still = 1, len(p.frames)
	}
	var b strings.Builder
	id := p.id(pictures)
	fmt.Fprintf(&b, "<style>%s</style>\n<figure class=\"lclass-player\" id=\"%s\" tabindex=\"0\" role=\"group\" aria-label=\"%s\" data-delay=\"%d\" data-first=\"%d\">\n",
		playerCSS, id, html.EscapeString(strings.TrimSpace("Player: "+p.Title)), delay.Milliseconds(), first)
	if p.Title != "" {
		fmt.Fprintf(&b, "<figcaption>%s</figcaption>\n", html.EscapeString(p.Title))
	}
	for i, f := range p.frames {
		class := "frame"
		if i+1 == still {
			class += " still now"
		}
		caption := strings.ReplaceAll(html.EscapeString(f.caption), "\n", "<br>")
		addresses := make([]string, len(f.panels))
		for k := range addresses {
			addresses[k], pictures = svgAddress(pictures[0]), pictures[1:]
		}
		fmt.Fprintf(&b, "<div class=\"%s\">%s<p>%s</p></div>\n", class, sideBySide(f.columns, f.panels, addresses), caption)
	}
	fmt.Fprintf(&b, "</figure>\n<script>%s</script>\n", strings.ReplaceAll(playerJS, "ID", id))
	return b.String(), nil
}

// svgAddress returns an SVG as an address.
func svgAddress(svg []byte) string { return "data:image/svg+xml," + inURL.Replace(string(svg)) }

// inURL escapes what cannot be in an address within quotation marks.
var inURL = strings.NewReplacer("%", "%25", "#", "%23", `"`, "%22", "&", "%26", "<", "%3C", ">", "%3E", "\n", "%0A", "\t", "%20")

// id returns a name for the element that no other player of a page has, but one of
// the same frames.
func (p *Player) id(pictures [][]byte) string {
	h := fnv.New64a()
	h.Write([]byte(p.Title))
	for _, f := range p.frames {
		h.Write([]byte(f.caption))
	}
	for _, picture := range pictures {
		h.Write(picture)
	}
	return fmt.Sprintf("lclass-player-%x", h.Sum64())
}
