// The figures above the chart.
import { expect, type Page } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';

for (const width of [1_440, 1_024]) {
  test(`shows open, high, low and close of the candle under the pointer at ${width} px`, async ({
    page,
    context,
    halyard,
    trader,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await haveSession(context, halyard.url, trader.token);
    await page.goto('/platform/BTCUSD');
    const chart = page.getByRole('application');
    const box = await chart.boundingBox();
    if (box === null) throw new Error('the chart is shown');
    await expect.poll(() => legendOf(page)).toMatch(/\d/);
    const seen = new Set<string>();
    for (const share of [0.2, 0.4, 0.6]) {
      await page.mouse.move(box.x + box.width * share, box.y + box.height / 3, { steps: 3 });
      await expect
        .poll(async () => seen.has(await legendOf(page)), { message: `candle at ${share}` })
        .toBe(false);
      const figures = await legendOf(page);
      // A candle of the past stands still.
      await page.waitForResponse(() => true, { timeout: 1_500 }).catch(() => undefined);
      expect(await legendOf(page)).toBe(figures);
      seen.add(figures);
    }
    await page.mouse.move(box.x + box.width / 2, box.y - 200, { steps: 3 });
    await expect.poll(async () => seen.has(await legendOf(page))).toBe(false);
  });
}

async function legendOf(page: Page): Promise<string> {
  const term = page.getByRole('region', { name: 'Chart', exact: true }).locator('dl');
  return await term.innerText();
}
