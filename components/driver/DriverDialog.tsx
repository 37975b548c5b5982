/**
 * The dialog where a visitor describes their car and discount cards. Changes apply at once.
 *
 * @module
 */

import type { ComponentProps } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { MEMBER_BRANDS } from "../../lib/shared/member_brands.ts";
import { CAR_LIMITS, DISCOUNT_LIMITS, PETROLS } from "../../lib/shared/price/my_price.ts";
import type { Driver } from "../../lib/shared/price/real_cost.ts";
import { driverWords } from "../../lib/words/driver.ts";
import { fill } from "../../lib/words/fill.ts";
import type { CommonWords } from "../../lib/words/mod.ts";
import type { Worded } from "../base.ts";
import { closeDialog, Dialog } from "../Dialog.tsx";
import { Check, Select } from "../Fields.tsx";
import { IconButton } from "../Icon.tsx";

/** Props of the dialog and of the button that opens it. */
export type ProfileProps = Worded & {
  driver: Driver;
  /** Returns the brands to choose from, most stations first. */
  readBrands: () => Promise<readonly string[]>;
  /** Changes the driver. Null forgets the driver. */
  onChange: (change: ((driver: Driver) => Driver) | null) => void;
  onClose: () => void;
};

/** The profile. "Done" closes it. */
export function DriverDialog(
  { driver, readBrands, onChange, onClose, lang, common }: ProfileProps,
) {
  const [brands, setBrands] = useState<readonly string[]>([]);
  const [forgotten, setForgotten] = useState<Driver | null>(null);
  useEffect(() => {
    readBrands().then(setBrands, reportError);
  }, []);
  const own = driverWords[lang];
  const change: ProfileProps["onChange"] = (next) => {
    setForgotten(next ? null : driver);
    onChange(next);
  };
  const fields: FieldProps = {
    driver,
    brands,
    own,
    common,
    change: (toPart) => change((driver) => ({ ...driver, ...toPart(driver) })),
  };
  return (
    <Dialog title={common.driver} closeText={own.close} onClose={onClose}>
      <CarFields {...fields} />
      <FuelFields {...fields} />
      <CardFields {...fields} />
      <DiscountFields {...fields} />
      <p class="hint">{own.stored}</p>
      <div class="row">
        <button type="button" class="button button-primary" onClick={closeDialog}>
          {own.done}
        </button>
        {forgotten
          ? (
            <button type="button" class="button" onClick={() => change(() => forgotten)}>
              {own.undo}
            </button>
          )
          : <button type="button" class="button" onClick={() => change(null)}>{own.forget}</button>}
        <span role="status">{forgotten && own.forgotten}</span>
      </div>
    </Dialog>
  );
}

/** `brands` are sorted by their number of stations. */
type FieldProps = {
  driver: Driver;
  brands: readonly string[];
  own: typeof driverWords.fr;
  common: CommonWords;
  change: (toPart: (driver: Driver) => Partial<Driver>) => void;
};

type NumberProps = ComponentProps<"input"> & {
  label: string;
  labelClass?: string;
  onValue: (value: number) => void;
};

/**
 * A number within limits. Ignores a number outside them, and removes it when the field loses the
 * focus.
 */
function NumberField({ label, labelClass = "label", onValue, ...input }: NumberProps) {
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
        onBlur={({ currentTarget }) => currentTarget.value = String(input.value)}
      />
    </label>
  );
}

type ChecksProps<T extends string> = {
  all: readonly T[];
  chosen: readonly T[];
  toText: (item: T) => string;
  onToggle: (toChosen: (chosen: readonly T[]) => T[]) => void;
};

/** A check box for each item. The chosen items keep the order of `all`. */
function Checks<T extends string>({ all, chosen, toText, onToggle }: ChecksProps<T>) {
  const toggle = (item: T, isOn: boolean) =>
    onToggle((now) => all.filter((each) => each === item ? isOn : now.includes(each)));
  return (
    <div class="filters-checks">
      {all.map((item) => (
        <Check
          key={item}
          checked={chosen.includes(item)}
          onCheck={(isOn) => toggle(item, isOn)}
        >
          {toText(item)}
        </Check>
      ))}
    </div>
  );
}

function CarFields({ driver, own, change }: FieldProps) {
  // The first digit of a tank must not lower the fill for good while the visitor types.
  const wanted = useRef(driver.litres);
  if (driver.litres < driver.tank) wanted.current = driver.litres;
  const field = (
    name: "tank" | "litres" | "per100Km",
    step: string,
    toPart: (value: number) => Partial<Driver>,
  ) => (
    <NumberField
      label={own[name]}
      step={step}
      {...CAR_LIMITS[name]}
      value={driver[name]}
      max={Math.min(CAR_LIMITS[name].max, name === "litres" ? driver.tank : Infinity)}
      onValue={(value) => change(() => toPart(value))}
    />
  );
  return (
    <div class="driver-car">
      {field("tank", "1", (tank) => ({ tank, litres: Math.min(wanted.current, tank) }))}
      {field("litres", "1", (litres) => ({ litres: wanted.current = litres }))}
      {field("per100Km", "0.1", (per100Km) => ({ per100Km }))}
    </div>
  );
}

function FuelFields({ driver: { fuels, e85Factor }, own, common, change }: FieldProps) {
  return (
    <fieldset class="driver-part">
      <legend class="label">{own.fuels}</legend>
      <Checks
        all={PETROLS}
        chosen={fuels}
        toText={(fuel) => common.fuels[fuel].long}
        onToggle={(toChosen) => change(({ fuels }) => ({ fuels: toChosen(fuels) }))}
      />
      {fuels.includes("e85") && (
        <NumberField
          label={own.e85Factor}
          step="0.01"
          {...CAR_LIMITS.e85Factor}
          value={e85Factor}
          onValue={(e85Factor) => change(() => ({ e85Factor }))}
        />
      )}
      {fuels.length > 1 && <p class="hint">{own.fuelsHint}</p>}
    </fieldset>
  );
}

function CardFields({ own, change, driver }: FieldProps) {
  return (
    <Checks
      all={MEMBER_BRANDS}
      chosen={driver.cards}
      toText={(brand) => fill(own.card, { brand })}
      onToggle={(toChosen) => change(({ cards }) => ({ cards: toChosen(cards) }))}
    />
  );
}

/** A new discount: five cents, the most common one. */
const USUAL_MILLI = 50;

function DiscountFields({ driver: { discounts }, brands, own, change }: FieldProps) {
  const [brand, setBrand] = useState("");
  const others = brands.filter((name) => !discounts.has(name));
  const set = (name: string, milli: number) =>
    change(({ discounts }) => ({ discounts: new Map([...discounts, [name, milli]]) }));
  const remove = (name: string) =>
    change(({ discounts }) => ({
      discounts: new Map([...discounts].filter(([other]) => other !== name)),
    }));
  const add = () => {
    if (brand !== "") set(brand, USUAL_MILLI);
    setBrand("");
  };
  return (
    <fieldset class="driver-part">
      <legend class="label">{own.discounts}</legend>
      <ul class="discounts">
        {[...discounts].map(([name, milli]) => (
          <li key={name}>
            <span>{name}</span>
            <NumberField
              label={fill(own.centsOf, { brand: name })}
              labelClass="sr-only"
              step="0.1"
              min={DISCOUNT_LIMITS.minMilli / 10}
              max={DISCOUNT_LIMITS.maxMilli / 10}
              value={milli / 10}
              onValue={(cents) => set(name, Math.round(cents * 10))}
            />
            <span aria-hidden="true">c/L</span>
            <IconButton
              icon="close"
              label={fill(own.remove, { brand: name })}
              class="button button-icon"
              onClick={() => remove(name)}
            />
          </li>
        ))}
      </ul>
      {discounts.size < DISCOUNT_LIMITS.most && (
        <div class="driver-add">
          <label class="field">
            <span class="label">{own.brand}</span>
            <Select
              value={brand}
              options={["", ...others].map((name) => [name, name || own.chooseBrand])}
              onValue={setBrand}
            />
          </label>
          <button type="button" class="button" onClick={add}>{own.add}</button>
        </div>
      )}
      <p class="hint">{own.discountsHint}</p>
    </fieldset>
  );
}
