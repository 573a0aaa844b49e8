// What a cell shows below itself, in the elements and classes that published pages have.

import { markdown, typeset } from "./markdown.js";
import { startPlayers } from "./players.js";
import { safe } from "./safe.js";

export class Outputs {
  #pre = null;
  #stream = null;
  #named = new Map(); // outputs that later ones may replace

  // element is the place of the outputs; it is emptied when there is a first one.
  constructor(element) {
    this.element = element;
    this.fresh = true;
  }

  clear() {
    if (this.fresh) this.element.replaceChildren();
    this.fresh = false;
  }

  show(output) {
    this.clear();
    if (output.kind === "text") return this.#text(output);
    this.finish();
    const area = this.#other(output);
    if (!output.replaces) return;
    this.#named.get(output.replaces)?.replaceWith(area);
    this.#named.set(output.replaces, area);
  }

  // #other shows what is no text, at the end.
  #other(output) {
    switch (output.kind) {
      case "html":
      case "player": {
        const { content, scripts } = safe(output.html);
        const players = content.querySelectorAll(".lclass-player").length;
        const area = this.#area("output_html rendered_html", content);
        startPlayers(area);
        if (scripts > players) area.append(make("p", "output_note", "A script in this output is not run: the page runs only the code of its cells."));
        return area.parentElement;
      }
      case "markdown": {
        const area = this.#area("output_markdown rendered_html", markdown(output.markdown));
        typeset(area);
        return area.parentElement;
      }
      case "picture":
        return this.#area("output_png", picture(output)).parentElement;
      case "cut":
        return this.note(output.note);
      default:
        return this.note(`The page does not know how to show "${output.kind}".`);
    }
  }

  note(text) {
    this.clear();
    return this.#area("output_note", make("p", "", text)).parentElement;
  }

  #text({ stream, text }) {
    if (this.#stream !== stream) {
      this.finish();
      this.#pre = document.createElement("pre");
      this.#area(`output_stream output_${stream} output_text`, this.#pre);
      this.#stream = stream;
    }
    this.#pre.append(text);
  }

  // finish ends a run of text, of which it is now known whether it is a table.
  finish() {
    if (this.#stream === "stdout") markTable(this.#pre);
    this.#pre = this.#stream = null;
  }

  #area(classes, content) {
    const area = make("div", "output_area"), subarea = make("div", `output_subarea ${classes}`);
    subarea.append(content);
    area.append(make("div", "prompt"), subarea);
    this.element.append(area);
    return subarea;
  }
}

function picture({ svg, png, width, height, alt }) {
  const image = new Image();
  const url = svg ? `data:image/svg+xml,${encodeURIComponent(svg)}` : URL.createObjectURL(new Blob([png], { type: "image/png" }));
  if (!svg) image.onload = () => URL.revokeObjectURL(url);
  Object.assign(image, { src: url, alt: alt ?? "" });
  if (width) image.width = width;
  if (height) image.height = height;
  image.style.cssText = `width:100%;max-width:${width ?? 980}px;height:auto`;
  return image;
}

// markTable does for the text of a cell what mark_tables of tools/pages.py does: lines in
// columns are not broken, sentences among them are.
export function markTable(pre) {
  const lines = pre.textContent.split("\n");
  const rows = lines.map((line) => /\S {2,}\S/.test(line));
  if (rows.filter(Boolean).length < 2) return;
  pre.className = "table";
  pre.replaceChildren(
    ...lines.flatMap((line, i) => {
      let part = line;
      if (!rows[i] && [...line].length >= 40) {
        part = document.createElement("span");
        part.textContent = line;
      }
      return i ? ["\n", part] : [part];
    }),
  );
}

export function make(tag, className, ...content) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content);
  return element;
}
