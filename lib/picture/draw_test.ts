import { equal, ok } from "../../tests/support/assert.ts";
import type { SharePicture } from "./share_picture.ts";
import { drawPicture, measureText, WIDTH } from "./draw.ts";
import { GLYPHS } from "./glyphs.gen.ts";

const PICTURE: SharePicture = {
  title: "E.Leclerc",
  place: "1 Avenue Pierre Brossolette, 92120 Montrouge",
  label: "Gazole",
  price: "1,729\u00a0€",
  detail: "",
  date: "Prix relevé le 5 juin 2026",
};

/**
 * Where the letters of a drawing end, in pixels: each group of them moves its pen in thousandths.
 */
function findEnds(svg: string): number[] {
  return [
    ...svg.matchAll(
      /<g fill="[^"]*" transform="translate\((\d+) \d+\) scale\(([\d.]+)\)">(.*?)<\/g>/g,
    ),
  ].map(
    ([, x, scale, paths]) => {
      const pens = [...paths!.matchAll(/translate\((\d+) 0\)/g)].map(([, pen]) => Number(pen));
      return Number(x) + Math.max(0, ...pens) * Number(scale);
    },
  );
}

Deno.test("drawPicture() has all letters as outlines", () => {
  const svg = drawPicture(PICTURE);
  ok(!/<text|font|href|<style|<script/.test(svg), "a picture needs nothing from outside");
  ok(drawPicture({ ...PICTURE, price: null }).length < svg.length);
});

Deno.test("drawPicture() cuts texts that are too long, and draws texts that would be markup", () => {
  const long = "Saint-Remy-en-Bouzemont-Saint-Genest-et-Isson ".repeat(4);
  const ends = findEnds(
    drawPicture({ ...PICTURE, title: long, place: long, label: long, detail: long, price: long }),
  );
  equal(ends.length, 7);
  ok(ends.every((end) => end <= WIDTH - 80), ends.join());
  ok(!drawPicture({ ...PICTURE, title: "</svg><script>" }).includes("<script"));
});

Deno.test("letters that the font lacks are drawn without their accents, or not at all", () => {
  const style = { size: 1000, weight: 800 } as const;
  equal(measureText("ń", style), measureText("n", style));
  equal(measureText("東", style), 0);
  const sentence = "Relevé à l’été, où ça coûte 1,799 € “net”";
  ok([...sentence].every((letter) => letter in GLYPHS[500] && letter in GLYPHS[800]));
});
