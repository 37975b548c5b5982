// Saves a chart as a PNG (components/chart/ChartFiles.tsx): the drawing with its title, its legend
// and its source. A plain script, because most pages with charts do not need the islands' runtime.
const SCALE = 2;
const MARGIN = 16;
const ROW = 24;
// The properties that style sheets set on a drawing. An image does not have these sheets.
const STYLES =
  "fill fill-opacity opacity stroke stroke-width stroke-dasharray stroke-linejoin vector-effect " +
  "paint-order font-family font-size font-weight text-anchor";

/** Returns a drawing of the page as an image. */
async function toImage(svg) {
  const copy = svg.cloneNode(true);
  const copies = [copy, ...copy.querySelectorAll("*")];
  [svg, ...svg.querySelectorAll("*")].forEach((element, at) => {
    const style = getComputedStyle(element);
    for (const name of STYLES.split(" ")) {
      copies[at].setAttribute(name, style.getPropertyValue(name));
    }
  });
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  const file = new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
  const image = Object.assign(new Image(), { src: URL.createObjectURL(file) });
  await image.decode();
  URL.revokeObjectURL(image.src);
  return image;
}

async function toPicture(chart, title) {
  const drawing = chart.querySelector(".chart-drawing");
  const { width, height } = drawing.getBoundingClientRect();
  const image = await toImage(drawing);
  const rows = [...chart.querySelectorAll(".readout li")];
  const { color: colour, backgroundColor, fontFamily } = getComputedStyle(document.body);
  const canvas = document.createElement("canvas");
  canvas.width = (width + 2 * MARGIN) * SCALE;
  canvas.height = (height + 2 * MARGIN + (4 + rows.length) * ROW) * SCALE;
  const context = canvas.getContext("2d");
  context.scale(SCALE, SCALE);
  context.fillStyle = backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = colour;
  const write = (text, y, font, x = MARGIN) => {
    context.font = `${font} ${fontFamily}`;
    context.fillText(text, x, y, width);
  };
  write(document.querySelector("h1").innerText, MARGIN + ROW / 2, "700 16px");
  write(title, MARGIN + 1.5 * ROW, "13px");
  context.drawImage(image, MARGIN, MARGIN + 2 * ROW, width, height);
  let y = MARGIN + height + 3 * ROW;
  write(chart.querySelector(".readout-day").innerText, y, "13px");
  for (const row of rows) {
    y += ROW;
    context.drawImage(await toImage(row.querySelector("svg")), MARGIN, y - 6);
    write(row.innerText.replace(/\s+/g, " "), y, "13px", MARGIN + 36);
  }
  write(`${location.host} · prix-carburants.gouv.fr`, y + ROW, "12px");
  return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-picture]");
  if (!button) return;
  const title = button.dataset.picture;
  const href = URL.createObjectURL(await toPicture(button.closest("figure, section"), title));
  const name = `${document.querySelector("h1").innerText} ${title}`
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\w]+/g, "-");
  Object.assign(document.createElement("a"), { href, download: `${name}.png` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
});
