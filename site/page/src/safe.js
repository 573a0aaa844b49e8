// HTML that a cell made, without what could run, load, cover or send anything. Cells may
// come from a link or a file of somebody else.

import createDOMPurify from "dompurify";

const purify = createDOMPurify(window);

const SETTINGS = {
  USE_PROFILES: { html: true, svg: true, svgFilters: false },
  FORBID_TAGS: ["style", "form", "input", "button", "select", "textarea", "audio", "video", "source", "track", "dialog"],
  FORBID_ATTR: ["srcset", "target", "popover", "popovertarget"],
  SANITIZE_NAMED_PROPS: true,
  FORCE_BODY: true,
  RETURN_DOM_FRAGMENT: true,
};

purify.addHook("afterSanitizeAttributes", (node) => {
  if (node.nodeName === "A" && node.hasAttribute("href")) node.setAttribute("rel", "noopener noreferrer nofollow");
  for (const name of ["src", "href", "xlink:href"]) {
    if (node.nodeName !== "A" && node.hasAttribute(name) && !/^(data:image\/|#)/.test(node.getAttribute(name))) node.removeAttribute(name);
  }
});

// safe returns the content, and how many scripts it had.
export function safe(html) {
  const content = purify.sanitize(html, SETTINGS);
  const scripts = purify.removed.filter(({ element }) => element?.nodeName === "SCRIPT").length;
  return { content, scripts };
}
