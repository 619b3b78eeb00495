// Pages that fill step by step must not move what a customer is about to press.
import { expect, type Page } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';
import { EXTENDED } from '../support/extended.ts';

/** Cumulative layout shift up to which a page counts as good. */
const SHIFT_MAX = 0.1;
/** Late enough that the page is painted before its content arrives. */
const ANSWER_AFTER_MS = 300;
/** Each page with its delayed requests, and a text of the part that appears last. */
const PAGES = {
  de: [
    ['/notifications', 'main li h3', 'Sprache der E-Mails'],
    ['/own-limits', 'main li input', 'Selbstausschluss'],
  ],
  en: [
    ['/notifications', 'main li h3', 'Email language'],
    ['/own-limits', 'main li input', 'Self-exclusion'],
  ],
} as const;

for (const [language, pages] of Object.entries(PAGES)) {
  test(
    `shifts no layout while it loads at 390 px in ${language}`,
    EXTENDED,
    async ({ page, context, halyard, trader }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await haveSession(context, halyard.url, trader.token);
      await observeShifts(page);
      await page.route(/\/api\/accounts\/(safeguards|notifications)/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS));
        await route.continue();
      });
      for (const [path, late, words] of pages) {
        await page.goto(`${path}?lng=${language}`);
        await page.locator(late).first().waitFor();
        await page.getByText(words, { exact: true }).first().waitFor();
        expect(await shiftOf(page), path).toBeLessThan(SHIFT_MAX);
      }
    },
  );
}

/** Applies from the next page on. */
async function observeShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.set(globalThis, 'shift', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        Reflect.set(globalThis, 'shift', Number(Reflect.get(globalThis, 'shift')) + entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Waits until the last paint has been observed. */
async function shiftOf(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    await new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve, 100));
    });
    return Number(Reflect.get(globalThis, 'shift'));
  });
}
