// Several charts and their drawings, also in a second browser.
import { expect, type Page } from '@playwright/test';
import { EXTENDED } from '../support/extended.ts';
import { haveSession, test } from '../support/halyard.ts';
import { drawingsOf, marketsOf, ticketOf } from '../support/platform.ts';

test.use({ feed: 'staged' });

test.beforeEach(async ({ context, halyard, trader }) => {
  await haveSession(context, halyard.url, trader.token);
});

test(
  'shows four charts, trades the focused one, and restores the layout in another browser',
  EXTENDED,
  async ({ page, browser, halyard, trader }) => {
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.goto('/platform/BTCUSD');
    await page.getByRole('application').waitFor();
    await page.getByRole('button', { name: 'Four charts' }).click();
    await expect(page.getByRole('application')).toHaveCount(4);
    const second = chartOf(page, 2);
    await second.getByRole('button', { name: 'BTCUSD' }).click();
    await marketsOf(page)
      .getByRole('link', { name: /^ETHUSD/ })
      .click();
    await expect(second.getByRole('application', { name: /ETHUSD, 1h/ })).toBeVisible();
    await expect(ticketOf(page).getByRole('button', { name: 'Buy ETHUSD' })).toBeVisible();
    await second.getByRole('combobox', { name: 'Time frame' }).selectOption('5m');
    await expect(chartOf(page, 1).getByRole('application', { name: /BTCUSD, 15m/ })).toBeVisible();

    // The ticket follows the focus.
    await chartOf(page, 1).getByRole('button', { name: 'BTCUSD' }).click();
    await expect(page).toHaveURL(/BTCUSD$/);
    await expect(ticketOf(page).getByRole('button', { name: 'Buy BTCUSD' })).toBeVisible();
    await expect(second.getByRole('application', { name: /ETHUSD, 5m/ })).toBeVisible();

    // A drawing appears on all charts of its symbol and on no other.
    await second.getByText('Draw', { exact: true }).click();
    await second.getByRole('button', { name: 'Rectangle' }).click();
    const box = await second.getByRole('application').boundingBox();
    if (box === null) throw new Error('the chart is shown');
    await page.mouse.click(box.x + 60, box.y + 40);
    const saved = page.waitForResponse(/workspace\/save$/);
    await page.mouse.click(box.x + 160, box.y + 90);
    await expect.poll(() => drawingsOf(page)).toMatchObject({ ETHUSD: [{ tool: 'rectangle' }] });
    await saved;

    const other = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
    await haveSession(other, halyard.url, trader.token);
    const restored = await other.newPage();
    await restored.goto(`${halyard.url}/platform/ETHUSD`);
    await expect(
      chartOf(restored, 2).getByRole('application', { name: /ETHUSD, 5m/ }),
    ).toBeVisible();
    await expect(
      chartOf(restored, 1).getByRole('application', { name: /BTCUSD, 15m/ }),
    ).toBeVisible();
    expect(await drawingsOf(restored)).toMatchObject({ ETHUSD: [{ tool: 'rectangle' }] });
    await other.close();
  },
);

test('compares a symbol and adds a text to existing drawings', EXTENDED, async ({ page }) => {
  // In the form of an earlier release, which stored it only in this browser.
  await page.goto('/login');
  const line = { tool: 'horizontalStraightLine', points: [{ rate: 3_000 }] };
  await page.evaluate(
    (text) => localStorage.setItem('halyard:drawings:ETHUSD', text),
    JSON.stringify([line]),
  );
  const saved = page.waitForResponse(/workspace\/save$/);
  await page.goto('/platform/BTCUSD');
  await saved;
  await expect.poll(() => drawingsOf(page)).toEqual({ ETHUSD: [line] });
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('halyard:drawings:ETHUSD')))
    .toBeNull();
  const chart = page.getByRole('region', { name: 'Chart', exact: true });
  const drawing = chart.getByRole('application');
  await drawing.waitFor();
  await chart.getByText('Indicators').click();
  const candles = page.waitForResponse(/candles.*symbol=ETHUSD|symbol=ETHUSD.*candles/);
  await chart.getByRole('combobox', { name: 'Compare with' }).selectOption('ETHUSD');
  await candles;
  await chart.getByRole('checkbox', { name: 'Parabolic SAR' }).check();
  await chart.getByRole('checkbox', { name: 'Stochastic (KDJ)' }).check();
  await page.keyboard.press('Escape');
  await chart.getByText('Draw', { exact: true }).click();
  await chart.getByRole('textbox', { name: 'Text on the chart' }).fill('Support');
  await page.keyboard.press('Enter');
  const box = await drawing.boundingBox();
  if (box === null) throw new Error('the chart is shown');
  await page.mouse.click(box.x + 200, box.y + 80);
  await expect
    .poll(() => drawingsOf(page))
    .toMatchObject({ BTCUSD: [{ tool: 'label', text: 'Support' }], ETHUSD: [line] });
});

const WINDOWS = [
  [390, 844],
  [768, 1_024],
  [1_024, 768],
  [1_280, 720],
  [1_440, 900],
  [1_920, 1_080],
  // 1280 × 720 at a zoom of 200 %.
  [640, 360],
] as const;
const CHART_COUNTS = [
  [1, 'One chart'],
  [2, 'Two charts'],
  [4, 'Four charts'],
] as const;

for (const theme of ['light', 'dark']) {
  for (const [width, height] of WINDOWS) {
    test(`fits into ${width} × ${height} px, ${theme}`, EXTENDED, async ({ page }) => {
      await page.addInitScript((name) => localStorage.setItem('halyard:theme', name), theme);
      await page.setViewportSize({ width, height });
      await page.goto('/platform/BTCUSD');
      await page.getByRole('application').first().waitFor();
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
      for (const [count, name] of CHART_COUNTS) {
        const choice = page.getByRole('button', { name });
        if (count > 1 && !(await choice.isVisible())) break;
        if (count > 1) await choice.click();
        await expect(page.getByRole('application')).toHaveCount(count);
        await expectInside(page);
        const folder = process.env['SCREENSHOTS'];
        if (folder !== undefined) {
          await page.screenshot({ path: `${folder}/desk-${theme}-${width}-${count}.png` });
        }
      }
    });
  }
}

/** The page is not wider than the window, and no header is wider than its chart. */
async function expectInside(page: Page): Promise<void> {
  const over = await page.evaluate(() => {
    const heads = document.querySelectorAll('section [role="application"]');
    const parts = [...heads].flatMap((canvas) => canvas.closest('section') ?? []);
    return [document.documentElement, ...parts]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((element) => element.getAttribute('aria-label') ?? element.tagName);
  });
  expect(over).toEqual([]);
}

function chartOf(page: Page, number: number) {
  return page.getByRole('region', { name: `Chart ${number}` });
}
