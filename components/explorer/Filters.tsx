/** The filters of the map page, and the fields of the car for the real cost. @module */

import type { Explorer } from "../../lib/client/explorer/explorer.ts";
import { toAround } from "../../lib/shared/explorer/area.ts";
import { isOfTerritory, SWITCH_NAMES, SWITCHES, type SwitchName } from "../../lib/shared/explorer/filters.ts";
import { formatRadius } from "../../lib/shared/words/format.ts";
import type { Lang } from "../../lib/shared/words/lang.ts";
import type { ServiceSlug } from "../../lib/shared/station/service_slugs.ts";
import { nameService, toServiceLabel } from "../../lib/shared/station/services.ts";
import { RADII, type View } from "../../lib/shared/explorer/url_state.ts";
import type { ExplorerWords, HomeWords } from "../../lib/shared/words/home.ts";
import { CAR_LIMITS } from "../../lib/shared/price/my_price.ts";
import type { Car } from "../../lib/shared/price/real_cost.ts";

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

/** First the filters that are set to see more of what one looks for, then those that are usually on. */
const OFFERED_SWITCHES = [...SWITCH_NAMES].sort((a, b) => Number(SWITCHES[a].usual) - Number(SWITCHES[b].usual));

type Props = {
  form: string;
  view: View;
  /** Radius in effect, km; null while the list is of the visible part of the map. */
  radiusKm: number | null;
  /** Brands to choose from, most stations first; empty: only those of the view. */
  brands: readonly string[];
  /** How many stations of the list have each service, where that is known. */
  counts?: ReadonlyMap<ServiceSlug, number> | null;
  lang: Lang;
  words: ExplorerWords;
  onChange?: (change: Partial<View>) => void;
};

/** All filters but the fuel. */
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
      <div class="filters-checks">
        {OFFERED_SWITCHES.map((name) => <SwitchField key={name} {...props} name={name} />)}
      </div>
      <ServiceFields {...props} />
    </div>
  );
}

function SwitchField({ form, view, words, onChange, name }: Props & { name: SwitchName }) {
  const { usual, address: [parameter, value] } = SWITCHES[name];
  return (
    <Check
      {...{ form, value }}
      name={parameter}
      label={words[name]}
      checked={view[name] !== usual}
      onCheck={onChange && ((isOn) => onChange({ [name]: isOn !== usual }))}
    />
  );
}

const MAX_BOXES = 9;

function BrandFields({ form, view, brands, words, onChange }: Props) {
  const { brands: chosen, brandsOut } = view;
  // A brand of the address that no station has stays visible, so that it can be taken back.
  const boxes = [...chosen, ...brands.filter((brand) => !chosen.includes(brand)).slice(0, MAX_BOXES - chosen.length)];
  const others = brands.filter((brand) => !boxes.includes(brand)).sort((a, b) => a.localeCompare(b, "fr"));
  return (
    <fieldset>
      <legend class="label">{words.brand}</legend>
      {onChange && chosen.length > 0 && (
        <select
          class="select"
          aria-label={words.brandMode}
          value={brandsOut ? "out" : "in"}
          onChange={({ currentTarget }) => onChange({ brandsOut: currentTarget.value === "out" })}
        >
          <option value="in">{words.brandsIn}</option>
          <option value="out">{words.brandsOut}</option>
        </select>
      )}
      <Checks
        {...{ form, chosen }}
        name={brandsOut ? "without" : "brands"}
        options={boxes.map((brand) => ({ value: brand, label: brand }))}
        onChange={onChange && ((brands) => onChange({ brands }))}
      />
      {onChange && others.length > 0 && (
        <select
          class="select"
          aria-label={words.otherBrand}
          value=""
          onChange={({ currentTarget }) => onChange({ brands: [...chosen, currentTarget.value].sort() })}
        >
          <option value="">{words.otherBrand}</option>
          {others.map((brand) => <option key={brand} value={brand}>{brand}</option>)}
        </select>
      )}
    </fieldset>
  );
}

function RadiusField({ form, view, radiusKm, lang, words, onChange }: Props) {
  const isUsual = radiusKm === null || RADII.some((radius) => radius === radiusKm);
  const options = isUsual ? RADII : [radiusKm, ...RADII];
  return (
    <label class="field">
      <span class="label">{words.radius}</span>
      <select
        class="select"
        name="radius"
        form={form}
        value={String(radiusKm ?? "")}
        onChange={onChange && (({ currentTarget }) => onChange(toAround(view, Number(currentTarget.value))))}
      >
        {radiusKm === null && <option value="" selected>{words.inView}</option>}
        {options.map((radius) => (
          <option key={radius} value={radius} selected={radius === radiusKm}>
            {formatRadius(radius, lang)}
          </option>
        ))}
      </select>
    </label>
  );
}

function ServiceFields({ form, view, counts, lang, words, onChange }: Props) {
  const chosen = view.services;
  const offered = [...OFFERED, ...chosen.filter((slug) => !OFFERED.includes(slug))];
  return (
    <fieldset>
      <legend class="label">{words.services}</legend>
      <Checks<ServiceSlug>
        {...{ form, chosen }}
        name="services"
        options={offered.map((value) => ({
          ...{ value, label: nameService(toServiceLabel(value), lang), count: counts?.get(value) },
        }))}
        onChange={onChange && ((services) => onChange({ services }))}
      />
    </fieldset>
  );
}

type ChecksProps<T> = {
  form: string;
  name: string;
  options: readonly { value: T; label: string; count?: number }[];
  chosen: readonly T[];
  onChange?: (chosen: T[]) => void;
};

function Checks<T extends string>({ form, name, options, chosen, onChange }: ChecksProps<T>) {
  const toggle = (value: T, isOn: boolean) => {
    const rest = chosen.filter((other) => other !== value);
    onChange!(isOn ? [...rest, value].sort() : rest);
  };
  return (
    <div class="filters-checks">
      {options.map(({ value, ...option }) => (
        <Check
          key={value}
          {...{ form, name, value, ...option }}
          checked={chosen.includes(value)}
          onCheck={onChange && ((isOn) => toggle(value, isOn))}
        />
      ))}
    </div>
  );
}

type CheckProps = {
  form: string;
  name: string;
  value?: string;
  label: string;
  count?: number;
  checked: boolean;
  onCheck?: (isOn: boolean) => void;
};

function Check({ form, name, value = "1", label, count, checked, onCheck }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        {...{ form, name, value, checked }}
        onChange={onCheck && (({ currentTarget }) => onCheck(currentTarget.checked))}
      />
      <span>
        {label}
        {count !== undefined && <span class="muted num">{` (${count})`}</span>}
      </span>
    </label>
  );
}

type NumberProps = {
  label: string;
  labelClass?: string;
  value: number;
  step: string;
  min: number;
  max: number;
  onValue: (value: number) => void;
};

/** A number within limits; values out of them are ignored. */
export function NumberField({ label, labelClass = "label", onValue, ...input }: NumberProps) {
  return (
    <label class="field">
      <span class={labelClass}>{label}</span>
      <input
        class="input num"
        type="number"
        inputMode="decimal"
        {...input}
        onInput={({ currentTarget: { valueAsNumber, validity } }) =>
          validity.valid && !Number.isNaN(valueAsNumber) && onValue(valueAsNumber)}
      />
    </label>
  );
}

/** Two numbers, stored on the device. */
export function CarFields({ model, words: { explorer: words } }: { model: Explorer; words: HomeWords }) {
  const field = (name: keyof Car, label: string, step: string) => (
    <NumberField
      {...{ label, step, ...CAR_LIMITS[name] }}
      value={model.driver.value[name]}
      onValue={(value) => model.changeDriver((driver) => ({ ...driver, [name]: value }))}
    />
  );
  return (
    <fieldset class="car js-only">
      <legend class="label">{words.car}</legend>
      <div class="filters-row">
        {field("litres", words.litres, "1")}
        {field("per100Km", words.per100Km, "0.1")}
      </div>
      <p class="hint">{words.carStored}</p>
    </fieldset>
  );
}
