/**
 * The state and the keys of a text field with a list of suggestions, by the WAI-ARIA pattern of an
 * editable combobox.
 *
 * @module
 */

import { useEffect, useState } from "preact/hooks";

type Options<Option> = {
  /** ID of the field, with which the other IDs start. */
  id: string;
  options: readonly Option[];
  onChoose: (option: Option) => void;
  /** Called when a key opens the list. It should set `options` to those of the field's text. */
  onOpen: () => void;
};

const NONE = -1;

/**
 * Returns the attributes of the field and its list, and functions that open and close the list. The
 * list is shown while it is open and has options. `active` is the index of the option that Enter
 * takes, or -1.
 */
export function useCombobox<Option>({ id, options, onChoose, onOpen }: Options<Option>) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(NONE);
  const isShown = isOpen && options.length > 0;
  const listId = `${id}-list`;
  const toOptionId = (index: number) => `${id}-${index}`;

  useEffect(() => {
    document.getElementById(toOptionId(active))?.scrollIntoView({ block: "nearest" });
  }, [active]);

  function open(index = NONE): void {
    setOpen(true);
    setActive(index);
  }

  function close(): void {
    setOpen(false);
    setActive(NONE);
  }

  /**
   * Opens the list at its first or last option, or moves to the next one and wraps around its ends.
   */
  function move(step: 1 | -1): void {
    const { length } = options;
    const first = step === 1 ? 0 : length - 1;
    if (!isShown) onOpen();
    open(isShown && active !== NONE ? (active + step + length) % length : first);
  }

  function press(event: KeyboardEvent): void {
    const { key, altKey } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (!altKey) move(key === "ArrowDown" ? 1 : -1);
      else if (key === "ArrowUp") close();
      else if (!isShown) {
        onOpen();
        open();
      }
    } else if (isShown && key === "Escape") {
      event.stopPropagation();
      close();
    } else if (isShown && key === "Enter" && active !== NONE) {
      event.preventDefault();
      onChoose(options[active]!);
    } else if (/^(Home|End|ArrowLeft|ArrowRight)$/.test(key)) {
      // The cursor moves in the field, so Enter submits its text.
      setActive(NONE);
    }
  }

  return {
    active,
    toOptionId,
    open,
    close,
    field: {
      role: "combobox" as const,
      "aria-autocomplete": "list" as const,
      "aria-expanded": isShown,
      "aria-controls": listId,
      "aria-activedescendant": isShown && active !== NONE ? toOptionId(active) : undefined,
      onKeyDown: press,
      onBlur: close,
    },
    list: { id: listId, role: "listbox" as const, hidden: !isShown },
  };
}
