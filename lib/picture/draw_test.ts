import { deepEqual, equal, notEqual, ok } from "../../tests/support/assert.ts";
import type { SharePicture } from "./share_picture.ts";
import { drawPicture, WIDTH } from "./draw.ts";
import { loadBrush } from "./paint.ts";

const PICTURE: SharePicture = {
  title: "E.Leclerc",
  place: "1 Avenue Pierre Brossolette, 92120 Montrouge",
  label: "Gazole",
  price: "1,729\u00a0€",
  detail: "",
  date: "Prix relevé le 5 juin 2026",
};

const { measure, paint } = await loadBrush();

/** Returns the texts of a drawing with the pixel at which each ends. */
function findEnds(svg: string): { text: string; end: number }[] {
  const texts = svg.matchAll(
    /<text x="(\d+)".*? font-weight="(\d+)" font-size="(\d+)".*?>(.*?)<\/text>/g,
  );
  return [...texts].map(([, x, weight, size, text = ""]) => ({
    text,
    end: Number(x) + measure(text, weight === "500" ? 500 : 800) * Number(size),
  }));
}

Deno.test("drawPicture() takes nothing from outside, and leaves out a missing price", () => {
  const svg = drawPicture(PICTURE, measure);
  ok(!/href|<style|<script/.test(svg));
  ok(drawPicture({ ...PICTURE, price: null }, measure).length < svg.length);
});

Deno.test("drawPicture() cuts texts that are too wide, and keeps the others whole", () => {
  const long = "Saint-Remy-en-Bouzemont-Saint-Genest-et-Isson ".repeat(4);
  const words = { title: long, place: long, label: long, detail: long, price: long };
  const ends = findEnds(drawPicture({ ...PICTURE, ...words }, measure));
  equal(ends.length, 7);
  ok(ends.every(({ end }) => end <= WIDTH - 80), JSON.stringify(ends));
  const cut = ends.filter(({ text }) => text.endsWith("…"));
  equal(cut.length, 5);
  ok(cut.every(({ end }) => end > WIDTH - 240), `room is left: ${JSON.stringify(cut)}`);
  deepEqual(findEnds(drawPicture(PICTURE, measure)).filter(({ text }) => text.endsWith("…")), []);
});

Deno.test("paint() draws names that look like markup or hold characters that XML forbids", () => {
  const title = '</svg><script> & "x"';
  ok(!drawPicture({ ...PICTURE, title }, measure).includes("<script"));
  deepEqual(
    paint({ ...PICTURE, title: "Total\0\x1b\ud800\uffff" }),
    paint({ ...PICTURE, title: "Total" }),
  );
  notEqual(paint({ ...PICTURE, title }).toHex(), paint({ ...PICTURE, title: "" }).toHex());
});

Deno.test("the fonts have every letter that a French name can have, with its accent", () => {
  const needed = "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿñáíóúäöß0123456789,.;:!?'’“”«»()&/-–—…€°²³×±−→";
  for (const weight of [500, 800] as const) {
    const missing = [...needed].filter((letter) => measure(letter, weight) === 0);
    deepEqual(missing, [], `weight ${weight}`);
    equal(measure("東", weight), 0, "the sign for a missing letter is blank");
  }
  const drawn = [
    "Œuilly, L’Haÿ-les-Roses, Ÿ",
    "OEuilly, L’Hay-les-Roses, Y",
    "Œuilly, L’Haÿ-les-Roses, Y",
  ];
  const pictures = new Set(drawn.map((title) => paint({ ...PICTURE, title }).toHex()));
  equal(pictures.size, drawn.length);
  deepEqual(
    paint({ ...PICTURE, title: "L’Haÿ" }),
    paint({ ...PICTURE, title: "L’Haÿ".normalize("NFD") }),
  );
});

Deno.test("letters are kerned", () => {
  ok(measure("AV", 800) < measure("A", 800) + measure("V", 800));
});
