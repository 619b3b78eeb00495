// The bar with the account's figures at the top of the trading screen.
import { expect } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';
import { EXTENDED } from '../support/extended.ts';

const WIDTHS_PX = [1_024, 1_290, 1_310, 1_350, 1_430, 1_440, 1_680];

test.use({ feed: 'staged' });

for (const [language, name] of [
  ['en', 'Account figures'],
  ['de', 'Kontokennzahlen'],
] as const) {
  test(
    `keeps its layout and truncates no figure as figures change, in ${language}`,
    EXTENDED,
    async ({ page, context, halyard, trader }) => {
      await haveSession(context, halyard.url, trader.token);
      await page.addInitScript(
        (chosen) => localStorage.setItem('halyard:language', chosen),
        language,
      );
      await page.goto('/platform/BTCUSD');
      const bar = page.getByRole('region', { name });
      await expect(bar).toContainText('€');
      for (const width of WIDTHS_PX) {
        await page.setViewportSize({ width, height: 900 });
        const places = await bar.evaluate((element) => {
          const figures = [...element.querySelectorAll('dd')];
          const place = (text: string): readonly number[] => {
            for (const figure of figures) figure.textContent = text;
            const { left, width: barWidth, height } = element.getBoundingClientRect();
            const lefts = figures.map((figure) => figure.getBoundingClientRect().left);
            return [left, barWidth, height, ...lefts].map(Math.round);
          };
          const short = place('€ 0.00');
          const long = place('€ 999,999.99');
          const cut = figures.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
          return { short, long, cut: cut.length };
        });
        expect(places.long, `${width} px`).toEqual(places.short);
        expect(places.cut, `figures cut at ${width} px`).toBe(0);
      }
    },
  );
}
