// The page's end of the workers in which cells are compiled and run.
import { Workers } from "../../host/workers.js";

// A worker that is busy hears nothing. One that has not stopped after so many
// milliseconds is ended, and the next one begins.
const PATIENCE = 150;

// A worker that has said nothing for so many milliseconds of its loading is ended. What came
// before is kept by the browser for the next try.
const SILENCE = 120_000;

export class Toolchain {
  #worker = null;
  #ready = null;
  #waiting = new Map(); // by the number of the request
  #last = 0;
  #running = null;
  #silence = null; // the timer of SILENCE
  #allowed = new Set(); // large data sets that the reader wants

  // address is that of the worker's script, base that of the files it loads. progress is
  // called with the messages of that name, files() returns those that cells may open.
  constructor({ address, base, progress, files }) {
    Object.assign(this, { address, base, progress, files });
  }

  get loaded() {
    return this.#ready?.done === true;
  }

  get running() {
    return this.#running;
  }

  load() {
    if (this.#ready) return this.#ready.promise;
    const ready = (this.#ready = { done: false, missing: ["manifest"], ...Promise.withResolvers() });
    this.#listen(ready);
    const worker = new Workers(this.address);
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#worker === worker && this.#hear(data, ready);
    this.#worker.onerror = (event) => {
      event.preventDefault?.();
      this.#end(new Error(event.message || "its script could not be loaded"));
    };
    this.#worker.postMessage({ type: "load", base: this.base });
    for (const set of this.#allowed) this.#worker.postMessage({ type: "allow", set });
    return ready.promise;
  }

  #listen(ready) {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#end(new Error(ready.missing.length ? `${ready.missing.join(", ")} did not arrive` : "everything arrived, but Go did not start"));
    }, SILENCE);
  }

  async #hear(message, ready) {
    switch (message.type) {
      case "progress":
        ready.missing = message.missing;
        this.#listen(ready);
        return this.progress(message);
      case "ready": {
        clearTimeout(this.#silence);
        const files = await this.files();
        if (files && this.#ready === ready) this.#worker.postMessage({ type: "put-files", files });
        ready.done = true;
        return ready.resolve(message);
      }
      case "output":
        return this.#waiting.get(message.id)?.output(message.output);
      case "files":
        return this.#answer("files", message);
      case "done":
        // What failed without a number is the loading.
        if (message.id === undefined) return this.#end(new Error(message.problems[0].message));
        return this.#answer(message.id, message);
      default:
        return this.#answer(message.id, message);
    }
  }

  #answer(id, message) {
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#running === id) this.#running = null;
    if (message.type === "done" && !asked?.output) asked?.reject(new Error(message.problems[0].message));
    else asked?.resolve(message);
  }

  // #end drops the worker; whoever waits for it gets the error.
  #end(error) {
    clearTimeout(this.#silence);
    this.#worker?.terminate();
    const asked = [...this.#waiting.values()], ready = this.#ready;
    this.#waiting.clear();
    this.#worker = this.#ready = this.#running = null;
    ready?.reject(error);
    for (const a of asked) a.reject(error);
  }

  async #ask(message, id = ++this.#last, output) {
    await this.load();
    const asked = { output, ...Promise.withResolvers() };
    this.#waiting.set(id, asked);
    this.#worker.postMessage({ ...message, id });
    return asked.promise;
  }

  // run runs the last of the cells and calls output with what it shows.
  async run(cells, output) {
    const id = (this.#running = ++this.#last);
    try {
      return await this.#ask({ type: "run", cells }, id, output);
    } finally {
      if (this.#running === id) this.#running = null;
    }
  }

  format(source) {
    return this.#ask({ type: "format", source });
  }

  complete(cells, cell, offset) {
    return this.#ask({ type: "complete", cells, cell, offset });
  }

  // allow lets cells download a large data set.
  allow(set) {
    this.#allowed.add(set);
    this.#worker?.postMessage({ type: "allow", set });
  }

  // written returns what cells have written since it was last called: by path, null for
  // what was removed.
  async written() {
    return (await this.#ask({ type: "files" }, "files")).files;
  }

  async stop() {
    const id = this.#running;
    if (id === null) return;
    this.#worker.postMessage({ type: "stop", id });
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    if (this.#running !== id) return;
    this.#answer(id, { type: "done", id, outcome: "stopped", problems: [] });
    this.#end(new Error("stopped"));
    this.load().catch(() => {});
  }
}
