// A visitor's screens, wide and dark, narrow and light: no fault that axe can find, nothing to
// scroll sideways.
import { expect } from '@playwright/test';
import { findViolations } from '../support/axe.ts';
import { forgive, test } from '../support/halyard.ts';

const DESK = { width: 1440, height: 960 };
const PHONE = { width: 390, height: 844 };
const WIDTHS = [1440, 1000, 768, 390, 320] as const;

/** Each with words that say that it has loaded. */
const SCREENS = [
  ['/', 'How it works'],
  ['/about', 'Who we are'],
  ['/terms-conditions', 'Terms & Conditions'],
  ['/account-levels', 'What may differ'],
  ['/economic-calendar', 'Currencies'],
  ['/contact-us', 'Show the map'],
  ['/contact', 'Send'],
  ['/no-such-page', 'Not found'],
] as const;

for (const [theme, size] of [
  ['dark', DESK],
  ['light', PHONE],
] as const) {
  test(`a visitor’s screens are free of faults in ${theme} at ${size.width} px`, async ({
    page,
    faults,
  }) => {
    test.setTimeout(120_000);
    await page.addInitScript((name) => {
      localStorage.setItem('halyard:theme', name);
      // On a phone the bar that asks covers a part of what is judged; on a desk it is judged too.
      if (name === 'light') localStorage.setItem('halyard:consent', 'necessary');
    }, theme);
    for (const [path, ready] of SCREENS) {
      await page.setViewportSize(size);
      await page.goto(path);
      await page.getByText(ready, { exact: true }).first().waitFor();
      await page.getByRole('contentinfo').waitFor();
      expect(await findViolations(page), path).toEqual([]);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: PHONE.height });
        const excess = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(excess, `px of ${path} beyond ${width}`).toBe(0);
      }
    }
    forgive(faults, /status of 404/);
  });
}
