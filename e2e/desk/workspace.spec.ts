// The trading screen as a workspace: all panels on a desktop, one view at a time on a phone.
import { expect, type Locator, type Page } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';
import {
  marketsOf,
  openDeskTab,
  openOf,
  openPosition,
  openView,
  ticketOf,
} from '../support/platform.ts';
import { EXTENDED } from '../support/extended.ts';

test.use({ feed: 'staged' });

test.beforeEach(async ({ context, halyard, trader }) => {
  await haveSession(context, halyard.url, trader.token);
});

test(
  'fits the workspace into 1280 × 720 and keeps the panel layout',
  EXTENDED,
  async ({ page }) => {
    await page.setViewportSize({ width: 1_280, height: 720 });
    await page.goto('/platform/BTCUSD');
    const chart = page.getByRole('region', { name: 'Chart', exact: true });
    const risk = page.getByRole('complementary', { name: 'Risk warning' });
    await chart.getByRole('application').waitFor();
    for (const part of [
      risk,
      marketsOf(page),
      chart,
      openOf(page),
      ticketOf(page),
      ticketOf(page).getByRole('button', { name: 'Buy BTCUSD' }),
    ]) {
      await expectInWindow(page, part);
    }
    expect((await risk.boundingBox())?.height).toBeLessThan(32);

    const edge = page.getByRole('separator', { name: 'Height of the positions and orders' });
    const height = async () => (await openOf(page).boundingBox())?.height ?? 0;
    const before = await height();
    await edge.focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(height).toBeCloseTo(before + 16, 0);
    await page.getByRole('button', { name: 'Markets panel' }).click();
    await expect(marketsOf(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Order ticket panel' }).click();
    await expect(ticketOf(page)).toHaveCount(0);
    await page.reload();
    await expect.poll(height).toBeCloseTo(before + 16, 0);
    await expect(marketsOf(page)).toHaveCount(0);
    // Pressing the shortcut opens the collapsed ticket.
    await page.keyboard.press('b');
    await expect(
      ticketOf(page).getByRole('textbox', { name: 'Amount', exact: true }),
    ).toBeFocused();
    const alerts = await openDeskTab(page, 'Alerts');
    await expect(alerts.getByRole('button', { name: 'Set an alert on BTCUSD' })).toBeVisible();
  },
);

test(
  'restores panels and watchlists in a second browser',
  EXTENDED,
  async ({ page, browser, halyard, trader }) => {
    await page.goto('/platform/BTCUSD');
    await page.getByRole('button', { name: 'Order ticket panel' }).click();
    const lists = marketsOf(page).getByRole('combobox');
    await lists.selectOption('Edit watchlists …');
    const editor = page.getByRole('dialog', { name: 'Watchlists' });
    await editor.getByRole('button', { name: 'New watchlist' }).click();
    await editor.getByLabel('Name', { exact: true }).fill('Coins');
    await editor.getByRole('searchbox').fill('ether');
    const saved = page.waitForResponse(/workspace\/save$/);
    await editor.getByLabel(/^ETHUSD/).check();
    await saved;
    await page.keyboard.press('Escape');
    await expect(lists.locator('option:checked')).toHaveText('Coins');

    const other = await browser.newContext();
    await haveSession(other, halyard.url, trader.token);
    const second = await other.newPage();
    await second.goto(`${halyard.url}/platform/BTCUSD`);
    const shown = marketsOf(second);
    await expect(shown.getByRole('combobox').locator('option:checked')).toHaveText('Coins');
    await expect(shown.getByRole('link')).toHaveCount(1);
    await expect(shown.getByRole('link')).toContainText('ETHUSD');
    await expect(ticketOf(second)).toHaveCount(0);
    await other.close();
  },
);

test('switches views on a phone with large touch targets', EXTENDED, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/platform/BTCUSD');
  await page.getByRole('application').waitFor();
  await expectInWindow(page, page.getByRole('main').getByRole('button', { name: /^Buy \d/ }));
  const views = page.getByRole('navigation', { name: 'Trading views' }).getByRole('button');
  await expect(views).toHaveCount(5);
  for (const view of await views.all()) {
    const box = await view.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await openView(page, 'Markets');
  await marketsOf(page)
    .getByRole('link', { name: /^ETHUSD/ })
    .click();
  // The chart of the market that was chosen.
  await expect(page.getByRole('application', { name: /ETHUSD/ })).toBeVisible();
});

async function expectInWindow(page: Page, part: Locator): Promise<void> {
  await part.waitFor();
  const box = await part.boundingBox();
  const size = page.viewportSize();
  if (box === null || size === null) throw new Error('the part is on the screen');
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.y + box.height).toBeLessThanOrEqual(size.height);
  expect(box.x + box.width).toBeLessThanOrEqual(size.width);
}

test('sorts, filters and hides table columns, and keeps the choice', EXTENDED, async ({ page }) => {
  await page.goto('/platform/BTCUSD');
  for (const symbol of ['BTCUSD', 'ETHUSD']) {
    await page.goto(`/platform/${symbol}`);
    await openPosition(page, { side: 'Buy', amount: '100', leverage: '1×' }, symbol);
  }
  const rows = openOf(page).getByRole('row');
  await expect(rows.nth(1)).toContainText('ETHUSD');
  const market = openOf(page).getByRole('columnheader', { name: 'Market' });
  await market.getByRole('button').click();
  await expect(market).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows.nth(1)).toContainText('BTCUSD');
  await page.getByText('View', { exact: true }).click();
  const saved = page.waitForResponse(/workspace\/save$/);
  await page.getByRole('checkbox', { name: 'Leverage' }).uncheck();
  await page.getByLabel('Filter by market').fill('eth');
  await expect(rows).toHaveCount(2);
  await saved;
  await page.reload();
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('BTCUSD');
  await expect(openOf(page).getByRole('columnheader', { name: 'Leverage' })).toBeHidden();
});
