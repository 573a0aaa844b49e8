// The page's side of the worker that computes. All explorables of a page share it.

export class Engine {
  constructor({ worker, program }) {
    this.program = program;
    this.waiting = new Map();
    this.last = 0;
    this.worker = new Worker(worker, { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.take(data.id, JSON.parse(data.answer)));
    this.worker.addEventListener("error", (event) => {
      for (const id of [...this.waiting.keys()]) this.take(id, { error: event.message || "the worker did not start" });
    });
  }

  take(id, answer) {
    const { resolve, reject } = this.waiting.get(id);
    this.waiting.delete(id);
    if (answer.error) reject(new Error(answer.error));
    else resolve(answer);
  }

  // ask has an explorable do what an event says and returns the scene. Some have weights of
  // their own, at an address.
  ask(explorable, event, weights) {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, program: this.program, weights, question: { explorable, ...event } });
    });
  }
}

// A Queue sends the events of one explorable, one at a time. Of events that only say where
// something is now, such as those of a drag, it keeps the last. Places of a pen it joins.
export class Queue {
  constructor(send, draw, fail) {
    Object.assign(this, { send, draw, fail, events: [], busy: null });
  }

  push(event) {
    const last = this.events.at(-1);
    if (event.do === "draw" && !event.begin && last?.do === "draw") {
      last.ink = [...last.ink, ...event.ink];
      return this.busy;
    }
    const again = last && ["move", "set"].includes(event.do) && last.do === event.do && last.name === event.name && last.point === event.point;
    if (again) this.events.pop();
    this.events.push(event);
    return (this.busy ??= this.run());
  }

  async run() {
    while (this.events.length) {
      try {
        this.draw(await this.send(this.events.shift()));
      } catch (error) {
        this.fail(error);
      }
    }
    this.busy = null;
  }
}
