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

  show({ name, allLoaded, allTotal }) {
    if (!this.element.isConnected) document.body.append(this.element);
    this.text.textContent = `Loading Go, once: ${size(allLoaded)} of ${size(allTotal)} (${name})`;
    this.bar.max = allTotal || 1;
    this.bar.value = allLoaded;
  }

  hide() {
    this.element.remove();
  }
}
