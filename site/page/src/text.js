// A cell of text. Readers can change those that are their answers to a question.

import { markdown, typeset } from "./markdown.js";
import { make } from "./outputs.js";
import { answerTools, isAnswer } from "./tools.js";

export class TextCell {
  type = "markdown";
  #field = null;

  constructor({ id, source, metadata, element, page }) {
    Object.assign(this, { id, metadata, element, page });
    this.text = source;
    if (!element) {
      this.element = make("div", "cell border-box-sizing text_cell rendered", make("div", "inner_cell"));
      this.element.dataset.cell = id;
      if (isAnswer(this)) this.element.append(answerTools());
      this.#render();
    }
  }

  get source() {
    return this.text;
  }

  set source(text) {
    if (text === this.text) return;
    this.text = text;
    this.#render();
  }

  #render() {
    const text = make("div", "text_cell_render border-box-sizing rendered_html", markdown(this.text));
    this.#show(text);
    typeset(text);
  }

  #show(content) {
    this.#field = null;
    this.element.querySelector(".inner_cell").replaceChildren(content);
    this.element.classList.remove("open");
  }

  // edit lets readers write Markdown in place of the text.
  edit() {
    if (this.#field) return;
    const field = make("textarea", "lclass-answer");
    Object.assign(field, { value: this.text, rows: Math.max(6, this.text.split("\n").length + 1) });
    field.setAttribute("aria-label", "Your answer. Write formulas between dollar signs.");
    field.oninput = () => {
      this.text = field.value;
      this.page.changed();
    };
    field.onkeydown = (event) => {
      if (event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey))) this.done();
    };
    this.#show(field);
    this.#field = field;
    this.element.classList.add("open");
    field.focus();
    if (this.text.startsWith("*Your answer here")) field.select();
  }

  done() {
    if (!this.#field) return;
    this.#render();
    this.element.querySelector("[data-act=edit]").focus();
  }
}
