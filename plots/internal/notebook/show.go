//go:build !notebook

package notebook

import (
	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// Show shows the output and returns when the notebook has it.
func Show(o *Output) error {
	d := &protocol.DisplayData{Data: make(map[protocol.MIMEType]any), DisplayID: o.ID, Metadata: make(map[string]any)}
	if o.HTML != "" {
		d.Data[protocol.MIMETextHTML] = o.HTML
	}
	if o.Markdown != "" {
		d.Data[protocol.MIMETextMarkdown] = o.Markdown
	}
	if o.Plain != "" {
		d.Data[protocol.MIMETextPlain] = o.Plain
	}
	if len(o.Picture) > 0 {
		d.Data[protocol.MIMEImagePNG] = o.Picture
		d.Metadata[string(protocol.MIMEImagePNG)] = map[string]int{"width": o.Width, "height": o.Height}
		d.Metadata["alt"] = o.Plain
	}
	if len(d.Data) == 0 {
		return nil
	}
	if o.Mark == "" {
		o.Mark = mark()
	}
	if o.Mark != "" {
		d.Metadata["lclass"] = o.Mark
	}
	gonbui.SendData(d)
	gonbui.Sync()
	return gonbui.Error()
}
