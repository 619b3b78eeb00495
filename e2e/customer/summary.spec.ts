// The bar of the account's figures, above everything else on the trading screen.
import { expect } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';

const WIDTHS_PX = [1_024, 1_290, 1_310, 1_350, 1_430, 1_680];

test.use({ feed: 'staged' });

test('keeps its place and its parts however its figures move', async ({
  page,
  context,
  halyard,
  trader,
}) => {
  await haveSession(context, halyard.url, trader.token);
  await page.goto('/platform/BTCUSD');
  const bar = page.getByRole('region', { name: 'Account figures' });
  await expect(bar).toContainText('€');
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 900 });
    const places = await bar.evaluate((element) => {
      const place = (text: string): readonly number[] => {
        const figures = [...element.querySelectorAll('dd')];
        for (const figure of figures) figure.textContent = text;
        const { left, width: barWidth, height } = element.getBoundingClientRect();
        const lefts = figures.map((figure) => figure.getBoundingClientRect().left);
        return [left, barWidth, height, ...lefts].map(Math.round);
      };
      return { short: place('€ 0.00'), long: place('€ 999,999.99') };
    });
    expect(places.long, `${width} px`).toEqual(places.short);
  }
});
