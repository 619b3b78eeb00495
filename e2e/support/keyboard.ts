// Operates a page with the keyboard alone. A key press counts as one interaction, and so does a
// text of any length.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';

export type Keyboard = {
  /** Presses keys, one interaction each. */
  press(...keys: readonly string[]): Promise<void>;
  /** Types a text into the focused element. */
  type(text: string): Promise<void>;
  /** Presses Tab until the element has the focus. */
  tabTo(element: Locator): Promise<void>;
  /** The interactions so far. */
  count(): number;
};

const TABS_MAX = 80;
const SETTLED_AFTER_MS = 400;
const SETTLING_ROUNDS_MAX = 20;
/** Methods of Playwright that use the pointer, or change the focus or the page without a key. */
const OTHER_INPUT =
  /\.(?:click|dblclick|tap|hover|fill|clear|check|uncheck|setChecked|selectOption|focus|blur|dispatchEvent|dragTo|goto|mouse|touchscreen|pressSequentially)\b|(?<!keys|Keys)\.(?:press|type)\(/;

/** Throws if the file of the journey uses such a method. */
export function useKeysOnly(url: string): void {
  const lines = readFileSync(fileURLToPath(url), 'utf8').split('\n');
  const at = lines.findIndex((line) => OTHER_INPUT.test(line));
  if (at !== -1)
    throw new Error(`Line ${at + 1} uses more than the keyboard: ${lines[at]?.trim()}`);
}

export function createKeyboard(page: Page): Keyboard {
  let count = 0;
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      count += 1;
      await page.keyboard.press(key);
    }
  };
  return {
    press,
    async type(text) {
      count += 1;
      await page.keyboard.type(text);
    },
    async tabTo(element) {
      await expect(element.first()).toBeVisible();
      for (let tabs = 0; tabs <= TABS_MAX; tabs += 1) {
        const isFocused = await element.evaluateAll((all) =>
          all.some((one) => one === document.activeElement),
        );
        if (isFocused) return;
        await press('Tab');
      }
      throw new Error(`Tab does not reach ${String(element)}`);
    },
    count: () => count,
  };
}

/** Returns the number on the button of an action, which is its shortcut key. */
export async function numberOf(page: Page, action: string): Promise<string> {
  const buttons = page.getByRole('main').locator('button:has([data-action-key])');
  await expect(buttons.filter({ hasText: exactly(action) }).first()).toBeVisible();
  const names = await readSettled(page, buttons);
  const number = names.indexOf(action) + 1;
  expect(number, `${action} among ${names.join(', ')}`).toBeGreaterThan(0);
  expect(number, `${action} among ${names.join(', ')}`).toBeLessThan(10);
  return String(number);
}

/**
 * Returns the texts of the buttons once all toolbars have loaded, because a late one changes the
 * numbers.
 */
async function readSettled(page: Page, buttons: Locator): Promise<readonly string[]> {
  const read = async () => (await buttons.allTextContents()).map((name) => name.trim());
  let names = await read();
  for (let round = 0; round < SETTLING_ROUNDS_MAX; round += 1) {
    await page.waitForTimeout(SETTLED_AFTER_MS);
    const next = await read();
    if (next.join('|') === names.join('|')) break;
    names = next;
  }
  return names;
}

/** Opens a document that waits for review. */
export async function viewDocument(page: Page, keys: Keyboard): Promise<void> {
  await keys.press(await numberOf(page, 'View the document'));
  await expect(page.getByRole('img', { name: 'The document' })).toBeVisible();
}

export type Decision = {
  readonly action: string;
  /** The fields in the order of the dialog, the reason last. */
  readonly fields: readonly string[];
  /** Whether the next record of the work list opens. */
  readonly goesNext?: boolean;
};

/** Carries out an action of the page by its number. */
export async function decide(page: Page, keys: Keyboard, decision: Decision): Promise<void> {
  const { action, fields, goesNext = false } = decision;
  await keys.press(await numberOf(page, action));
  await confirm(page, keys, { action, fields, goesNext });
}

/** Fills in the dialog that is open, and confirms it. */
export async function confirm(page: Page, keys: Keyboard, decision: Decision): Promise<void> {
  const { action, fields, goesNext = false } = decision;
  const dialog = page.getByRole('dialog', { name: action });
  await expect(dialog.getByRole('textbox').first()).toBeFocused();
  for (const [at, text] of fields.entries()) {
    if (at > 0) await leaveField(page, keys);
    if (text !== '') await keys.type(text);
  }
  await keys.press(goesNext ? 'Control+Enter' : 'Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/**
 * Goes to the next field of a dialog. A date has several stops for Tab; Enter leads from it to the
 * first field that is missing.
 */
async function leaveField(page: Page, keys: Keyboard): Promise<void> {
  const isDate = await page.evaluate(() => document.activeElement?.matches('[type=date]') === true);
  await keys.press(isDate ? 'Enter' : 'Tab');
  if (isDate) await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused();
}

/** Opens what the palette finds first. */
export async function openByName(
  page: Page,
  keys: Keyboard,
  { typed, found }: { readonly typed: string; readonly found: RegExp | string },
): Promise<void> {
  // A page handles no keys while it loads.
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await keys.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await expect(palette.getByRole('textbox')).toBeFocused();
  await keys.type(typed);
  const chosen = palette.locator('[aria-current=true]');
  await expect(chosen).toContainText(found);
  await keys.press('Enter');
  await expect(palette).toHaveCount(0);
}

function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`);
}
