// Notices of the trading screen: a market that closes soon, and a new version.
import { expect } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';
import { openOf, openPosition, ticketOf } from '../support/platform.ts';
import { EXTENDED } from '../support/extended.ts';

test.use({ feed: 'staged' });

test.beforeEach(async ({ context, halyard, trader }) => {
  await haveSession(context, halyard.url, trader.token);
});

test(
  'shows in ticket and positions when a market closes and for how long',
  EXTENDED,
  async ({ page }) => {
    await page.clock.install();
    const inMs = (waitMs: number) => new Date(Date.now() + waitMs).toISOString();
    await page.route('**/api/get/assets', async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { data: { symbol: string }[] };
      const session = {
        open: true,
        next_close: inMs(30 * 60_000),
        next_open: inMs(50 * 3_600_000),
      };
      const closing = data.map((asset) =>
        asset.symbol === 'BTCUSD' ? { ...asset, session } : asset,
      );
      await route.fulfill({ response, json: { ...rest, data: closing } });
    });
    await page.goto('/platform/BTCUSD');
    const warning =
      /^BTCUSD closes \w{3},? .*, in (2[89]|30) m, until \w{3},? .*\. Stop losses cannot trigger/;
    await expect(ticketOf(page).getByText(warning)).toBeVisible();
    await openPosition(page, { side: 'Buy', amount: '100', leverage: '1×' }, 'BTCUSD');
    await expect(openOf(page).getByText(warning)).toBeVisible();
    // Shorter than the idle time-out.
    await page.clock.fastForward(15 * 60_000);
    await expect(openOf(page).getByText(/in 1[345] m, until/)).toBeVisible();
  },
);

test('offers a new version, and never reloads over an open order', EXTENDED, async ({ page }) => {
  await page.goto('/platform/BTCUSD');
  const amount = ticketOf(page).getByRole('textbox', { name: 'Amount', exact: true });
  await amount.fill('50');
  await page.route('**/login', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/assets\/index-[\w-]+\.js/, 'assets/index-2.js');
    await route.fulfill({ response, body: html });
  });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const bar = page
    .getByRole('status')
    .filter({ hasText: 'A new version of this page is available' });
  await expect(bar).toContainText('Finish or clear your order');
  await expect(bar.getByRole('button', { name: 'Reload' })).toBeDisabled();
  await expect(amount).toHaveValue('50');
  await amount.fill('');
  await bar.getByRole('button', { name: 'Reload' }).click();
  await expect(bar).toBeHidden();
  await expect(amount).toHaveValue('');
});
