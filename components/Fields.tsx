/** Fields of forms: a select, a check box, radio buttons that look like keys. @module */

import type { ComponentChildren, ComponentProps } from "preact";

type Choices<T> = {
  value: T;
  /** Values in order with their texts, and the tooltip of a key. */
  options: readonly (readonly [value: T, text: string, title?: string])[];
  /**
   * Called on each choice when scripts run. Absent on the server, where the form sends the choice.
   */
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

/** A check box with its label. */
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

/** `form` is the ID of the form if the keys are outside it. */
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
