// One plot of a scene as SVG, with points and handles to drag.
import { drag } from "d3-drag";
import { scaleLinear } from "d3-scale";
import { select } from "d3-selection";
import { symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolStar, symbolTriangle, symbolX } from "d3-shape";

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = [symbolCircle, symbolSquare, symbolTriangle, symbolX, symbolDiamond, symbolCross, symbolStar];
const BARE = { left: 4, right: 4, top: 6, bottom: 6 };
const MARGIN = { left: 52, right: 12, top: 10, bottom: 40 };
const NAME = 24; // the room of the vertical axis' name
const NUMBER = 7; // the gap between its numbers and the axis
let plots = 0;

// shape returns the outline of a point of a class. Thousands of points share a few.
const outlines = new Map();
export function shape(k, size) {
  const kind = k % SHAPES.length, key = `${kind} ${size}`;
  if (!outlines.has(key)) outlines.set(key, symbol(SHAPES[kind], size)());
  return outlines.get(key);
}

// A Pen writes the outline of points at their places as one path.
class Pen {
  d = "";

  point({ class: k }, size, x, y) {
    Object.assign(this, { x, y });
    SHAPES[k % SHAPES.length].draw(this, size);
  }

  add(command, x, y) {
    this.d += `${command}${(this.x + x).toFixed(1)} ${(this.y + y).toFixed(1)}`;
  }

  moveTo(x, y) {
    this.add("M", x, y);
  }

  lineTo(x, y) {
    this.add("L", x, y);
  }

  // arc draws a whole circle from its right end, where a symbol begins it.
  arc(x, y, r) {
    const across = (2 * r).toFixed(1), radius = r.toFixed(1);
    this.d += `a${radius} ${radius} 0 1 0 -${across} 0a${radius} ${radius} 0 1 0 ${across} 0`;
  }

  rect(x, y, width, height) {
    this.add("M", x, y);
    this.d += `h${width.toFixed(1)}v${height.toFixed(1)}h-${width.toFixed(1)}z`;
  }

  closePath() {
    this.d += "z";
  }
}

export const element = (name, attributes = {}, parent) => {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  parent?.append(node);
  return node;
};

// set sets the attributes that differ; the browser would lay out the same ones again.
function set(node, attributes) {
  for (const [key, value] of Object.entries(attributes)) if (node.getAttribute(key) !== String(value)) node.setAttribute(key, value);
}

// A Pool keeps as many elements as there are things to draw, and sets what has changed.
// Where a key is given, the attributes of a thing whose key is the same stay as they are.
class Pool {
  constructor(layer, name) {
    Object.assign(this, { layer, name, nodes: [], was: [], keys: [] });
  }

  draw(things, attributes, key) {
    while (this.nodes.length > things.length) (this.nodes.pop().remove(), this.was.pop());
    this.keys.length = this.nodes.length;
    things.forEach((thing, i) => {
      if (key) {
        const now = key(thing);
        if (this.keys[i] === now) return;
        this.keys[i] = now;
      }
      if (!this.nodes[i]) (this.nodes.push(element(this.name, {}, this.layer)), this.was.push({}));
      const node = this.nodes[i], was = this.was[i];
      for (const [key, value] of Object.entries(attributes(thing, i))) {
        if (was[key] === value) continue;
        was[key] = value;
        if (key === "text") node.textContent = value;
        else if (value === null) node.removeAttribute(key);
        else node.setAttribute(key, value);
      }
    });
  }
}

export class Plot {
  // act(event) tells what the reader does.
  constructor(parent, act) {
    this.act = act;
    this.id = `x-plot-${++plots}`;
    this.figure = document.createElement("figure");
    this.caption = document.createElement("figcaption");
    this.svg = element("svg", { class: "x-plot", role: "group" });
    this.figure.append(this.caption, this.svg);
    parent.append(this.figure);
    const defs = element("defs", {}, this.svg);
    this.clip = element("rect", {}, element("clipPath", { id: this.id }, defs));
    const arrow = element("marker", { id: `${this.id}-arrow`, viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" }, defs);
    element("path", { d: "M0 0L10 5L0 10z", class: "x-tip" }, arrow);
    const hatch = element("pattern", { id: `${this.id}-hatch`, width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, defs);
    element("line", { x1: 0, y1: 0, x2: 0, y2: 8, class: "x-hatch" }, hatch);
    this.background = element("rect", { class: "x-background" }, this.svg);
    const layer = (name, clipped) => element("g", { class: `x-${name}`, ...(clipped ? { "clip-path": `url(#${this.id})` } : {}) }, this.svg);
    this.images = new Pool(layer("images"), "image");
    this.grid = new Pool(layer("grid"), "path");
    this.areas = new Pool(layer("areas", true), "path");
    this.ticks = new Pool(layer("ticks"), "text");
    this.labels = new Pool(layer("labels"), "text");
    this.curves = new Pool(layer("curves", true), "path");
    const dots = layer("dots");
    this.dots = new Pool(dots, "path");
    this.crowds = new Pool(dots, "path");
    this.rings = new Pool(layer("rings"), "circle");
    this.texts = new Pool(layer("texts"), "text");
    this.knobs = new Pool(layer("knobs"), "path");
    const hits = layer("hits");
    this.hits = new Pool(hits, "circle");
    this.grips = new Pool(hits, "circle");
    this.current = 0;
    this.listen(hits);
  }

  listen(hits) {
    const inside = (event) => {
      const box = this.svg.getBoundingClientRect();
      return this.bounded(this.x.invert(event.x ?? event.clientX - box.left), this.y.invert(event.y ?? event.clientY - box.top));
    };
    this.svg.addEventListener("click", (event) => {
      const box = this.svg.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left, event.clientY - box.top];
      if (!this.plot.edit || x < this.x.range()[0] || x > this.x.range()[1] || y > this.y.range()[0] || y < this.y.range()[1]) return;
      const [px, py] = this.bounded(this.x.invert(x), this.y.invert(y));
      this.act({ do: "place", x: px, y: py });
    });
    this.pen(inside);
    select(hits).call(
      drag()
        .container(() => this.svg)
        .clickDistance(4)
        .filter((event) => !event.ctrlKey && !event.button && !this.locked && !this.plot.pad)
        .subject((event) => this.nearest(event))
        .on("start", ({ subject, sourceEvent }) => {
          if (sourceEvent.type === "mousedown") sourceEvent.preventDefault(); // or what is pressed gets the focus, not the nearest
          if (subject.point >= 0) this.choose(subject.point); // in Firefox no other point can have the focus
          subject.node.focus({ preventScroll: true, focusVisible: false });
        })
        .on("drag", (event) => {
          event.subject.at = inside(event);
          event.subject.moved = true;
          this.move(event.subject, ...event.subject.at, true);
        })
        .on("end", ({ subject }) => subject.moved && this.move(subject, ...subject.at)),
    );
    hits.addEventListener("keydown", (event) => this.key(event));
    // A key that is held moves a thing as a hand does, which ends when it is let go.
    for (const end of ["keyup", "focusout"]) {
      hits.addEventListener(end, () => {
        if (this.held) this.move(...this.held);
        this.held = null;
      });
    }
  }

  // pen has readers draw in a plot with a pad.
  pen(inside) {
    let down = null;
    const draw = (event, begin) => {
      const events = event.getCoalescedEvents?.() ?? [];
      this.act({ do: "draw", begin, ink: (events.length ? events : [event]).map((e) => inside({ clientX: e.clientX, clientY: e.clientY })) });
    };
    this.svg.addEventListener("pointerdown", (event) => {
      if (!this.plot.pad || this.locked || event.button || down !== null) return;
      down = event.pointerId;
      this.svg.setPointerCapture(down);
      draw(event, true);
    });
    this.svg.addEventListener("pointermove", (event) => event.pointerId === down && draw(event, false));
    for (const end of ["pointerup", "pointercancel"]) this.svg.addEventListener(end, (event) => event.pointerId === down && (down = null));
  }

  bounded(x, y) {
    const { xRange, yRange } = this.plot;
    return [Math.min(Math.max(x, xRange[0]), xRange[1]), Math.min(Math.max(y, yRange[0]), yRange[1])];
  }

  // nearest returns what a press at a place takes: the nearest handle or point.
  nearest({ x, y }) {
    const far = (at) => Math.hypot(this.x(at[0]) - x, this.y(at[1]) - y);
    const things = [
      ...this.plot.handles.map((h, i) => ({ at: h.at, handle: h, node: this.grips.nodes[i], far: far(h.at) - 6 })),
      ...(this.plot.edit ? this.plot.dots.map((d, i) => ({ at: d.at, point: i, node: this.hits.nodes[i], far: far(d.at) })) : []),
    ];
    const best = things.reduce((a, b) => (b.far < a.far ? b : a));
    return { ...best, x: this.x(best.at[0]), y: this.y(best.at[1]) };
  }

  // move tells where something is now, and whether the hand still holds it.
  move({ handle, point }, x, y, held = false) {
    if (handle) this.act({ do: "move", name: handle.name, x, y });
    else this.act({ do: "move", point, x, y, held });
  }

  key(event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const way = ways[event.key], fine = event.shiftKey ? 0.2 : 1;
    const point = this.hits.nodes.indexOf(event.target), handle = this.plot.handles[this.grips.nodes.indexOf(event.target)];
    if (this.locked || (point < 0 && !handle)) return;
    if (way) {
      const { xRange, yRange } = this.plot;
      const step = handle?.step ?? [(xRange[1] - xRange[0]) / 50, (yRange[1] - yRange[0]) / 50];
      const at = handle?.at ?? this.plot.dots[point].at;
      const [x, y] = this.bounded(at[0] + way[0] * step[0] * fine, at[1] + way[1] * step[1] * fine);
      if (handle) handle.at = [x, y];
      else this.plot.dots[point].at = [x, y];
      this.held = [{ handle, point }, x, y];
      this.move(...this.held, true);
    } else if (handle?.press && event.key === " ") {
      this.act({ do: "press", name: handle.press });
    } else if (point >= 0 && ["PageDown", "PageUp"].includes(event.key)) {
      this.focus((point + (event.key === "PageDown" ? 1 : this.hits.nodes.length - 1)) % this.hits.nodes.length);
    } else if (point >= 0 && ["Delete", "Backspace"].includes(event.key)) {
      this.held = null;
      this.act({ do: "remove", point });
    } else {
      return;
    }
    event.preventDefault();
  }

  // focus moves the focus to a point.
  focus(i) {
    this.choose(Math.max(0, Math.min(i, this.hits.nodes.length - 1)));
    this.hits.nodes[this.current]?.focus();
  }

  choose(i) {
    this.current = i;
    this.name();
  }

  // name gives the current point, the one that the tab key reaches, its name.
  name() {
    const here = this.hits.nodes[this.current], classes = this.scene.classes ?? [];
    if (this.named && this.named !== here) {
      for (const key of ["role", "aria-label", "aria-describedby"]) this.named.removeAttribute(key);
      this.named.setAttribute("tabindex", "-1");
    }
    this.named = here;
    if (!here) return;
    const { at, class: k } = this.plot.dots[this.current];
    const label = `Point ${this.current + 1} of ${this.hits.nodes.length}${classes[k] ? `, class ${classes[k]}` : ""}, at ${round(at[0])}, ${round(at[1])}`;
    set(here, { role: "button", tabindex: "0", "aria-label": label, "aria-describedby": this.help });
  }

  // textWidth returns the width of a text in the plot's font.
  textWidth(text) {
    const context = (this.context ??= document.createElement("canvas").getContext("2d"));
    context.font = getComputedStyle(this.svg).font;
    return context.measureText(text).width;
  }

  draw(scene, plot, width, locked) {
    Object.assign(this, { scene, plot, locked });
    for (const name of ["images", "areas", "curves", "dots", "texts", "handles"]) plot[name] ??= [];
    const [xs, ys] = [plot.xRange, plot.yRange];
    const high = (inner) => (plot.equal ? (inner * (ys[1] - ys[0])) / (xs[1] - xs[0]) : inner * (plot.height || 0.7));
    const rows = Math.round(high(width - MARGIN.left - MARGIN.right) / 50);
    const up = plot.bare ? [] : scaleLinear(ys, [1, 0]).ticks(Math.max(3, Math.min(7, rows)));
    const number = scaleLinear(ys, [1, 0]).tickFormat(5);
    // Wide numbers move the axis away from its name.
    const wide = Math.max(0, ...up.map((v) => this.textWidth(number(v))));
    const margin = plot.bare ? BARE : { ...MARGIN, left: Math.max(MARGIN.left, Math.ceil(NAME + wide + NUMBER)), ...(plot.noTicks && { bottom: 10 }) };
    this.svg.classList.toggle("x-pad", !!plot.pad);
    const inner = width - margin.left - margin.right;
    const height = high(inner);
    this.x = scaleLinear(xs, [margin.left, margin.left + inner]);
    this.y = scaleLinear(ys, [margin.top + height, margin.top]);
    const { x, y } = this;
    const whole = Math.round(height + margin.top + margin.bottom);
    if (this.caption.textContent !== plot.title) this.caption.textContent = plot.title;
    this.caption.hidden = !plot.title;
    set(this.svg, { width, height: whole, viewBox: `0 0 ${width} ${whole}`, "aria-label": plot.alt });
    for (const rect of [this.clip, this.background]) set(rect, { x: margin.left, y: margin.top, width: inner, height });

    const path = (points) => {
      let d = "", pen = "M";
      for (const [px, py] of points) {
        if (py === null || !Number.isFinite(py)) pen = "M";
        else (d += `${pen}${x(px).toFixed(1)} ${y(py).toFixed(1)}`, (pen = "L"));
      }
      return d;
    };
    this.images.draw(plot.images, (image) => ({ href: picture(image), x: margin.left, y: margin.top, width: inner, height, preserveAspectRatio: "none" }));
    this.areas.draw(plot.areas, (a) => ({
      d: a.points ? `${path(a.points)}Z` : "",
      class: a.class >= 100 ? `x-filled x-c${a.class - 100}` : a.class >= 0 ? `x-area x-c${a.class}` : ["", "x-unsure", "x-street", "x-bar"][-a.class],
      style: a.class === -1 ? `fill: url(#${this.id}-hatch)` : null,
    }));

    const count = Math.max(3, Math.min(8, Math.round(inner / 70)));
    const bottom = margin.top + height;
    const format = x.tickFormat(count);
    const across = plot.noTicks || plot.bare ? [] : apart(plot.xTicks ?? x.ticks(count).map((at) => ({ at, text: format(at) })), x);
    this.grid.draw([...across.map(({ at }) => `M${x(at).toFixed(1)} ${margin.top}V${bottom}`), ...up.map((v) => `M${margin.left} ${y(v).toFixed(1)}H${margin.left + inner}`)], (d) => ({ d }));
    this.ticks.draw(
      [...across.map(({ at, text }) => [x(at), bottom + 17, text, "middle"]), ...up.map((v) => [margin.left - NUMBER, y(v) + 4, number(v), "end"])],
      ([tx, ty, text, anchor]) => ({ x: tx.toFixed(1), y: ty.toFixed(1), text, "text-anchor": anchor }),
    );
    const middle = margin.top + height / 2;
    this.labels.draw(plot.bare ? [] : [[margin.left + inner / 2, bottom + 35, plot.x ?? "", null], [13, middle, plot.y, `rotate(-90 13 ${middle})`]], ([lx, ly, text, transform]) => ({
      x: lx, y: ly, text, transform, "text-anchor": "middle",
    }));

    this.curves.draw(plot.curves, (c) => ({
      d: path(c.points ?? []),
      class: `x-curve x-l${c.line}${c.thin ? " x-thin" : ""}${c.bold ? " x-bold" : ""}`,
      "marker-end": c.arrow ? `url(#${this.id}-arrow)` : null,
    }));
    // Of the points, one moves, and few change their class or size.
    const scales = `${width} ${xs} ${ys} ${height} ${margin.bottom}`;
    const key = (extra) => (d) => `${d.at[0]} ${d.at[1]} ${d.class} ${d.small ?? ""} ${extra}`;
    const size = plot.dots.length > 400 ? 26 : width < 420 ? 46 : 62;
    const area = (d) => (d.small ? size * 0.55 : size);
    const crowd = plot.dots.length > 400 && !plot.edit;
    // Outlines at their places need no transforms, each of which a browser keeps for painting.
    this.dots.draw(crowd ? [] : plot.dots, (d) => {
      const pen = new Pen();
      pen.point(d, area(d), x(d.at[0]), y(d.at[1]));
      return { d: pen.d, class: `x-dot x-c${d.class}` };
    }, key(`${size} ${scales}`));
    // Where nobody moves one, all may move at once: then a path for each class is quicker.
    const pens = new Map();
    for (const d of crowd ? plot.dots : []) {
      if (!pens.has(d.class)) pens.set(d.class, new Pen());
      pens.get(d.class).point(d, area(d), x(d.at[0]), y(d.at[1]));
    }
    this.crowds.draw([...pens], ([k, { d }]) => ({ d, class: `x-dot x-crowd x-c${k}` }));
    this.rings.draw(plot.dots.filter((d) => d.ring), (d) => ({ cx: x(d.at[0]).toFixed(1), cy: y(d.at[1]).toFixed(1), r: d.small ? 5.5 : 8 }));
    this.texts.draw(plot.texts, (t) => ({ x: x(t.at[0]).toFixed(1), y: y(t.at[1]).toFixed(1), text: t.text, class: t.line >= 0 ? `x-t${t.line}` : null, "text-anchor": t.anchor || "middle" }));

    const place = (at) => ({ cx: x(at[0]).toFixed(1), cy: y(at[1]).toFixed(1) });
    this.knobs.draw(plot.handles, (h) => ({ d: "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M-4 0H4M0 -4V4", transform: `translate(${x(h.at[0]).toFixed(1)} ${y(h.at[1]).toFixed(1)})` }));
    this.grips.draw(plot.handles, (h) => ({
      ...place(h.at), r: 22, class: "x-grip", role: "button", tabindex: locked ? "-1" : "0",
      "aria-label": `${h.label}, at ${round(h.at[0])}, ${round(h.at[1])}`, "aria-describedby": this.help,
    }));
    const reach = plot.dots.length > 400 ? 8 : matchMedia("(pointer: coarse)").matches ? 22 : 13;
    this.hits.draw(plot.edit ? plot.dots : [], (d) => ({ ...place(d.at), r: reach, class: "x-hit" }), key(`${reach} ${scales}`));
    if (this.current >= this.hits.nodes.length) this.current = Math.max(0, this.hits.nodes.length - 1);
    this.name();
    if (locked) this.hits.nodes[this.current]?.setAttribute("tabindex", "-1");
  }
}

// apart returns the ticks whose numbers do not run into those before them.
function apart(ticks, x) {
  const shown = [];
  let end = -Infinity;
  for (const tick of ticks) {
    const half = 4 * tick.text.length;
    if (x(tick.at) - half <= end) continue;
    shown.push(tick);
    end = x(tick.at) + half;
  }
  return shown;
}

// picture returns the address of the pixels of an image: ink as black, votes as orange and
// blue, on paper.
function picture({ columns, pixels, signed }) {
  const bytes = Uint8Array.from(atob(pixels), (c) => c.charCodeAt(0));
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: columns, height: bytes.length / columns });
  const context = canvas.getContext("2d"), data = context.createImageData(canvas.width, canvas.height);
  bytes.forEach((v, i) => {
    const share = signed ? (v - 128) / 127 : v / 255, ink = signed ? (share > 0 ? [230, 120, 0] : [0, 114, 178]) : [0, 0, 0];
    data.data.set([...ink.map((c) => Math.round(255 + (c - 255) * Math.abs(share))), 255], 4 * i);
  });
  context.putImageData(data, 0, 0);
  return canvas.toDataURL();
}

export const round = (v) => String(+v.toPrecision(3)).replace("-", "−");
