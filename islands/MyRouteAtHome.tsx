/**
 * The visitor's last route on the home, with its best stop: the one that the device remembers, then
 * that of now.
 *
 * @module
 */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { readRoute } from "../lib/client/device/my_route.ts";
import { formatPrice } from "../lib/words/format.ts";
import { type Lang, toLocalPath } from "../lib/words/lang.ts";

type Props = { lang: Lang; words: { title: string; at: string; forget: string } };

const load = () => import("../lib/client/device/my_route.ts");

/**
 * Hidden while nothing is remembered. Its room is reserved by styles, which know of it before the
 * first paint.
 */
export default function MyRouteAtHome({ lang, words }: Props) {
  const shown = useSignal<ReturnType<typeof readRoute>>(null);
  useEffect(() => {
    if (document.documentElement.dataset.route === undefined) return;
    load().then(async ({ readRoute, renewRoute }) => {
      shown.value = readRoute();
      shown.value = await renewRoute();
    }, () => {});
  }, []);
  const route = shown.value;
  return (
    <section class="home-route" aria-label={words.title}>
      {route && (
        <a href={toLocalPath(`/itineraire?${route.query}`, lang)}>
          <strong>{route.name}</strong>
          <span class="num">{formatPrice(route.price, lang)} {words.at} {route.station}</span>
        </a>
      )}
      <button
        type="button"
        class="link"
        onClick={() => load().then(({ forgetRoute }) => forgetRoute())}
      >
        {words.forget}
      </button>
    </section>
  );
}
