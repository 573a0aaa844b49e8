// The shell of a page: the contents as a drawer, where the reader is in them, dark and
// light, the search, the words of the glossary. Without it a page is complete.

const make = (tag, props = {}, ...content) => {
  const element = Object.assign(document.createElement(tag), props);
  element.append(...content);
  return element;
};

const dark = matchMedia("(prefers-color-scheme: dark)");

// themeSwitch returns a button that changes between dark and light. A choice that is that of
// the system is not kept.
function themeSwitch() {
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
  const button = make("button", { type: "button", className: "theme-switch" });
  const show = () => {
    button.textContent = isDark() ? "☀" : "☾";
    button.setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
    button.title = button.getAttribute("aria-label");
  };
  button.onclick = () => {
    const theme = isDark() ? "light" : "dark";
    const ofSystem = (theme === "dark") === dark.matches;
    if (ofSystem) delete root.dataset.theme;
    else root.dataset.theme = theme;
    try {
      if (ofSystem) localStorage.removeItem("linclass theme");
      else localStorage.setItem("linclass theme", theme);
    } catch {
      // It holds for this page.
    }
    show();
  };
  dark.addEventListener("change", show);
  show();
  return button;
}

// drawer opens the contents over the page where there is no room for them beside it.
function drawer(menu, contents) {
  const close = make("button", { type: "button", className: "close-drawer", textContent: "Close" });
  const dialog = make("dialog", { className: "drawer" }, close);
  dialog.setAttribute("aria-label", "Contents");
  const home = contents.parentElement;
  document.body.append(dialog);
  const button = make("button", { type: "button", className: "menu", textContent: menu.textContent });
  button.setAttribute("aria-haspopup", "dialog");
  menu.replaceWith(button);
  button.onclick = () => {
    dialog.append(contents);
    dialog.showModal();
    contents.querySelector("[aria-current=page]")?.scrollIntoView({ block: "center" });
  };
  close.onclick = () => dialog.close();
  dialog.addEventListener("click", (event) => (event.target === dialog || event.target.closest("a")) && dialog.close());
  dialog.addEventListener("close", () => home.prepend(contents));
  matchMedia("(min-width: 1101px)").addEventListener("change", (query) => query.matches && dialog.open && dialog.close());
}

// follow marks in the contents the section that is being read.
function follow(contents) {
  const links = new Map([...contents.querySelectorAll(".sections a")].map((a) => [decodeURIComponent(a.hash.slice(1)), a]));
  const headings = [...document.querySelectorAll("main h2[id]")].filter((h) => links.has(h.id) || links.has(decodeURIComponent(h.id)));
  if (!headings.length) return;
  let waiting = false, current;
  const mark = () => {
    waiting = false;
    const read = headings.findLast((h) => h.getBoundingClientRect().top < 140);
    const link = read && (links.get(read.id) ?? links.get(decodeURIComponent(read.id)));
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    current = link;
  };
  addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(mark);
  }, { passive: true });
  mark();
}

// reachable lets the keyboard scroll what is wider than its place.
function reachable() {
  const candidates = document.querySelectorAll("main :is(pre.table, table, .katex-display, .output_subarea, .scroll)");
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth + 1) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  for (const element of candidates) observer.observe(element);
}

// eager loads the frames of a player when it comes near, so that none is blank when it plays.
function eager() {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      for (const image of target.querySelectorAll("img[loading]")) image.loading = "eager";
    }
  }, { rootMargin: "600px" });
  for (const player of document.querySelectorAll(".lclass-player")) observer.observe(player);
}

// paper opens the code for the printer, and closes it again.
function paper() {
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("main details:is(.fold, .checks):not([open])")];
    for (const details of closed) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of closed) details.open = false;
  });
}

// finder opens the search. What it searches in is loaded when it is first used.
function finder(address, index) {
  const field = make("input", { type: "search", placeholder: "Search text, code and figures", autocomplete: "off" });
  field.setAttribute("aria-label", "Search");
  const found = make("ol", { className: "found" });
  const status = make("p", { className: "search-status", textContent: "" });
  status.setAttribute("role", "status");
  const close = make("button", { type: "button", textContent: "Close" });
  const dialog = make("dialog", { className: "search" }, make("div", { className: "search-bar" }, field, close), status, found);
  dialog.setAttribute("aria-label", "Search the course");
  document.body.append(dialog);
  let search, last = 0;
  const run = async () => {
    const asked = ++last, query = field.value.trim();
    if (!query) {
      found.replaceChildren();
      status.textContent = "";
      return;
    }
    try {
      search ??= import(address).then(({ load }) => load(index));
      const hits = (await search)(query);
      if (asked !== last) return;
      found.replaceChildren(...hits.map(({ href, title, page, parts }) => {
        const words = make("p", {}, ...parts.map(([text, hit]) => (hit ? make("mark", {}, text) : text)));
        return make("li", {}, make("a", { href }, title, " ", make("small", {}, page)), words);
      }));
      status.textContent = hits.length ? `${hits.length} section${hits.length === 1 ? "" : "s"}` : "Nothing found. Try fewer letters, or the glossary.";
    } catch (error) {
      search = null;
      status.textContent = `The search did not load: ${error.message}. Check your network and try again.`;
    }
  };
  field.addEventListener("input", run);
  found.addEventListener("click", (event) => event.target.closest("a") && dialog.close());
  close.onclick = () => dialog.close();
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault(); // browsers first empty the field
    dialog.close();
  });
  // Enter opens the first section that is found; the arrow keys lead to the others.
  dialog.addEventListener("keydown", async (event) => {
    const links = [...found.querySelectorAll("a")], at = [field, ...links].indexOf(document.activeElement);
    const to = { ArrowDown: links[at], ArrowUp: at > 1 ? links[at - 2] : field }[event.key];
    if (at >= 0 && to) {
      event.preventDefault();
      to.focus();
    } else if (at === 0 && event.key === "Enter" && !event.isComposing) {
      await run();
      found.querySelector("a")?.click();
    }
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  const button = make("button", { type: "button", className: "find" }, "Search ", make("kbd", {}, "/"));
  button.setAttribute("aria-haspopup", "dialog");
  const open = () => {
    if (!dialog.open) dialog.showModal();
    field.focus();
    field.select();
  };
  button.onclick = open;
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select, [contenteditable], .cm-editor")) return;
    event.preventDefault();
    open();
  });
  return button;
}

// glossary shows what a word means, to the mouse, to the keyboard and to a finger.
function glossary() {
  const box = make("div", { id: "meaning", className: "meaning", hidden: true });
  box.setAttribute("role", "tooltip");
  document.body.append(box);
  let shown = null, touched = false;
  const hide = () => {
    shown?.removeAttribute("aria-describedby");
    shown = null;
    box.hidden = true;
  };
  const show = (term) => {
    const meaning = document.getElementById(`means-${term.dataset.term}`);
    if (!meaning || term === shown) return;
    hide();
    shown = term;
    box.replaceChildren(...[...meaning.childNodes].map((n) => n.cloneNode(true)));
    box.hidden = false;
    term.setAttribute("aria-describedby", box.id);
    const at = term.getBoundingClientRect(), own = box.getBoundingClientRect();
    box.style.left = `${scrollX + Math.max(8, Math.min(at.left, innerWidth - own.width - 8))}px`;
    box.style.top = `${scrollY + (at.bottom + own.height + 12 < innerHeight ? at.bottom + 6 : at.top - own.height - 6)}px`;
  };
  const term = (event) => event.target.closest?.("a.term");
  document.addEventListener("pointerdown", (event) => (touched = event.pointerType === "touch"));
  document.addEventListener("mouseover", (event) => (term(event) ? show(term(event)) : box.contains(event.target) || document.activeElement === shown || hide()));
  document.addEventListener("focusin", (event) => (term(event) ? show(term(event)) : hide()));
  document.addEventListener("click", (event) => {
    const of = term(event);
    if (!of) return box.contains(event.target) || hide();
    // A first touch shows the meaning, a second one follows the link.
    if (touched && !of.dataset.seen) {
      event.preventDefault();
      of.dataset.seen = "yes";
      show(of);
    }
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
}

// target opens what a link leads into.
function target() {
  const open = () => {
    const place = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (place?.tagName === "DETAILS") place.open = true;
  };
  addEventListener("hashchange", open);
  open();
}

// shell starts all of it. search and index are the addresses of the search's program and of
// its index.
export function shell({ search, index }) {
  const bar = document.querySelector(".bar"), contents = document.getElementById("contents");
  if (!bar || !contents) return;
  drawer(bar.querySelector(".menu"), contents);
  follow(contents);
  const tools = make("div", { className: "bar-tools" });
  if (search && location.protocol !== "file:") tools.append(finder(search, index));
  tools.append(themeSwitch());
  bar.append(tools);
  contents.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  reachable();
  eager();
  paper();
  target();
  glossary();
}
