// An explorable on a page: the question, the plots, the controls and the numbers.
import { Controls } from "./controls.js";
import { Engine, Queue } from "./engine.js";
import { html } from "./html.js";
import { Plot, element, shape } from "./plot.js";

const PREFIX = "#try=";
const NARROW = 760; // as in explore.css
const engines = new Map();
let count = 0;

const FRAME = `<div class="x-frame" aria-busy="false">
  <form class="x-question"><fieldset><legend></legend><div class="x-choices"></div></fieldset>
    <p class="x-buttons"><button class="x-button x-main" disabled>Commit and see</button> <button type="button" class="x-button" data-act="skip">Skip the question</button></p></form>
  <div class="x-verdict" role="status" hidden></div>
  <div class="x-columns">
    <div class="x-left">
      <div class="x-plots"></div>
      <div class="x-tools" role="group" aria-label="Points"></div>
      <p class="x-help"></p>
    </div>
    <div class="x-right">
      <fieldset class="x-controls"><legend class="x-unseen">Controls</legend></fieldset>
      <div class="x-formula"></div>
      <div class="x-scroll" tabindex="0" role="region" aria-label="Numbers"><table class="x-table"><thead></thead><tbody></tbody></table></div>
      <div class="x-scroll x-samples" tabindex="0" role="region" aria-label="Numbers of samples"><table class="x-table"><thead></thead><tbody></tbody></table></div>
      <div class="x-buttons"><button type="button" class="x-button" data-act="reset">Back to the lecture’s figure</button> <button type="button" class="x-button" data-act="copy">Copy link</button></div>
      <details class="x-cell"><summary>The lecture’s figure in a Go cell</summary><pre tabindex="0"></pre></details>
    </div>
  </div>
  <p class="x-unseen" role="status" data-role="says"></p>
  <p class="x-error" role="alert" hidden></p>
</div>`;

// start makes the explorable of a section work.
export async function start(section) {
  const { name, worker, program, weights } = section.dataset;
  const key = `${worker} ${program}`;
  if (!engines.has(key)) engines.set(key, new Engine({ worker: new URL(worker, document.baseURI).href, program: new URL(program, document.baseURI).href }));
  const view = new View(section, name, engines.get(key), weights && new URL(weights, document.baseURI).href);
  const state = location.hash.startsWith(PREFIX + name) ? decodeURIComponent(location.hash.slice(PREFIX.length + name.length + 1)) : "";
  await view.queue.push({ do: "open", state });
  return view;
}

class View {
  constructor(section, name, engine, weights) {
    Object.assign(this, { section, name, plots: [], adding: -1, first: true });
    this.frame = html(FRAME);
    this.find = (selector) => this.frame.querySelector(selector);
    this.queue = new Queue((event) => engine.ask(name, event, weights), (scene) => this.draw(scene), (error) => this.fail(error));
    this.controls = new Controls(this.find(".x-controls"), (event) => this.act(event));
    this.find(".x-help").id = this.help = `x-help-${++count}`;
    this.listen();
    let width = 0;
    new ResizeObserver(([{ contentRect }]) => {
      if (this.scene && Math.abs(contentRect.width - width) >= 1) ((width = contentRect.width), this.paint());
    }).observe(this.find(".x-plots"));
  }

  listen() {
    this.find(".x-question").addEventListener("submit", (event) => {
      event.preventDefault();
      this.act({ do: "answer", value: +this.find(".x-question input:checked").value });
      this.find(".x-verdict").scrollIntoView({ block: "nearest" });
    });
    this.find(".x-question").addEventListener("change", () => (this.find(".x-main").disabled = false));
    this.frame.addEventListener("click", ({ target }) => {
      const act = target.closest("[data-act]")?.dataset.act;
      if (act === "skip") this.act({ do: "answer", value: -2 });
      if (act === "reset") this.act({ do: "reset" });
      if (act === "copy") this.copy(target);
    });
    this.frame.addEventListener("keydown", (event) => event.key === "Escape" && this.add(-1));
  }

  // act sends what the reader does.
  act(event) {
    if (event.do === "place") {
      if (this.adding < 0 || this.locked) return;
      event = { do: "add", x: event.x, y: event.y, class: this.adding };
    }
    if (event.do === "remove") this.after = (plot) => plot.focus(event.point);
    this.find(".x-error").hidden = true;
    this.frame.setAttribute("aria-busy", "true"); // until the address and the sentence follow
    this.queue.push(event);
  }

  // add has the next presses on the plot add points of a class, −1 for none.
  add(k) {
    this.adding = k;
    this.find(".x-tools").querySelectorAll("[aria-pressed]").forEach((b, i) => b.setAttribute("aria-pressed", String(i === k)));
    this.frame.classList.toggle("x-adding", k >= 0);
  }

  async copy(button) {
    const was = button.textContent;
    try {
      await navigator.clipboard.writeText(location.href.split("#")[0] + this.hash());
      button.textContent = "Copied";
    } catch {
      button.textContent = "Copy it from the address bar";
    }
    setTimeout(() => (button.textContent = was), 2000);
  }

  hash() {
    return `${PREFIX}${this.name}${this.scene.address ? "&" + this.scene.address : ""}`;
  }

  // show puts the frame in place of the note that it is loading, once it has something to
  // say, so that the page moves once.
  show() {
    if (!this.frame.isConnected) this.section.append(this.frame);
    this.section.classList.add("x-ready");
  }

  fail(error) {
    this.show();
    const p = this.find(".x-error");
    p.hidden = false;
    this.frame.setAttribute("aria-busy", "false");
    p.textContent = error.message.replace(/^\w+: /, "");
    if (this.first) this.queue.push({ do: "open", state: "" }); // the address was damaged
    this.first = false;
  }

  draw(scene) {
    this.show();
    this.scene = scene;
    this.locked = scene.asked.answer === -1;
    if (!this.first) {
      clearTimeout(this.later);
      this.later = setTimeout(() => {
        history.replaceState(history.state, "", this.hash());
        this.find('[data-role="says"]').textContent = scene.says;
        if (!this.queue.busy) this.frame.setAttribute("aria-busy", "false");
      }, 300);
    }
    this.paint();
    this.first = false;
    this.after?.(this.plots.find((p) => p.plot.edit));
    this.after = null;
  }

  paint() {
    const { scene } = this;
    this.frame.classList.toggle("x-locked", this.locked);
    this.question(scene.asked);
    const box = this.find(".x-plots"), width = Math.floor(box.clientWidth);
    if (!width) return;
    while (this.plots.length > scene.plots.length) this.plots.pop().figure.remove();
    scene.plots.forEach((plot, i) => {
      this.plots[i] ??= Object.assign(new Plot(box, (event) => this.act(event)), { help: this.help });
      const small = plot.share && width > 440;
      this.plots[i].figure.style.width = small ? `${Math.floor(width * plot.share) - 1}px` : "";
      this.plots[i].draw(scene, plot, small ? Math.floor(width * plot.share) - 4 : width, this.locked);
    });
    this.tools(scene);
    this.find(".x-controls").disabled = this.locked;
    this.controls.draw(scene.controls);
    if (scene.plots.some((p) => p.pad)) this.arrange(this.frame.clientWidth < NARROW);
    this.numbers(scene);
  }

  // arrange puts the controls of a pad above it on a phone, the buttons next to it, so that
  // the tab key goes the way that the eye goes.
  arrange(narrow) {
    if (narrow === this.narrow) return;
    this.narrow = narrow;
    const controls = this.find(".x-controls"), buttons = controls.querySelectorAll(":scope > .x-button");
    this.find(narrow ? ".x-columns" : ".x-right").prepend(controls);
    if (narrow) controls.append(...buttons);
    else controls.querySelector("legend").after(...buttons);
  }

  question(asked) {
    const form = this.find(".x-question"), choices = this.find(".x-choices");
    if (!choices.children.length) {
      form.querySelector("legend").textContent = asked.text;
      asked.choices.forEach((choice, i) => {
        const label = html(`<label><input type="radio" name="${this.help}-choice" value="${i}"><span></span></label>`);
        label.lastChild.textContent = choice;
        choices.append(label);
      });
    }
    form.hidden = asked.answer !== -1;
    const verdict = this.find(".x-verdict");
    verdict.hidden = asked.answer < 0;
    if (asked.answer >= 0) {
      const right = asked.answer === asked.right;
      if (verdict.dataset.answer !== String(asked.answer)) {
        verdict.dataset.answer = asked.answer;
        verdict.replaceChildren(html(`<p class="x-asked"></p>`), html(`<p><strong></strong> <span></span></p>`));
        verdict.firstChild.textContent = asked.text + " ";
        const [strong, span] = verdict.lastChild.children;
        strong.textContent = right ? "✓ You were right" : `✗ You chose “${asked.choices[asked.answer]}”`;
        strong.after(`${right ? ": " : ". The answer is: "}${asked.choices[asked.right]}. `);
        span.textContent = asked.why;
      }
    }
  }

  tools({ classes, plots }) {
    const tools = this.find(".x-tools"), edit = plots.some((p) => p.edit), pad = plots.some((p) => p.pad), handles = !pad && plots.some((p) => p.handles?.length);
    tools.hidden = !classes?.length || !edit;
    if (!tools.hidden && !tools.children.length) {
      classes.forEach((name, k) => {
        const button = html(`<button type="button" class="x-button" aria-pressed="false"><svg width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true"><path class="x-dot x-c${k}" d="${shape(k, 70)}"/></svg> <span></span></button>`);
        button.lastChild.textContent = `Add class ${name}`;
        button.addEventListener("click", (event) => (event.detail ? this.add(this.adding === k ? -1 : k) : this.centre(k)));
        tools.append(button);
      });
      const remove = html(`<button type="button" class="x-button">Remove the point</button>`);
      remove.addEventListener("click", () => {
        const plot = this.plots.find((p) => p.plot.edit);
        if (plot.hits.nodes.length) this.act({ do: "remove", point: plot.current });
      });
      tools.append(remove);
    }
    for (const b of tools.children) b.disabled = this.locked;
    const help = [];
    if (edit) help.push("Drag the points, or press Tab to reach one and move it with the arrow keys (Shift: less). Page Up and Page Down go to other points" + (classes?.length ? ", Delete removes one." : "."));
    if (pad) help.push("Draw with the mouse or a finger. With keys: press Tab to reach the pen, move it with the arrow keys (Shift: less), and put it down or lift it with the space bar.");
    if (handles) help.push(`Drag ${edit ? "also " : ""}a handle ⊕, or press Tab to reach it and move it with the arrow keys (Shift: less).`);
    write(this.find(".x-help"), help.join(" "));
  }

  // centre adds a point in the middle of the plot, for those who cannot point.
  centre(k) {
    const plot = this.plots.find((p) => p.plot.edit), { xRange, yRange } = plot.plot;
    this.after = (p) => p.focus(p.hits.nodes.length - 1);
    this.act({ do: "add", class: k, x: (xRange[0] + xRange[1]) / 2, y: (yRange[0] + yRange[1]) / 2 });
  }

  numbers({ formula, table, samples, cell }) {
    write(this.find(".x-formula"), (formula ?? []).join("\n"));
    this.frame.querySelectorAll(".x-scroll").forEach((scroll, i) => {
      const { head, rows } = [table, samples][i];
      scroll.hidden = !rows?.length;
      if (scroll.hidden) return;
      fill(scroll.querySelector("thead"), [{ cells: head, line: -1, class: -1 }], "th");
      fill(scroll.querySelector("tbody"), rows, "td");
    });
    this.find(".x-cell").hidden = !cell;
    write(this.find(".x-cell pre"), cell ?? "");
  }
}

// write sets a text that differs; the browser would lay out the same one again.
function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// fill sets the cells of a part of a table that differ.
function fill(part, rows, kind) {
  while (part.rows.length > rows.length) part.deleteRow(-1);
  rows.forEach((row, i) => {
    const tr = part.rows[i] ?? part.insertRow();
    while (tr.cells.length > row.cells.length) tr.deleteCell(-1);
    row.cells.forEach((text, j) => {
      let cell = tr.cells[j];
      if (!cell) {
        const heads = kind === "th" ? text !== "" : j === 0;
        cell = document.createElement(heads ? "th" : "td");
        if (heads) cell.scope = kind === "th" ? "col" : "row";
        tr.append(cell);
      }
      const key = j === 0 ? `${row.line} ${row.class}` : "";
      if (cell.dataset.text === text && (cell.dataset.key ?? "") === key) return;
      Object.assign(cell.dataset, { text, key });
      cell.replaceChildren(...(j === 0 ? mark(row) : []), text);
    });
  });
}

// mark returns the key of a row: its line or its point.
function mark({ line, class: k }) {
  if (line < 0 && k < 0) return [];
  const svg = element("svg", { width: 26, height: 14, viewBox: "0 0 26 14", "aria-hidden": "true", class: "x-key" });
  if (line >= 0) element("path", { d: "M0 7H26", class: `x-curve x-l${line}` }, svg);
  if (k >= 0) element("path", { d: shape(k, 62), transform: "translate(13 7)", class: `x-dot x-c${k}` }, svg);
  return [svg];
}
