// The required content of the trading screen at desktop, tablet and phone widths.
import { expect, type Locator, type Page } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';
import { figure, openDeskTab, openOf, openPosition, openView, rowOf } from '../support/platform.ts';
import { EXTENDED } from '../support/extended.ts';

test.use({ feed: 'staged' });

const OPEN_COLUMNS = ['Market', 'Amount', 'Leverage', 'Protected', 'Entry', 'P/L', 'Options'];
const HISTORY_COLUMNS = ['Market', 'Amount', 'Leverage', 'Protected', 'Entry', 'Close', 'P/L'];
const ORDER = { side: 'Buy', amount: '1000', leverage: '2×' } as const;
const WIDTHS_PX = [1_440, 1_100, 1_024, 768, 600];
const PHONE = { width: 390, height: 844 };

test.beforeEach(async ({ context, halyard, trader }) => {
  await haveSession(context, halyard.url, trader.token);
});

test(
  'shows all seven columns of both tables at 1024 px [t-positions-columns] [t-history-columns] [t-positions-sltp]',
  EXTENDED,
  async ({ page }) => {
    await page.goto('/platform/BTCUSD');
    await openPosition(page, ORDER, 'BTCUSD');
    await openPosition(page, ORDER, 'BTCUSD');
    await openOf(page).getByRole('button', { name: 'Close Buy BTCUSD' }).first().click();
    await expect(rowOf(await openDeskTab(page, 'History'), 'BTCUSD')).toBeVisible();
    await openDeskTab(page, 'Positions');
    await setLevels(page);
    for (const width of WIDTHS_PX) {
      await page.setViewportSize({ width, height: 768 });
      for (const [tab, columns] of [
        ['History', HISTORY_COLUMNS],
        ['Positions', OPEN_COLUMNS],
      ] as const) {
        const card = await openDeskTab(page, tab);
        await expect(card.getByRole('columnheader')).toHaveText([...columns]);
        await expectReachable(card, width);
      }
      await expect(openOf(page).getByRole('button', { name: 'SL/TP of Buy BTCUSD' })).toBeVisible();
      await expectOptionsInside(page);
      await expectLevelsApart(page);
    }
    for (const language of ['en', 'de']) {
      await page.evaluate((name) => localStorage.setItem('halyard:language', name), language);
      await page.setViewportSize({ width: 1_024, height: 768 });
      await page.reload();
      await expect(page.locator('tbody tr')).toHaveCount(1);
      const over = await page
        .locator('tbody td')
        .evaluateAll((cells) =>
          cells
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent),
        );
      expect(over, `cells whose text leaves them, in ${language}`).toEqual([]);
    }
  },
);

test(
  'shows the four figures, the levels and SL/TP in each row at 390 px [t-summary-figures] [t-positions-sltp]',
  EXTENDED,
  async ({ page }) => {
    await page.goto('/platform/BTCUSD');
    await openPosition(page, ORDER, 'BTCUSD');
    await page.setViewportSize(PHONE);
    await openView(page, 'Account');
    for (const [name, value] of [
      ['Balance', '€ 10,000.00'],
      ['Equity', '€ 9,998.99'],
      ['Free Margin', '€ 9,000.00'],
      ['Profit', '−€ 1.01'],
    ] as const) {
      await expect.poll(() => figure(page, name)).toBe(value);
    }
    await expectInside(
      page,
      page.getByRole('region', { name: 'Account figures' }).getByRole('definition'),
    );
    await openView(page, 'Positions');
    await setLevels(page);
    await expectLevelsApart(page);
    const first = rowOf(openOf(page), 'BTCUSD').getByRole('cell').first();
    await expect(first).toContainText('40,020.20 → 40,000.00');
    await expect(first).toContainText('SL 39,000.00TP 41,000.00');
    await expectInside(page, openOf(page).getByRole('button'));
    await expectInside(page, first);
    for (const language of ['en', 'de']) {
      await page.evaluate((name) => localStorage.setItem('halyard:language', name), language);
      await page.reload();
      await page.getByRole('main').getByRole('navigation').getByRole('button').nth(2).click();
      const buttons = page.locator('tbody tr').first().getByRole('cell').last().getByRole('button');
      await expect(buttons).toHaveCount(2);
      const [levels, close] = [
        await buttons.first().boundingBox(),
        await buttons.last().boundingBox(),
      ];
      expect(levels?.y, `both buttons in one line, in ${language}`).toBe(close?.y);
    }
  },
);

/**
 * Every column can be reached by scrolling inside the panel, and the page never scrolls
 * horizontally.
 */
async function expectReachable(card: Locator, width: number): Promise<void> {
  const [page, panel] = await card.getByRole('table').evaluate((table) => {
    const { scrollWidth } = document.documentElement;
    const cut = [...table.querySelectorAll('th')].filter(
      (cell) => cell.getBoundingClientRect().width < 24 || cell.scrollWidth > cell.clientWidth,
    );
    return [scrollWidth, cut.map((cell) => cell.textContent)] as const;
  });
  expect(page, 'the width of the page').toBe(width);
  expect(panel, `columns that are cut at ${width} px`).toEqual([]);
}

async function setLevels(page: Page): Promise<void> {
  await openOf(page).getByRole('button', { name: 'SL/TP of Buy BTCUSD' }).click();
  const editor = page.getByRole('dialog', { name: 'Stop loss and take profit · BTCUSD' });
  await editor.getByRole('textbox', { name: 'Stop loss' }).fill('39000');
  await editor.getByRole('textbox', { name: 'Take profit' }).fill('41000');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Stop loss and take profit of a row are two separate figures. */
async function expectLevelsApart(page: Page): Promise<void> {
  const row = rowOf(openOf(page), 'BTCUSD');
  const [stop, target] = [
    await row.getByTitle('Stop loss', { exact: true }).boundingBox(),
    await row.getByTitle('Take profit', { exact: true }).boundingBox(),
  ];
  if (stop === null || target === null) throw new Error('The row has both levels.');
  const isBelow = target.y >= stop.y + stop.height;
  expect(isBelow || target.x - stop.x - stop.width >= 4, 'levels apart').toBe(true);
}

/** No button covers the column before it. */
async function expectOptionsInside(page: Page): Promise<void> {
  const cell = rowOf(openOf(page), 'BTCUSD').getByRole('cell').last();
  const over = await cell.evaluate((element) => {
    const { left } = element.getBoundingClientRect();
    const buttons = [...element.querySelectorAll('button')];
    const seen = buttons.filter((button) => button.offsetParent !== null);
    return seen
      .filter((button) => button.getBoundingClientRect().left < left)
      .map((button) => button.textContent);
  });
  expect(over, 'buttons over the profit').toEqual([]);
}

async function expectInside(page: Page, parts: Locator): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  for (const part of await parts.all()) {
    const box = await part.boundingBox();
    expect(box === null ? undefined : Math.round(box.x + box.width)).toBeLessThanOrEqual(width);
    const isCut = await part.evaluate((element) => element.scrollWidth > element.clientWidth);
    expect(isCut, await part.innerText()).toBe(false);
  }
}
