// The page's clock in the test's hand, for what a page does after a while.
import { expect, type Locator, type Page } from '@playwright/test';

/** The longest that what was waited for has been there. */
const STEP_MS = 50;

/** From the next page on, timers run only when the test lets them. */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-01-01T00:00:00Z' });
  await page.clock.pauseAt('2026-01-01T00:00:01Z');
}

/** Lets time pass in small steps until something is in the page. */
export async function untilAttached(page: Page, wanted: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(STEP_MS);
    await expect(wanted).toBeAttached({ timeout: STEP_MS });
  }).toPass({ intervals: [STEP_MS] });
}
