// The sliders, choices and buttons of an explorable.
import { html } from "./html.js";

let groups = 0;

export class Controls {
  constructor(parent, act) {
    Object.assign(this, { parent, act, parts: new Map() });
  }

  draw(controls) {
    for (const control of controls.filter((c) => !c.hidden)) {
      let part = this.parts.get(control.name);
      if (!part) {
        part = makers[control.kind](control, this.act);
        this.parts.set(control.name, part);
        this.parent.append(part.node);
      }
      part.set(control);
    }
  }
}

const makers = {
  slider(c, act) {
    const id = `x-control-${++groups}`;
    const node = html(`<div class="x-slider"><label for="${id}"></label><input type="range" id="${id}"><input type="number" step="any"></div>`);
    const [label, range, number] = node.children;
    label.textContent = c.label;
    number.setAttribute("aria-label", `${c.label}, as a number`);
    const [to, from] = c.log ? [Math.log10, (p) => 10 ** p] : c.logit ? [(v) => Math.log(v / (1 - v)), (p) => 1 / (1 + Math.exp(-p))] : [(v) => v, (p) => p];
    const curved = c.log || c.logit;
    Object.assign(range, { min: to(c.min), max: to(c.max), step: curved ? (to(c.max) - to(c.min)) / 120 : c.step });
    Object.assign(number, { min: c.min, max: c.max, inputMode: "decimal" });
    const send = (value) => act({ do: "set", name: c.name, value });
    range.addEventListener("input", () => send(curved ? +from(+range.value).toPrecision(3) : +range.value));
    number.addEventListener("change", () => number.value !== "" && Number.isFinite(+number.value) && send(+number.value));
    return {
      node,
      set({ value, max, disabled }) {
        [range.max, number.max] = [to(max), max];
        if (document.activeElement !== range || to(value) >= +range.max) range.value = to(value);
        range.setAttribute("aria-valuetext", String(+value.toPrecision(4)));
        if (document.activeElement !== number || +number.value !== value) number.value = +value.toPrecision(6);
        range.disabled = number.disabled = !!disabled;
      },
    };
  },

  choice(c, act) {
    const name = `x-choice-${++groups}`;
    const node = html(`<fieldset class="x-choice"><legend></legend><div></div></fieldset>`);
    node.firstChild.textContent = c.label;
    c.options.forEach((option, i) => {
      const label = html(`<label><input type="radio" name="${name}" value="${i}"><span></span></label>`);
      label.lastChild.textContent = option;
      label.firstChild.addEventListener("change", () => act({ do: "set", name: c.name, value: i }));
      node.lastChild.append(label);
    });
    return {
      node,
      set({ value, disabled }) {
        node.querySelectorAll("input").forEach((input, i) => (input.checked = i === value));
        node.disabled = !!disabled;
      },
    };
  },

  button(c, act) {
    const node = html(`<button type="button" class="x-button"></button>`);
    node.textContent = c.label;
    node.addEventListener("click", () => act({ do: "press", name: c.name }));
    return { node, set: ({ disabled }) => (node.disabled = !!disabled) };
  },
};
