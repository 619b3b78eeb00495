// What must hold of every screen: no grave fault, one heading, and nothing wider than the screen.
import { expect, type Page } from '@playwright/test';
import { findViolations } from '../support/axe.ts';

/** A folder; without it no picture is kept. */
const SCREENSHOTS = process.env['SCREENSHOTS'];

/** Between them a screen is only looked at for what does not fit. */
const JUDGED_WIDTHS: readonly number[] = [1440, 390];

/** From desk to phone; pictures are called by `name`. */
export async function expectSound(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [1440, 960],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    if (JUDGED_WIDTHS.includes(width)) {
      expect(await findViolations(page), `${name} at ${width}`).toEqual([]);
    }
    expect(await page.getByRole('heading', { level: 1 }).count()).toBeLessThanOrEqual(1);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0);
    if (SCREENSHOTS !== undefined) {
      await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}.png` });
    }
  }
  await page.setViewportSize({ width: 1440, height: 960 });
}
