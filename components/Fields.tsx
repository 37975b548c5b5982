/** Fields of forms: a choice from a list, a box to check, keys of which one is pressed. @module */

import type { ComponentChildren, ComponentProps } from "preact";

type Choices<T> = {
  value: T;
  /** Values with their texts, in order, and what a pointer adds to a key. */
  options: readonly (readonly [value: T, text: string, title?: string])[];
  /** Called at once when scripts run; absent, as the server draws it, the form sends the choice. */
  onValue?: (value: T) => void;
};

type SelectProps<T> = Choices<T> & Omit<ComponentProps<"select">, "value">;

/** A list to choose from. */
export function Select<T extends string>({ value, options, onValue, ...select }: SelectProps<T>) {
  return (
    <select
      class="select"
      value={value}
      {...select}
      onChange={onValue && (({ currentTarget }) => onValue(currentTarget.value as T))}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each} selected={each === value}>{text}</option>
      ))}
    </select>
  );
}

type CheckProps = ComponentProps<"input"> & {
  onCheck?: (isOn: boolean) => void;
  children: ComponentChildren;
};

/** A box to check with what it means. */
export function Check({ onCheck, children, class: extra = "", ...input }: CheckProps) {
  return (
    <label class={`check ${extra}`}>
      <input
        type="checkbox"
        {...input}
        onChange={onCheck && (({ currentTarget }) => onCheck(currentTarget.checked))}
      />
      <span>{children}</span>
    </label>
  );
}

/** `form`: the id of a form that the keys are outside of. */
type KeysProps<T> = Choices<T> & { name: string; label: string; form?: string; class?: string };

/** Radio buttons that look like keys. */
export function Keys<T extends string>(
  { name, label, value, options, form, onValue, ...fieldset }: KeysProps<T>,
) {
  return (
    <fieldset {...fieldset}>
      <legend class="sr-only">{label}</legend>
      <div class="keys">
        {options.map(([each, text, title]) => (
          <label class="key" key={each} title={title}>
            <input
              type="radio"
              name={name}
              form={form}
              value={each}
              checked={each === value}
              onChange={onValue && (() => onValue(each))}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
