// A page whose cells can be changed and run. The script of the page (boot.js) loads this
// when it is first needed.

import { CodeCell } from "./cell.js";
import { apply, changes, newID } from "./changes.js";
import { fromFragment, PREFIX, toFragment } from "./link.js";
import { fromFile, toFile } from "./notebook.js";
import { make } from "./outputs.js";
import { Progress } from "./progress.js";
import * as store from "./store.js";
import { TextCell } from "./text.js";
import { Toolchain } from "./toolchain.js";
import { remedy, seconds, size } from "./words.js";

// How long after a change it is written down.
const DELAY = 300;

export class Page {
  #queue = [];
  #keeps = true; // whether changes are stored
  #timer = null;

  // main holds the cells, notes is where the page says things. notebook is the published
  // one and version names its text; worker and base are the addresses of the toolchain.
  // offline is a promise that what is loaded from then on will be there without a network.
  constructor({ main, notes, name, version, notebook, worker, base, offline }) {
    Object.assign(this, { main, notes, name, version, offline });
    this.file = this.publishedFile = { name: notebook.name, metadata: notebook.metadata };
    this.published = new Map(notebook.cells.map((c) => [c.id, c]));
    const elements = main.querySelectorAll(":scope > .cell");
    this.cells = notebook.cells.map((c, i) => this.#adopt(c, elements[i]));
    this.#number();
    this.progress = new Progress();
    this.toolchain = new Toolchain({
      address: worker,
      base,
      progress: (message) => this.progress.show(message),
      files: () => store.files(name).catch(() => null),
    });
    addEventListener("pagehide", () => this.#write());
    document.addEventListener("visibilitychange", () => document.hidden && this.#write());
  }

  #adopt(cell, element) {
    if (cell.type !== "code") return new TextCell({ ...cell, element, page: this });
    return new CodeCell({ ...cell, element, page: this, published: this.published.get(cell.id)?.source });
  }

  get code() {
    return this.cells.filter((c) => c.type === "code");
  }

  find(id) {
    return this.cells.find((c) => c.id === id);
  }

  // restore shows the changes that the address holds, or else those of the last visit.
  async restore() {
    if (location.hash.startsWith(PREFIX)) return this.#restoreLink();
    const kept = await store.get("changes", [this.name, this.version]).catch(() => null);
    if (kept) return this.#arrange(kept);
    for (const version of await store.versions(this.name).catch(() => [])) this.#offerOld(version);
  }

  async #restoreLink() {
    this.#keeps = false;
    try {
      const linked = await fromFragment(location.hash);
      this.#arrange(linked);
      const other = linked.version !== this.version ? " It was made for another version of this page: cells that were not changed are shown as they are now." : "";
      const note = this.say(`This page was changed by whoever made the link. Read the code before you run it: nothing runs by itself.${other}`);
      note.append(
        this.#button("Show the published page", () => this.#leave()),
        this.#button("Keep as my changes", async () => {
          if ((await store.get("changes", [this.name, this.version])) && !confirm("You have changes of your own on this page. Replace them?")) return;
          this.#keeps = true;
          await this.#write();
          history.replaceState(null, "", location.pathname + location.search);
          this.#dismiss(note);
        }),
      );
    } catch {
      this.say("The link to this page is damaged or incomplete. This is the published page.").append(this.#button("Show my page", () => this.#leave()));
    }
  }

  async #offerOld(version) {
    const kept = await store.get("changes", [this.name, version]);
    const note = this.say("This page has a new version since you changed it. Your changes belong to the earlier one.");
    note.append(
      this.#button("Show them here", () => {
        this.#arrange(kept);
        this.changed();
        this.#dismiss(note);
      }),
      this.#button("Delete them", () => {
        store.remove("changes", [this.name, version]);
        this.#dismiss(note);
      }),
    );
  }

  // #dismiss removes a note whose button was pressed. The focus goes on to the text.
  #dismiss(note) {
    note.remove();
    this.main.focus({ preventScroll: true });
  }

  #leave() {
    history.replaceState(null, "", location.pathname + location.search);
    location.reload();
  }

  // #arrange makes the cells of the page those of some changes.
  #arrange({ cells, file }) {
    const wanted = apply(cells, this.published);
    if (file && typeof file.name === "string" && file.metadata && typeof file.metadata === "object") this.file = file;
    const all = new Map(this.cells.map((c) => [c.id, c])), above = [], others = [];
    for (const element of this.main.children) {
      const cell = this.cells.find((c) => c.element === element);
      if (cell) above.unshift(cell.id);
      else others.unshift({ element, above: [...above] });
    }
    for (const c of this.cells) c.element.remove();
    this.cells = wanted.map((w) => {
      const cell = all.get(w.id) ?? this.#adopt(w);
      cell.source = w.source;
      return cell;
    });
    this.main.append(...this.cells.map((c) => c.element));
    // What is no cell, as a figure to try, stays below the cell above it, or the next that is left.
    for (const { element, above } of others) {
      const id = above.find((id) => this.find(id));
      if (id) this.find(id).element.after(element);
    }
    this.#number();
  }

  #number() {
    this.code.forEach((c, i) => c.numbered(i + 1));
  }

  // changed notes the changes after a moment.
  changed() {
    if (!this.#keeps) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), DELAY);
  }

  #describe() {
    const list = changes(this.cells, this.published);
    return list && { version: this.version, cells: list, ...(this.file !== this.publishedFile && { file: this.file }) };
  }

  async #write() {
    clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#keeps) return;
    const described = this.#describe(), key = [this.name, this.version];
    try {
      await (described ? store.put("changes", key, described) : store.remove("changes", key));
    } catch (error) {
      if (!this.warned) this.say(`Your browser does not keep your changes (${error.name}). Download the notebook before you leave.`);
      this.warned = true;
    }
  }

  say(text) {
    const note = make("div", "lclass-note", make("span", "", text));
    note.setAttribute("role", "status");
    this.notes.append(note);
    return note;
  }

  #button(text, act) {
    const b = make("button", "", text);
    b.type = "button";
    b.onclick = act;
    return b;
  }

  // act does what a button says; id is that of the cell, if it belongs to one.
  async act(name, id) {
    const cell = this.find(id);
    switch (name) {
      case "run":
        return this.#run([cell]);
      case "above":
        return this.#run(this.code.slice(0, this.code.indexOf(cell)));
      case "all":
        return this.#runAll();
      case "stop":
        return this.#stop();
      case "done":
        return cell.done();
      case "edit":
        if (cell.type === "markdown") return cell.edit();
        cell.open();
        if (cell.locked) cell.status("This cell belongs to the task and cannot be changed.");
        return cell.view?.focus();
      case "format":
        return this.#format(cell);
      case "reset":
        return cell.reset();
      case "add":
        return this.#add(cell);
      case "up":
        return this.#move(cell, -1);
      case "down":
        return this.#move(cell, 1);
      case "remove":
        return this.#remove(cell);
      case "reset-page":
        return this.#resetPage();
      case "link":
        return this.#link();
      case "download":
        return this.#download();
    }
  }

  // #runAll says above the page how the cells ended.
  async #runAll() {
    this.runNote?.remove();
    const note = (this.runNote = this.say("The cells are running.")), started = performance.now(), cells = this.code;
    const last = await this.#run(cells);
    const text = note.querySelector("span"), n = this.code.indexOf(last) + 1;
    if (!last) {
      text.textContent = `All ${cells.length} cells ran in ${seconds(performance.now() - started)}.`;
      return;
    }
    text.textContent = this.stopped ? `Cell ${n} was stopped; the cells below it did not run.` : `Cell ${n} failed; the cells below it did not run.`;
    const go = () => {
      last.element.scrollIntoView();
      last.tools.querySelector("[data-act=run]").focus({ preventScroll: true });
    };
    note.append(this.#button(`Go to cell ${n}`, go));
  }

  // #run runs cells one after the other, until one fails. It returns that one.
  async #run(cells) {
    this.#queue.push(...cells.filter((c) => !this.#queue.includes(c)));
    for (const c of this.#queue.slice(this.work ? 1 : 0)) c.waiting(true);
    this.work ??= this.#work().finally(() => (this.work = null));
    return this.work;
  }

  async #work() {
    while (this.#queue.length) {
      const cell = this.#queue[0];
      if (!(await this.#runOne(cell))) {
        for (const c of this.#queue.splice(0).slice(1)) c.waiting(false);
        return cell;
      }
      this.#queue.shift();
    }
  }

  async #load(cell) {
    if (this.toolchain.loaded) return;
    cell.status("loading Go …");
    this.progress.begin();
    try {
      await this.offline;
      await this.toolchain.load();
    } finally {
      this.progress.hide();
    }
    cell.status("");
  }

  async #runOne(cell) {
    const code = this.code, above = code.slice(0, code.indexOf(cell) + 1);
    const outputs = cell.begin();
    let started, done = { outcome: "stopped", problems: [] };
    this.stopped = false;
    try {
      await this.#load(cell);
      cell.status("running …");
      started = performance.now();
      const asked = above.map(({ id, source }) => ({ id, source }));
      if (!this.stopped) done = await this.toolchain.run(asked, (output) => outputs.show(output));
    } catch (error) {
      done = { outcome: "unloaded", problems: [] };
      outputs.note(`The tools for Go did not load: ${error.message}. ${remedy(error)}`);
    }
    cell.end(done, performance.now() - started);
    if (done.outcome === "ok") this.#keepFiles();
    if (done.wanted) this.#offer(cell, done.wanted);
    return done.outcome === "ok";
  }

  // #offer asks whether a large data set that a cell wants may be downloaded.
  #offer(cell, { set, bytes }) {
    const what = `${set.toUpperCase()} (${size(bytes)})`;
    const note = cell.outputs.note(`This cell needs ${what}. The data are downloaded once and then stay in your browser.`);
    const button = this.#button(`Download ${what} and run the cell again`, () => {
      this.toolchain.allow(set);
      cell.tools.querySelector("[data-act=run]").focus({ preventScroll: true }); // the button goes with the output
      this.act("run", cell.id);
    });
    note.querySelector(".output_note").append(button);
  }

  // #keepFiles stores what cells have written, such as fits that took long.
  async #keepFiles() {
    try {
      await store.keepFiles(this.name, await this.toolchain.written());
    } catch {
      // What is not kept is computed again.
    }
  }

  #stop() {
    this.stopped = true;
    for (const c of this.#queue.splice(1)) c.waiting(false);
    return this.toolchain.stop();
  }

  async #format(cell) {
    cell.open();
    if (!cell.view) return;
    try {
      await this.#load(cell);
      const source = cell.source;
      const { source: formatted, error } = await this.toolchain.format(source);
      if (error) return cell.fault(error);
      if (cell.source === source) cell.source = formatted;
      cell.status("formatted");
    } catch (error) {
      cell.status(`The tools for Go did not load: ${error.message}. ${remedy(error)}`);
    }
  }

  // complete asks for names only once the tools are there and have nothing else to do.
  async complete(cell, context) {
    const word = context.matchBefore(/[\p{L}\p{N}_.]+/u);
    if (!this.toolchain.loaded || this.toolchain.running !== null || (!word && !context.explicit)) return null;
    const code = this.code, above = code.slice(0, code.indexOf(cell) + 1);
    const asked = above.map(({ id, source }) => ({ id, source }));
    const { from, items } = await this.toolchain.complete(asked, cell.id, context.pos).catch(() => ({ items: [] }));
    return items.length ? { from, options: items.map(({ label, kind, detail }) => ({ label, type: kind, detail })), validFor: /^[\p{L}\p{N}_]*$/u } : null;
  }

  #add(cell) {
    const added = this.#adopt({ id: newID(), type: "code", source: "%%\n", metadata: {} });
    this.cells.splice(this.cells.indexOf(cell) + 1, 0, added);
    cell.element.after(added.element);
    this.#number();
    this.changed();
    added.view.focus();
  }

  next(cell) {
    const code = this.code, next = code[code.indexOf(cell) + 1];
    if (!next) return this.#add(cell);
    if (next.view) next.view.focus();
    else next.tools.querySelector("[data-act=run]").focus();
  }

  #move(cell, by) {
    const at = this.cells.indexOf(cell), other = this.cells[at + by];
    if (!other) return;
    this.cells.splice(at, 1);
    this.cells.splice(at + by, 0, cell);
    const focused = document.activeElement;
    if (by < 0) other.element.before(cell.element);
    else other.element.after(cell.element);
    if (cell.element.contains(focused)) focused.focus();
    cell.element.scrollIntoView({ block: "nearest" });
    this.#number();
    this.changed();
  }

  #remove(cell) {
    if (cell.metadata.deletable === false) return cell.status("This cell belongs to the task and cannot be removed.");
    const at = this.cells.indexOf(cell), before = this.cells[at - 1];
    this.cells.splice(at, 1);
    const note = make("div", "lclass-note", "The cell is removed. ");
    const undo = this.#button("Undo", () => {
      this.cells.splice(before ? this.cells.indexOf(before) + 1 : 0, 0, cell);
      note.replaceWith(cell.element);
      cell.tools.querySelector("[data-act=remove]").focus();
      this.#number();
      this.changed();
    });
    note.append(undo);
    cell.element.replaceWith(note);
    undo.focus();
    this.#number();
    this.changed();
  }

  async #resetPage() {
    if (!confirm("Bring back the published page? Your changes and the files that your cells have written are deleted.")) return;
    this.#keeps = false;
    clearTimeout(this.#timer);
    await store.remove("changes", [this.name, this.version]);
    await store.forgetFiles(this.name);
    this.#leave();
  }

  async #link() {
    this.linkNote?.remove();
    const described = this.#describe();
    if (!described) {
      this.linkNote = this.say("Nothing is changed, so the address of the page is the link.");
      return;
    }
    const url = location.href.split("#")[0] + (await toFragment(described));
    const copied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    );
    const long = url.length > 8000 ? ` Some programs cut links of ${url.length} characters: send the notebook instead.` : "";
    this.linkNote = this.say(`${copied ? "The link is copied." : "Copy this link:"} It contains your changes; no server stores them.${long}`);
    const field = make("input");
    Object.assign(field, { readOnly: true, value: url, type: "text" });
    field.setAttribute("aria-label", "Link to the changed page");
    field.onfocus = () => field.select();
    this.linkNote.append(field);
  }

  #download() {
    const url = URL.createObjectURL(new Blob([toFile({ metadata: this.file.metadata, cells: this.cells })], { type: "application/x-ipynb+json" }));
    const a = make("a");
    Object.assign(a, { href: url, download: `${this.file.name}.ipynb` });
    a.click();
    setTimeout(() => URL.revokeObjectURL(url), 1e4);
  }

  // openFile shows a notebook of the reader in place of what is there.
  async openFile(file) {
    try {
      const { metadata, cells } = fromFile(await file.text());
      if (this.#describe() && !confirm("Replace what is on this page?")) return;
      this.#arrange({ cells, file: { name: file.name.replace(/\.ipynb$/, ""), metadata } });
      this.changed();
      this.say(`${file.name} is open. It stays in your browser; download it when you have changed it.`);
    } catch (error) {
      this.say(`${file.name} cannot be opened. ${error.message}`);
    }
  }
}
