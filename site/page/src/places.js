// The handles of a question that asks where: a point, a line by its heights at both sides
// of the picture, or a threshold, which is a vertical line.

const SVG = "http://www.w3.org/2000/svg";
const REACH = 26; // of a finger, in units of the picture, which is smaller on a phone

function draw(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}

const clamp = (v, lo, hi) => Math.min(hi, Math.max(lo, v));

// places returns the labels of the number fields, the values at the start, and draw, which
// puts handles on the picture and calls changed with the values as they move.
export function places(section) {
  const svg = section.querySelector(".plane"), frame = svg.querySelector("rect");
  const [x0, x1, y0, y1] = section.dataset.ends.split(" ").map(Number), [xName, yName] = section.dataset.axes.split("|");
  const [left, top, width, height] = ["x", "y", "width", "height"].map((a) => Number(frame.getAttribute(a)));
  const X = (x) => left + ((x - x0) / (x1 - x0)) * width, Y = (y) => top + ((y1 - y) / (y1 - y0)) * height;
  const unit = (lo, hi) => 10 ** Math.floor(Math.log10((hi - lo) / 100) + 1e-9);
  const round = (v, lo, hi) => Number((Math.round(v / unit(lo, hi)) * unit(lo, hi)).toPrecision(12));
  const KINDS = {
    point: { labels: [xName, yName], start: [(3 * x0 + x1) / 4, (3 * y0 + y1) / 4], handles: [[0, 1]] },
    line: { labels: [`${yName} at ${xName} = ${x0}`.replace("-", "−"), `${yName} at ${xName} = ${x1}`.replace("-", "−")], start: [(y0 + y1) / 2, (y0 + y1) / 2], handles: [[null, 0], [null, 1]] },
    threshold: { labels: [xName], start: [(x0 + x1) / 2], handles: [[0, null]] },
  };
  const { labels, start, handles } = KINDS[section.dataset.place];
  const rounded = start.map((v, i) => (section.dataset.place === "line" || i === 1 ? round(v, y0, y1) : round(v, x0, x1)));

  function put(values, changed) {
    svg.setAttribute("role", "group");
    values = [...values];
    const line = section.dataset.place === "point" ? null : draw("line", { stroke: "var(--blue)", "stroke-width": 3 }, svg);
    const grips = handles.map(([ix, iy], n) => {
      const g = draw("g", { class: "handle", tabindex: 0, role: "slider", "aria-roledescription": "handle" }, svg);
      draw("circle", { r: REACH, fill: "transparent" }, g);
      draw("circle", { r: 9, fill: "currentColor", "fill-opacity": 0.25, stroke: "currentColor", "stroke-width": 3 }, g);
      const set = (x, y) => {
        if (ix !== null) values[ix] = round(clamp(x, x0, x1), x0, x1);
        if (iy !== null) values[iy] = round(clamp(y, y0, y1), y0, y1);
        show();
        changed([...values]);
      };
      const where = () => [ix === null ? (n ? x1 : x0) : values[ix], iy === null ? (y0 + y1) / 2 : values[iy]];
      g.addEventListener("pointerdown", (event) => {
        g.setPointerCapture(event.pointerId);
        event.preventDefault();
        g.focus();
      });
      g.addEventListener("pointermove", (event) => {
        if (!g.hasPointerCapture(event.pointerId)) return;
        const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
        set(x0 + ((p.x - left) / width) * (x1 - x0), y1 - ((p.y - top) / height) * (y1 - y0));
      });
      g.addEventListener("keydown", (event) => {
        const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] }[event.key];
        if (!by) return;
        event.preventDefault();
        const size = event.shiftKey ? 10 : 1, [x, y] = where();
        const only = ix === null || iy === null ? by[0] || by[1] : null; // both pairs of keys move along the one axis
        set(x + size * unit(x0, x1) * (only ?? by[0]), y + size * unit(y0, y1) * (only ?? by[1]));
      });
      return { g, ix, iy, where };
    });
    function show() {
      for (const { g, ix, iy, where } of grips) {
        const [x, y] = where();
        g.setAttribute("transform", `translate(${X(x)} ${Y(y)})`);
        const parts = [ix !== null && `${labels[ix]} ${values[ix]}`, iy !== null && `${labels[iy]} ${values[iy]}`].filter(Boolean);
        g.setAttribute("aria-label", `Handle: ${[ix, iy].filter((i) => i !== null).map((i) => labels[i]).join(" and ")}`);
        g.setAttribute("aria-valuenow", values[ix ?? iy]);
        g.setAttribute("aria-valuemin", ix === null ? y0 : x0);
        g.setAttribute("aria-valuemax", ix === null ? y1 : x1);
        g.setAttribute("aria-valuetext", parts.join(", ").replaceAll("-", "−"));
      }
      if (!line) return;
      const [from, to] = section.dataset.place === "line" ? [[x0, values[0]], [x1, values[1]]] : [[values[0], y0], [values[0], y1]];
      for (const [key, value] of [["x1", X(from[0])], ["y1", Y(from[1])], ["x2", X(to[0])], ["y2", Y(to[1])]]) line.setAttribute(key, value);
    }
    show();
    return {
      move(wanted) {
        values = [...wanted];
        show();
      },
    };
  }
  return { labels, start: rounded, draw: put };
}
