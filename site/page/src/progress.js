// The bar at the bottom of the window while the tools for Go are loaded.

import { make } from "./outputs.js";
import { size } from "./words.js";

export class Progress {
  constructor() {
    this.text = make("span");
    this.bar = make("progress");
    this.bar.setAttribute("aria-label", "Loading the tools for Go");
    this.element = make("div", "lclass-progress", this.text, this.bar);
  }

  begin() {
    this.text.textContent = "Loading Go …";
    this.bar.removeAttribute("value");
    document.body.append(this.element);
  }

  show({ allLoaded, allTotal }) {
    const all = allLoaded >= allTotal;
    this.text.textContent = all ? `Preparing Go: ${size(allTotal)} loaded` : `Loading Go, once: ${size(allLoaded)} of ${size(allTotal)}`;
    this.bar.max = allTotal;
    this.bar.value = allLoaded;
  }

  hide() {
    this.element.remove();
  }
}
