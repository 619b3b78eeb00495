// Controls the page's clock, for tests of what a page does after a while.
import { expect, type Locator, type Page } from '@playwright/test';

/** The step of the clock, and so the longest time by which the awaited element is noticed late. */
const STEP_MS = 50;

/** Stops the timers of later pages until the test advances the clock. */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-01-01T00:00:00Z' });
  await page.clock.pauseAt('2026-01-01T00:00:01Z');
}

/** Advances the clock in small steps until an element is in the page. */
export async function untilAttached(page: Page, wanted: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(STEP_MS);
    await expect(wanted).toBeAttached({ timeout: STEP_MS });
  }).toPass({ intervals: [STEP_MS] });
}
