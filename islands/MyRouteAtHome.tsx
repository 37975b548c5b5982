/**
 * The visitor's last route on the home, first with the best stop that the device remembers, then
 * with the current one.
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

/** Hidden without a stored route. Styles reserve its room before the first paint. */
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
