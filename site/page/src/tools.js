// The buttons below each cell of code. What they do is found by data-act.

const BUTTONS = [
  ["run", "▶ Run", "Run this cell (Ctrl+Enter in the editor)"],
  ["stop", "■ Stop", "Stop"],
  ["edit", "Edit", "Edit this cell"],
  ["above", "Run all above", "Run all cells above this one", "more"],
  ["format", "Format", "Format the code of this cell as gofmt does", "more"],
  ["reset", "Reset", "Bring back the published code and output of this cell", "more"],
  ["add", "Add below", "Add a cell below this one", "more"],
  ["up", "↑", "Move this cell up", "more"],
  ["down", "↓", "Move this cell down", "more"],
  ["remove", "Remove", "Remove this cell", "more"],
];

export function button(act, text, label, className = "") {
  const b = document.createElement("button");
  Object.assign(b, { type: "button", textContent: text, title: label, className });
  b.dataset.act = act;
  return b;
}

// tools returns the buttons, and the place where it is said how the cell is getting on.
export function tools() {
  const bar = document.createElement("div");
  bar.className = "lclass-tools";
  const status = document.createElement("span");
  status.className = "status";
  status.setAttribute("role", "status");
  bar.append(...BUTTONS.map((b) => button(...b)), status);
  return bar;
}

// answerTools returns the buttons below a cell of text that is the reader's answer.
export function answerTools() {
  const bar = document.createElement("div");
  bar.className = "lclass-tools";
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", "Your answer");
  bar.append(button("edit", "Write your answer", "Write your answer to the question above"), button("done", "Done", "Show the answer as it will be read (Ctrl+Enter)"));
  return bar;
}

// isAnswer reports whether a cell of text is an answer to a question of an assignment.
export function isAnswer({ type, metadata }) {
  return type === "markdown" && metadata.nbgrader?.solution === true && metadata.editable !== false;
}

// number tells readers who do not see the page which cell the buttons belong to.
export function number(bar, n) {
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", `Cell ${n}`);
}
