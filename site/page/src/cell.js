// A cell of code in the page: its editor, its buttons and what it shows.

import { edit, goTo, mark, replace } from "./code.js";
import { make, Outputs } from "./outputs.js";
import { startPlayers } from "./players.js";
import { number, tools } from "./tools.js";
import { outcome, seconds } from "./words.js";

export class CodeCell {
  type = "code";
  view = null;

  // published is the source of the published cell, null if there is none. element is the
  // cell in the page as nbconvert writes it, which is made if there is none.
  constructor({ id, source, metadata, published = null, element, page }) {
    Object.assign(this, { id, metadata, published, page });
    this.text = this.shown = source;
    this.element = element ?? empty(id);
    this.tools = this.element.querySelector(".lclass-tools");
    this.input = this.element.querySelector(".input_area");
    this.wrapper = this.element.querySelector(".output_wrapper");
    this.was = this.wrapper?.cloneNode(true);
    for (const controls of this.was?.querySelectorAll(".lclass-player > .controls") ?? []) controls.remove();
    if (!element) this.open();
  }

  get source() {
    return this.text;
  }

  set source(text) {
    if (text === this.text) return;
    this.open();
    replace(this.view, text);
  }

  get locked() {
    return this.metadata.editable === false;
  }

  numbered(n) {
    number(this.tools, n);
    this.n = n;
  }

  open() {
    if (this.view) return;
    const { page } = this;
    this.view = edit({
      source: this.text,
      locked: this.locked,
      label: "Go code of this cell. Tab indents; to leave the editor press Escape, then Tab.",
      changed: (text) => {
        this.text = text;
        this.stale();
        page.changed();
      },
      complete: (context) => page.complete(this, context),
      bound: {
        stay: () => (page.act("run", this.id), true),
        next: () => (page.act("run", this.id).then(() => page.next(this)), true),
      },
    });
    this.input.replaceChildren(this.view.dom);
    this.element.classList.add("open");
  }

  // stale says that what is seen below does not come from the code as it is now.
  stale() {
    this.element.classList.toggle("stale", this.text !== this.shown && !!this.wrapper);
  }

  reset() {
    if (this.published === null) return;
    this.source = this.published;
    if (this.view) mark(this.view, []);
    this.wrapper?.remove();
    this.wrapper = this.was?.cloneNode(true);
    if (this.wrapper) this.element.append(this.wrapper);
    if (this.wrapper) startPlayers(this.wrapper);
    this.shown = this.published;
    this.status("");
    this.stale();
  }

  waiting(waits) {
    this.status(waits ? "waiting …" : "");
  }

  status(text) {
    this.tools.querySelector(".status").textContent = text;
  }

  // begin returns where the outputs of a run go.
  begin() {
    this.element.classList.add("running");
    if (this.view) mark(this.view, []);
    if (!this.wrapper) {
      this.wrapper = make("div", "output_wrapper", make("div", "output"));
      this.element.append(this.wrapper);
    }
    this.ran = this.text;
    return (this.outputs = new Outputs(this.wrapper.querySelector(".output")));
  }

  end(done, ms) {
    this.outputs.clear();
    this.outputs.finish();
    this.element.classList.remove("running");
    this.shown = this.ran;
    this.stale();
    const words = outcome(done);
    this.status(done.outcome === "ok" ? seconds(ms) : done.outcome === "stopped" ? "stopped" : "✗ see below");
    if (words) this.#report(words, done);
    if (!this.wrapper.querySelector(".output").childElementCount) {
      this.wrapper.remove();
      this.wrapper = null;
    }
  }

  // fault shows why the code cannot be formatted.
  fault({ line, column, message }) {
    this.status(`line ${line}: ${message}`);
    mark(this.view, [{ line, column, message }]);
  }

  // #report lists what went wrong and marks it in the cells where it is.
  #report(words, { outcome, problems }) {
    const list = (outcome === "exit" ? [] : problems).map((p, i) => {
      const cell = this.page.find(p.cell) ?? this;
      const place = make("button", "place", cell === this ? `line ${p.line}` : `cell ${cell.n}, line ${p.line}`);
      place.type = "button";
      place.onclick = () => cell.goTo(p.line);
      const item = make("li", "", ...(p.line ? [place, ": "] : []), p.message);
      if (p.hint && p.hint !== problems[i - 1]?.hint) item.append(make("p", "hint", p.hint));
      return item;
    });
    const area = make("div", "output_subarea output_error", make("p", "", make("b", "", words)), ...(list.length ? [make("ul", "", ...list)] : []));
    area.setAttribute("role", "alert");
    this.outputs.element.append(make("div", "output_area", make("div", "prompt"), area));
    for (const cell of new Set(problems.map((p) => this.page.find(p.cell) ?? this))) {
      cell.open();
      mark(
        cell.view,
        problems.filter((p) => p.line && (this.page.find(p.cell) ?? this) === cell),
      );
    }
  }

  goTo(line) {
    this.open();
    goTo(this.view, line);
  }
}

function empty(id) {
  const area = make("div", "input_area");
  const cell = make("div", "cell border-box-sizing code_cell rendered", make("div", "input", make("div", "inner_cell", area)), tools());
  cell.dataset.cell = id;
  return cell;
}
