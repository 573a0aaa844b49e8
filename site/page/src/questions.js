// Makes forms of the questions of a page: the reader commits to an answer, learns why it is
// right or wrong, and tries again. What was answered stays in this browser.

import { places } from "./places.js";

const KEPT = "linclass questions " + new URL(".", location.href).pathname;
const PAGE = location.pathname.split("/").pop().replace(/\.html$/, "") || "index";

function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT));
    return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}

function keep(change) {
  const all = load();
  const page = all[PAGE] && typeof all[PAGE] === "object" ? all[PAGE] : {};
  change(page);
  all[PAGE] = page;
  try {
    localStorage.setItem(KEPT, JSON.stringify(all));
  } catch {
    // Without storage the answers last as long as the page.
  }
}

export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) key in element ? (element[key] = value) : element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// toNumber reads a number as people write it: with a comma, a percent sign, a real minus, a
// power of ten, or thousands apart. A single comma or point is that of decimals.
export function toNumber(text) {
  const power = text.trim().replace(/−/g, "-").match(/^([-+]?)10\^([-+]?\d{1,2})$/);
  if (power) return Number(`${power[1]}1e${power[2]}`);
  let plain = text.trim().replace(/−/g, "-").replace(/\s*%$/, "").replace(/(\d)[\s\u00a0'’](?=\d{3}\b)/g, "$1");
  if (/^[-+]?[1-9]\d{0,2}(,\d{3}){2,}$/.test(plain) || /^[-+]?[1-9]\d{0,2}(\.\d{3}){2,}$/.test(plain)) plain = plain.replace(/[.,]/g, "");
  plain = plain.replace(",", ".");
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
}

const list = (text) => text.split(" ").map(Number);
const within = (given, answer, tolerance) => given.every((v, i) => Math.abs(v - answer[i]) <= tolerance + 1e-9);

// copy copies what is shown elsewhere, without the names that occur once in a page.
function copy(element) {
  const clone = element.cloneNode(true);
  for (const named of clone.querySelectorAll("[id]")) named.removeAttribute("id");
  return clone;
}

// numbers returns v if it is a list of so many numbers.
function numbers(v, count) {
  if (!Array.isArray(v) || v.length !== count || !v.every(Number.isFinite)) throw new TypeError(`not ${count} numbers`);
  return v;
}

const nodes = (element) => (element ? [...copy(element).childNodes] : []);

// A kind of question builds its controls and returns
//   given()       the answer as it stands, null if there is none
//   judge(given)  whether it is right, and the nodes that say why
//   put(given)    sets the controls
//   solve()       sets the controls to the right answer
// All answers are JSON.

function choice(section, controls, answer, id) {
  const reasons = [...answer.querySelectorAll(".reasons > li")];
  const items = [...section.querySelectorAll(".choices > li")];
  const radios = items.map((li, i) => {
    const radio = make("input", { type: "radio", name: id, value: String(i) });
    li.replaceChildren(make("label", {}, radio, make("span", {}, ...li.childNodes)));
    return radio;
  });
  controls.append(section.querySelector(".choices"));
  const right = reasons.findIndex((r) => r.classList.contains("right"));
  const put = (given) => radios.forEach((r, i) => (r.checked = i === given));
  const say = (i) => nodes(reasons[i]).slice(1); // after "Right." or "Wrong."
  return {
    ask: "Choose an answer first.",
    given: () => (radios.some((r) => r.checked) ? radios.findIndex((r) => r.checked) : null),
    judge: (given) => ({ right: given === right, why: say(given) }),
    put,
    solve: () => (put(right), right),
    others: () => copy(answer.querySelector(".reasons")),
  };
}

// judgeNumbers finds the reason for numbers: of the right answer, or of a known mistake.
function judgeNumbers(section, answer) {
  const right = list(section.dataset.answer), tolerance = Number(section.dataset.tolerance);
  const misses = [...answer.querySelectorAll("li[data-value]")];
  return (given) => {
    if (within(given, right, tolerance)) return { right: true, why: [...nodes(answer.querySelector(".value")), ...nodes(answer.querySelector(".why"))] };
    const off = (li) => Math.max(...list(li.dataset.value).map((v, i) => Math.abs(v - given[i])));
    const [miss] = misses.filter((li) => off(li) <= tolerance + 1e-9).sort((a, b) => off(a) - off(b));
    return { right: false, why: miss ? nodes(miss).slice(1) : nodes(answer.querySelector(".hint")) };
  };
}

function fields(labels, id) {
  const inputs = labels.map((_, i) => make("input", { type: "text", inputMode: "decimal", autocomplete: "off", id: `${id}-${i}` }));
  const box = make("div", { className: "numbers" }, ...labels.map((label, i) => make("label", { htmlFor: `${id}-${i}` }, label, inputs[i])));
  return { inputs, box, read: () => inputs.map((input) => toNumber(input.value)), write: (v) => inputs.forEach((input, i) => (input.value = String(v[i]).replace("-", "−"))) };
}

function number(section, controls, answer, id) {
  const { box, read, write } = fields(["Your answer"], id);
  if (section.dataset.unit) box.firstChild.append(section.dataset.unit);
  controls.append(box);
  return {
    ask: "Write a number, such as 0.25.",
    given: () => (read().some(Number.isNaN) ? null : read()),
    judge: judgeNumbers(section, answer),
    put: (given) => write(numbers(given, 1)),
    solve: () => (write(list(section.dataset.answer)), list(section.dataset.answer)),
  };
}

function place(section, controls, answer, id) {
  const { labels, start, draw } = places(section);
  const { inputs, box, read, write } = fields(labels, id);
  controls.append(section.querySelector(".plane"), box);
  let moved = false;
  const handles = draw(start, (values) => {
    moved = true;
    write(values);
  });
  write(start);
  for (const input of inputs) {
    input.addEventListener("input", () => {
      moved = true;
      if (!read().some(Number.isNaN)) handles.move(read());
    });
  }
  const put = (given) => {
    write(numbers(given, labels.length));
    handles.move(given);
    moved = true;
  };
  return {
    ask: "Drag the handle, or use the arrow keys on it or the number fields.",
    given: () => (moved && !read().some(Number.isNaN) ? read() : null),
    judge: judgeNumbers(section, answer),
    put,
    solve: () => (put(list(section.dataset.answer)), list(section.dataset.answer)),
    forget: () => {
      put(start);
      moved = false;
    },
  };
}

function order(section, controls, answer) {
  const steps = [...answer.querySelectorAll(".reasons > li")], why = answer.querySelector(".why");
  const ordered = make("ol", { className: "steps" });
  const items = [...section.querySelectorAll(".steps > li")];
  section.querySelector(".steps").replaceWith(ordered);
  controls.append(ordered);
  const at = (li) => [...ordered.children].indexOf(li);
  const label = () => {
    [...ordered.children].forEach((li, i, all) => {
      li.querySelector(".number").textContent = `${i + 1}.`;
      li.querySelectorAll("button").forEach((b) => b.setAttribute("aria-label", `${b.value === "-1" ? "Up" : "Down"}, step ${i + 1} of ${all.length}: ${li.querySelector(".text").textContent}`));
    });
  };
  for (const li of items) {
    const move = (by) => make("button", { type: "button", value: String(by) }, by < 0 ? "↑" : "↓");
    const up = move(-1), down = move(1);
    li.replaceChildren(make("span", { className: "number" }), make("span", { className: "text" }, ...li.childNodes), up, down);
    for (const b of [up, down]) {
      b.addEventListener("click", () => {
        const to = at(li) + Number(b.value);
        if (to < 0 || to >= items.length) return;
        b === up ? ordered.children[to].before(li) : ordered.children[to].after(li);
        label();
        b.focus();
      });
    }
    ordered.append(li);
  }
  label();
  const initial = items.map((li) => Number(li.dataset.place));
  const given = () => [...ordered.children].map((li) => Number(li.dataset.place));
  const put = (wanted) => {
    ordered.append(...numbers(wanted, items.length).map((p) => items.find((li) => Number(li.dataset.place) === p)).filter(Boolean));
    label();
  };
  return {
    ask: "",
    given,
    judge: (now) => {
      const first = now.findIndex((p, i) => p !== i + 1);
      if (first < 0) return { right: true, why: nodes(why) };
      const fits = now.filter((p, i) => p === i + 1).length;
      return { right: false, why: [`${fits} of ${now.length} steps ${fits === 1 ? "is" : "are"} in place. A hint for step ${first + 1}: `, ...nodes(steps[first]).slice(1)] };
    },
    put,
    solve: () => (put(items.map((_, i) => i + 1)), items.map((_, i) => i + 1)),
    forget: () => put(initial),
    others: () => copy(answer.querySelector(".reasons")),
  };
}

const KINDS = { choice, number, place, order };

function build(section, changed) {
  const id = section.id, answer = section.querySelector("details.answer"), ask = section.querySelector(".ask");
  const controls = make("div");
  ask.id = `${id}-ask`;
  const fieldset = make("fieldset", {}, make("legend", {}, section.querySelector(".title").textContent), ask, controls);
  fieldset.setAttribute("aria-describedby", ask.id);
  const feedback = make("div", { className: "feedback", role: "status" });
  const check = make("button", { type: "submit" }, "Check"), show = make("button", { type: "button" }, "Show the answer");
  const form = make("form", { noValidate: true }, fieldset, make("div", { className: "acts" }, check, show), feedback);
  section.querySelector(".title").remove();
  const kind = KINDS[section.dataset.kind](section, controls, answer, id);
  answer.hidden = true; // it stays in the page, as formulas are drawn there
  section.append(form);
  let state = { tries: 0 };

  function say(mark, verdict, why) {
    const box = make("div", { className: mark }, make("span", { className: "verdict" }, verdict), ...why);
    if (mark !== "wrong" && kind.others) box.append(make("details", {}, make("summary", {}, section.dataset.kind === "order" ? "Each step" : "All reasons"), kind.others()));
    feedback.replaceChildren(box);
    section.dataset.state = state.done ?? mark;
  }
  const right = (why) => say("right", "✓ Right.", why);
  const shown = () => say("shown", "The answer.", kind.judge(kind.solve()).why);
  const store = () => (keep((page) => (page[id] = state)), changed());

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = kind.given();
    if (given === null) return say("asked", kind.ask, []);
    const { right: fits, why } = kind.judge(given);
    if (!state.done) state = { tries: state.tries + 1, given, ...(fits && { done: "right" }) };
    fits ? right(why) : say("wrong", "✗ Not yet.", why);
    store();
  });
  show.addEventListener("click", () => {
    if (!state.done) state = { ...state, done: "shown" };
    shown();
    store();
  });

  return {
    section,
    state: () => state,
    restore(kept) {
      if (!kept || typeof kept !== "object" || !Number.isInteger(kept.tries)) return;
      try {
        if (kept.given !== undefined) kind.put(kept.given);
        const judged = kept.done === "right" && kind.judge(kept.given);
        if (judged && !judged.right) throw new Error("the answer was right once");
        state = kept;
        if (judged) right(judged.why);
        if (state.done === "shown") shown();
      } catch {
        state = { tries: 0 }; // kept by another version of the question
      }
    },
    forget() {
      state = { tries: 0 };
      form.reset();
      kind.forget?.();
      feedback.replaceChildren();
      delete section.dataset.state;
    },
  };
}

function start() {
  const sections = [...document.querySelectorAll(".lclass-question")];
  if (!sections.length) return;
  const bar = document.querySelector(".lclass-quiz"), [says, next] = bar.children, forget = make("button", { type: "button" }, "Forget my answers");
  bar.append(forget);
  const questions = sections.map((section) => build(section, update));
  const kept = load()[PAGE] ?? {};
  for (const q of questions) q.restore(kept[q.section.id]);

  function update() {
    const done = questions.filter((q) => q.state().done), first = done.filter((q) => q.state().done === "right" && q.state().tries === 1);
    says.textContent = `${done.length} of ${questions.length} questions answered` + (done.length ? `, ${first.length} on the first try.` : ".") + " Your answers stay in this browser.";
    const open = questions.find((q) => !q.state().done);
    next.hidden = !open;
    if (open) next.href = `#${open.section.id}`;
    forget.hidden = !questions.some((q) => q.state().tries || q.state().done);
  }
  forget.addEventListener("click", () => {
    keep((page) => questions.forEach((q) => delete page[q.section.id]));
    for (const q of questions) q.forget();
    update();
    says.tabIndex = -1;
    says.focus();
  });
  update();
}

start();
