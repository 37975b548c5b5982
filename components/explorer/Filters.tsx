/** The filters of the map page. @module */

import type { ComponentProps } from "preact";
import { useEffect } from "preact/hooks";
import { toAround } from "../../lib/site/explorer/area.ts";
import {
  isOfTerritory,
  SWITCH_NAMES,
  SWITCHES,
  type SwitchName,
} from "../../lib/site/explorer/filters.ts";
import { formatRadius } from "../../lib/words/format.ts";
import type { Lang } from "../../lib/words/lang.ts";
import type { ServiceSlug } from "../../lib/shared/service_slugs.ts";
import { nameService, toServiceLabel } from "../../lib/words/services.ts";
import { FORM, RADII, type View } from "../../lib/site/explorer/url_state.ts";
import type { ExplorerWords, HomeWords } from "../../lib/words/home.ts";
import { count } from "../../lib/words/fill.ts";
import { Check, Select } from "../Fields.tsx";

const OFFERED: readonly ServiceSlug[] = [
  "toilettes",
  "gonflage",
  "alimentation",
  "lavage-auto",
  "lavage",
  "recharge",
  "restaurant",
  "wifi",
  "dab",
  "gnv",
  "poids-lourds",
  "camping-car",
];

/** Filters that usually hide stations come first, then those that are usually on. */
const OFFERED_SWITCHES = [...SWITCH_NAMES].sort((a, b) =>
  Number(SWITCHES[a].usual) - Number(SWITCHES[b].usual)
);

type Props = {
  view: View;
  /** Radius of the list in km, or null while the list follows the visible part of the map. */
  radiusKm: number | null;
  /**
   * Brands to choose from, most stations first. If empty, only the brands of the view are shown.
   */
  brands: readonly string[];
  /** The number of stations in the list by service, once it is loaded. */
  counts?: ReadonlyMap<ServiceSlug, number> | null;
  lang: Lang;
  words: ExplorerWords;
  onChange?: (change: Partial<View>) => void;
};

/** All filters except the fuel. */
export function Filters(props: Props) {
  const { view } = props;
  return (
    <div class="filters">
      {!isOfTerritory(view) && (
        <div class="filters-row">
          <RadiusField {...props} />
        </div>
      )}
      {(props.brands.length > 0 || view.brands.length > 0) && <BrandFields {...props} />}
      <Checks checks={OFFERED_SWITCHES.map((name) => toSwitch(name, props))} />
      <ServiceFields {...props} />
    </div>
  );
}

type DoneProps = { total: number; lang: Lang; words: HomeWords; onDone: () => void };

/**
 * A button that closes the filters and moves to the list. It stays on the screen as long as any
 * filter does, even with large text.
 */
export function FiltersDone({ total, lang, words: { explorer: words }, onDone }: DoneProps) {
  useEffect(() => {
    const find = (id: string) => document.getElementById(id)!;
    find("filters").scrollIntoView({ block: "nearest" });
    return () =>
      requestAnimationFrame(() => document.activeElement === document.body && find("list").focus());
  }, []);
  return (
    <button type="button" class="button button-primary filters-done" onClick={onDone}>
      {count(words.seeList, total, { lang })}
    </button>
  );
}

function toSwitch(name: SwitchName, { view, words, onChange }: Props): CheckProps {
  const { usual, address: [parameter, value] } = SWITCHES[name];
  return {
    name: parameter,
    value,
    label: words[name],
    checked: view[name] !== usual,
    onCheck: onChange && ((isOn) => onChange({ [name]: isOn !== usual })),
  };
}

const MAX_BOXES = 9;

function BrandFields({ view, brands, words, onChange }: Props) {
  const { brands: chosen, brandsOut } = view;
  // A brand of the address without any station stays visible, so that the visitor can remove it.
  const boxes = [
    ...chosen,
    ...brands.filter((brand) => !chosen.includes(brand)).slice(0, MAX_BOXES - chosen.length),
  ];
  const others = brands.filter((brand) => !boxes.includes(brand)).sort((a, b) =>
    a.localeCompare(b, "fr")
  );
  return (
    <fieldset>
      <legend class="label">{words.brand}</legend>
      {onChange && chosen.length > 0 && (
        <Select
          aria-label={words.brandMode}
          value={brandsOut ? "out" : "in"}
          options={[["in", words.brandsIn], ["out", words.brandsOut]]}
          onValue={(mode) => onChange({ brandsOut: mode === "out" })}
        />
      )}
      <Checks
        checks={boxes.map((brand) => ({
          name: brandsOut ? "without" : "brands",
          value: brand,
          label: brand,
          checked: chosen.includes(brand),
          onCheck: onChange && ((isOn) => onChange({ brands: toggle(chosen, brand, isOn) })),
        }))}
      />
      {onChange && others.length > 0 && (
        <Select
          aria-label={words.otherBrand}
          value=""
          options={["", ...others].map((brand) => [brand, brand || words.otherBrand])}
          onValue={(brand) => onChange({ brands: [...chosen, brand].sort() })}
        />
      )}
    </fieldset>
  );
}

function RadiusField({ view, radiusKm, lang, words, onChange }: Props) {
  const isUsual = radiusKm === null || RADII.some((radius) => radius === radiusKm);
  const radii = (isUsual ? RADII : [radiusKm, ...RADII]).map((km) =>
    [String(km), formatRadius(km, lang)] as const
  );
  return (
    <label class="field">
      <span class="label">{words.radius}</span>
      <Select
        name="radius"
        form={FORM}
        value={String(radiusKm ?? "")}
        options={radiusKm === null ? [["", words.inView], ...radii] : radii}
        onValue={onChange && ((radius) => onChange(toAround(view, Number(radius))))}
      />
    </label>
  );
}

function ServiceFields({ view, counts, lang, words, onChange }: Props) {
  const chosen = view.services;
  const offered = [...OFFERED, ...chosen.filter((slug) => !OFFERED.includes(slug))];
  return (
    <fieldset>
      <legend class="label">{words.services}</legend>
      <Checks
        checks={offered.map((slug) => ({
          name: "services",
          value: slug,
          label: nameService(toServiceLabel(slug), lang),
          count: counts?.get(slug),
          checked: chosen.includes(slug),
          onCheck: onChange && ((isOn) => onChange({ services: toggle(chosen, slug, isOn) })),
        }))}
      />
    </fieldset>
  );
}

function toggle<T extends string>(chosen: readonly T[], value: T, isOn: boolean): T[] {
  const others = chosen.filter((other) => other !== value);
  return isOn ? [...others, value].sort() : others;
}

type CheckProps = ComponentProps<"input"> & {
  label: string;
  count?: number;
  onCheck?: (isOn: boolean) => void;
};

function Checks({ checks }: { checks: readonly CheckProps[] }) {
  return (
    <div class="filters-checks">
      {checks.map(({ label, count, ...input }) => (
        <Check key={`${input.name} ${input.value}`} form={FORM} {...input}>
          {label}
          {count !== undefined && <span class="muted num">{` (${count})`}</span>}
        </Check>
      ))}
    </div>
  );
}
