/** The search field by keys alone, by the WAI-ARIA pattern of an editable combobox. @module */

import { deepEqual, equal, match, notEqual } from "../support/assert.ts";
import type { Locator, Page } from "../packages/playwright_core.ts";
import { eventually } from "../support/site.ts";
import { declarePages, findViolations, typeAndWait } from "./visit.ts";

const test = declarePages();

/**
 * Returns the state that assistive technology reads: whether the list is open, which option is
 * active, and where the cursor is.
 */
async function readField(field: Locator) {
  return await field.evaluate((input: HTMLInputElement) => {
    const list = document.getElementById(input.getAttribute("aria-controls")!)!;
    const active = input.getAttribute("aria-activedescendant");
    const options = [...list.querySelectorAll('[role="option"]')];
    const selected = options.findIndex((option) => option.ariaSelected === "true");
    return {
      isExpanded: input.ariaExpanded === "true",
      isShown: list.checkVisibility(),
      active: active === null ? -1 : options.findIndex(({ id }) => id === active),
      selected,
      cursor: input.selectionStart,
    };
  });
}

type Wanted = { open: boolean; active: number; cursor?: number };

async function press(field: Locator, key: string, { open, active, cursor }: Wanted): Promise<void> {
  await field.press(key);
  await eventually(async () => {
    const read = await readField(field);
    deepEqual(
      { ...read, cursor: cursor ?? read.cursor },
      { isExpanded: open, isShown: open, active, selected: active, cursor: cursor ?? read.cursor },
      key,
    );
  });
}

async function typeSaint(page: Page): Promise<{ field: Locator; last: number }> {
  const field = page.getByRole("combobox");
  const options = await typeAndWait(field, "saint");
  const last = await options.count() - 1;
  notEqual(last, 0);
  return { field, last };
}

test("the arrow keys go around the suggestions, and open the list again after Escape", async ({ visitAlive }) => {
  const { page } = await visitAlive("/");
  const { field, last } = await typeSaint(page);
  await press(field, "ArrowDown", { open: true, active: 0 });
  await press(field, "ArrowDown", { open: true, active: 1 });
  await press(field, "Escape", { open: false, active: -1 });
  equal(await field.inputValue(), "saint");
  await press(field, "ArrowDown", { open: true, active: 0 });
  await press(field, "ArrowUp", { open: true, active: last });
  await press(field, "ArrowDown", { open: true, active: 0 });
  deepEqual(await findViolations(page), []);
  await press(field, "Escape", { open: false, active: -1 });
  await press(field, "ArrowUp", { open: true, active: last });
});

test("Alt with an arrow key only opens or closes the list", async ({ visitAlive }) => {
  const { page } = await visitAlive("/");
  const { field } = await typeSaint(page);
  await press(field, "Alt+ArrowUp", { open: false, active: -1 });
  await press(field, "Alt+ArrowDown", { open: true, active: -1 });
  await press(field, "ArrowDown", { open: true, active: 0 });
  await press(field, "Alt+ArrowUp", { open: false, active: -1 });
});

test("Home, End and the left and right arrows move the cursor and leave the suggestions", async ({ visitAlive }) => {
  const { page } = await visitAlive("/");
  const { field } = await typeSaint(page);
  const keys = { Home: 0, End: 5, ArrowLeft: 4, ArrowRight: 5 };
  for (const [key, cursor] of Object.entries(keys)) {
    await press(field, "ArrowDown", { open: true, active: 0 });
    await press(field, key, { open: true, active: -1, cursor });
  }
});

test("Enter takes the active suggestion, and the next arrow key searches for the new text", async ({ visitLive }) => {
  const { page } = await visitLive("/?place=75056&fuel=e10");
  const field = page.locator("input[name=q]");
  await typeAndWait(field, "nantes");
  await press(field, "ArrowDown", { open: true, active: 0 });
  await press(field, "Enter", { open: false, active: -1 });
  await page.waitForURL(/place=44109/);
  match(await field.inputValue(), /^Nantes/);
  await press(field, "ArrowDown", { open: true, active: 0 });
  match(await page.locator('[role="option"][aria-selected="true"]').innerText(), /^Nantes/);
});

test("no list opens for an empty field or an unknown place", async ({ visitAlive }) => {
  const { page } = await visitAlive("/");
  const field = page.getByRole("combobox");
  await press(field, "ArrowDown", { open: false, active: -1 });
  await typeAndWait(field, "xqzw");
  await press(field, "ArrowDown", { open: false, active: -1 });
  await typeAndWait(field, "par");
  await field.clear();
  await eventually(async () => equal((await readField(field)).isExpanded, false));
});
