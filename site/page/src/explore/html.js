// html returns the element that a text describes. No text of a reader goes in.
export function html(text) {
  const template = document.createElement("template");
  template.innerHTML = text.trim();
  return template.content.firstElementChild;
}
