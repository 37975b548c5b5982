/**
 * The visitor's price at a station, above the pumps' prices. Only the device knows their car and
 * discounts.
 *
 * @module
 */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Fuel } from "../lib/shared/fuels.ts";
import type { Lang } from "../lib/words/lang.ts";
import type { Sold } from "../lib/shared/price/my_price.ts";
import type { CommonWords } from "../lib/words/mod.ts";

type Props = {
  station: Sold;
  fuel: Fuel;
  lang: Lang;
  words: Pick<CommonWords, "fuels" | "price"> & {
    own: { same: string; none: string; atPump: string };
  };
};

/** Loads the components for a device that remembers discounts or several fuels. */
async function load() {
  const [{ OwnPrice: Line }, { readDriver }] = await Promise.all([
    import("../components/Paid.tsx"),
    import("../lib/client/device/driver.ts"),
  ]);
  return { Line, driver: readDriver() };
}

/** Hidden without a stored car or discounts. Styles reserve its room before the first paint. */
export default function PaidAtStation({ station, fuel, lang, words }: Props) {
  const loaded = useSignal<Awaited<ReturnType<typeof load>> | null>(null);
  useEffect(() => {
    if (document.documentElement.dataset.own === undefined) return;
    load().then((next) => loaded.value = next, () => {});
  }, []);
  const { Line, driver } = loaded.value ?? {};
  return (
    <div class="own">
      <div class="own-price">
        {Line && driver && (
          <Line station={station} fuel={fuel} driver={driver} lang={lang} words={words} />
        )}
      </div>
      <p class="hint">{words.own.atPump}</p>
    </div>
  );
}
