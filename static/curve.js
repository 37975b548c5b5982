// Shows the prices of a day on stepped curves (components/chart/Plot.tsx) by mouse, finger and
// arrow keys. A plain script, because these pages do not need the islands' runtime. Without it, the
// last day's values are below each curve, and a table has the others.
const STEP = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };
const DAY_MS = 86_400_000;
const LOCALE = document.documentElement.lang === "fr" ? "fr-FR" : "en-GB";
const DATE = new Intl.DateTimeFormat(LOCALE, {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Returns an SVG element with some attributes. */
function create(name, attributes) {
  return set(document.createElementNS("http://www.w3.org/2000/svg", name), attributes);
}

/** Returns a line through the day and a dot on each curve, in the middle of the day's step. */
function createCursor({ millis, scale: { low, high } }) {
  const group = create("g", { class: "curve-cursor" });
  const line = create("line", { y1: 0, y2: "100%" });
  const dots = millis.map((_, curve) =>
    create("circle", { class: `curve-dot-${curve + 1}`, r: 4 })
  );
  const move = (at) => {
    const x = `${((at + 0.5) / millis[0].length) * 100}%`;
    set(line, { x1: x, x2: x });
    const known = dots.filter((dot, curve) => {
      const milli = millis[curve][at];
      if (milli !== null) set(dot, { cx: x, cy: `${(1 - (milli - low) / (high - low)) * 100}%` });
      return milli !== null;
    });
    group.replaceChildren(line, ...known);
  };
  return { group, move };
}

/** Returns the day that a key leads to, or null for other keys and for shortcuts of the browser. */
function toDay({ key, altKey, ctrlKey, metaKey }, at, last) {
  if (altKey || ctrlKey || metaKey) return null;
  if (key === "Home") return 0;
  if (key === "End") return last;
  return key in STEP ? Math.min(last, Math.max(0, (at ?? last) + STEP[key])) : null;
}

function enliven(box) {
  const curve = JSON.parse(box.dataset.curve);
  const last = curve.millis[0].length - 1;
  const plot = box.querySelector(".chart-drawing > svg");
  const day = box.parentElement.querySelector(".readout-day");
  const values = box.parentElement.querySelectorAll(".readout .num");
  const cursor = createCursor(curve);
  let at = null;
  const toPrice = (milli) =>
    curve.price.replace(/0(.)000/, (_, dot) => (milli / 1000).toFixed(3).replace(".", dot));
  const show = (next) => {
    if (next === at) return;
    at = next;
    const index = at ?? last;
    day.textContent = curve.readout.replace(
      "{date}",
      DATE.format(Date.parse(curve.from) + index * DAY_MS),
    );
    values.forEach((value, line) => {
      const milli = curve.millis[line][index];
      value.textContent = milli === null ? "–" : toPrice(milli);
    });
    if (at === null) return cursor.group.remove();
    cursor.move(at);
    plot.append(cursor.group);
  };
  const point = ({ clientX }) => {
    const { left, width } = box.getBoundingClientRect();
    show(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * (last + 1)))));
  };
  box.addEventListener("pointerdown", point);
  box.addEventListener("pointermove", point);
  // A lifted finger leaves the curve too, but its day stays readable.
  box.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && show(null));
  box.addEventListener("blur", () => show(null));
  box.addEventListener("keydown", (event) => {
    const next = toDay(event, at, last);
    if (next === null) return;
    event.preventDefault();
    show(next);
  });
  box.setAttribute("aria-label", `${box.getAttribute("aria-label")}. ${curve.resume}`);
  box.tabIndex = 0;
}

for (const box of document.querySelectorAll("[data-curve]")) enliven(box);
