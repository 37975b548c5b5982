/** The visitor's last route on the home, with its cheapest stop: the one that the device remembers, then that of now. @module */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { MyRouteLine } from "../components/home/MyRouteLine.tsx";
import type { MyRoute } from "../lib/client/device/my_route.ts";
import type { Lang } from "../lib/shared/words/lang.ts";
import type { toMyRouteWords } from "../lib/shared/words/device_pages.ts";

type Props = { lang: Lang; words: ReturnType<typeof toMyRouteWords> };

/** The route and the parts that load when there is one. */
type Loaded = { route: MyRoute; Line: typeof MyRouteLine; forgetRoute: () => void };

/** Hidden while nothing is remembered. Its room is reserved by styles, which know of it before the first paint. */
export default function MyRouteAtHome({ lang, words }: Props) {
  const loaded = useSignal<Loaded | null>(null);
  useEffect(() => void load((next) => loaded.value = next).catch(() => {}), []);
  const { route, Line, forgetRoute } = loaded.value ?? {};
  return (
    <section class="home-route" aria-label={words.title}>
      {route && Line && <Line {...{ route, lang, words }} />}
      <button type="button" class="link" onClick={forgetRoute}>{words.forget}</button>
    </section>
  );
}

/** Shows the remembered route, then asks for its cheapest stop of now. */
async function load(show: (loaded: Loaded) => void): Promise<void> {
  if (document.documentElement.dataset.route === undefined) return;
  const [{ readRoute, renewRoute, forgetRoute }, { MyRouteLine: Line }] = await Promise.all([
    import("../lib/client/device/my_route.ts"),
    import("../components/home/MyRouteLine.tsx"),
  ]);
  const route = readRoute();
  if (!route) return;
  show({ route, Line, forgetRoute });
  const renewed = await renewRoute(route);
  if (renewed) show({ route: renewed, Line, forgetRoute });
}
