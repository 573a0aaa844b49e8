// A cell of text, which is read only.

import { markdown, typeset } from "./markdown.js";
import { make } from "./outputs.js";

export class TextCell {
  type = "markdown";

  constructor({ id, source, metadata, element }) {
    Object.assign(this, { id, source, metadata, element });
    if (element) return;
    const text = make("div", "text_cell_render border-box-sizing rendered_html", markdown(source));
    this.element = make("div", "cell border-box-sizing text_cell rendered", make("div", "inner_cell", text));
    typeset(text);
  }
}
