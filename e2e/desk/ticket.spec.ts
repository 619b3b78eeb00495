// The order ticket: levels by money and percentage, the trailing stop, and one-click trading.
import { expect } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';
import { fillTicket, openDeskTab, openOf, priceOf, rowOf, ticketOf } from '../support/platform.ts';
import { EXTENDED } from '../support/extended.ts';

/** The time in which the staged price of SOLUSD jumps up and down again. */
const JUMPS_MS = 13_000;

test.use({ feed: 'staged' });

test.beforeEach(async ({ context, halyard, trader }) => {
  await haveSession(context, halyard.url, trader.token);
});

test(
  'accepts levels as money and percentage, and a trailing stop that is amended later',
  EXTENDED,
  async ({ page }) => {
    await page.goto('/platform/BTCUSD');
    const ticket = ticketOf(page);
    await fillTicket(page, { side: 'Buy', amount: '100', leverage: '2×' });
    await ticket.getByRole('button', { name: 'Stop loss and take profit' }).click();
    const stop = ticket.getByRole('textbox', { name: 'Stop loss', exact: true });
    await ticket.getByLabel('Unit of Stop loss').selectOption('money');
    await stop.fill('10');
    // € 10 of € 200 are five percent of the fill price, 40,020.20.
    await expect(ticket.getByText('At 38,019.19. −€ 10.00 at this level')).toBeVisible();
    await expect(ticket.getByText('2,001.01 · 5.00 %')).toBeVisible();
    await ticket.getByLabel('Unit of Take profit').selectOption('percent');
    await ticket.getByRole('textbox', { name: 'Take profit', exact: true }).fill('10');
    await expect(ticket.getByText('1 : 2', { exact: true })).toBeVisible();
    await ticket.getByLabel('Unit of Stop loss').selectOption('price');
    await expect(stop).toHaveValue('38019.19');
    await ticket.getByRole('textbox', { name: 'Trailing stop' }).fill('500');
    await expect(ticket.getByText('Starts at 39,500.00 and follows the best price')).toBeVisible();
    await ticket.getByRole('button', { name: 'Buy BTCUSD' }).click();

    const row = rowOf(openOf(page), 'BTCUSD');
    const market = row.getByRole('cell').first();
    await expect(market).toContainText('SL 38,019.19TP 44,022.22TS 39,500.00');
    await row.getByRole('button', { name: 'SL/TP of Buy BTCUSD' }).click();
    const editor = page.getByRole('dialog', { name: 'Stop loss and take profit · BTCUSD' });
    await editor.getByRole('textbox', { name: 'Trailing stop' }).fill('10');
    await expect(
      editor.getByText(/The trailing distance must be between 40\.00 and 39999\.99/),
    ).toBeVisible();
    await editor.getByRole('textbox', { name: 'Trailing stop' }).fill('');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(market).not.toContainText('TS');
  },
);

test('moves a trailing stop while no page is open', EXTENDED, async ({ page }) => {
  await page.goto('/platform/SOLUSD');
  const ticket = ticketOf(page);
  await fillTicket(page, { side: 'Buy', amount: '100', leverage: '2×' });
  await ticket.getByRole('button', { name: 'Stop loss and take profit' }).click();
  await ticket.getByRole('textbox', { name: 'Trailing stop' }).fill('1.5');
  // Right after a fall from 102 to 100.
  await expect.poll(() => priceOf(page, 'Sell')).toBe(102);
  await expect.poll(() => priceOf(page, 'Sell')).toBe(100);
  await ticket.getByRole('button', { name: 'Buy SOLUSD' }).click();
  await expect(rowOf(openOf(page), 'SOLUSD')).toContainText('TS 98.50');
  await page.goto('about:blank');
  await page.waitForTimeout(JUMPS_MS);
  // Only a stop that trailed the price to 102 is triggered at 100.
  await page.goto('/platform/BTCUSD');
  await expect(rowOf(await openDeskTab(page, 'History'), 'SOLUSD')).toContainText('100.00');
});

test(
  'trades with one click only after the customer confirmed the mode',
  EXTENDED,
  async ({ page }) => {
    await page.goto('/platform/BTCUSD');
    const ticket = ticketOf(page);
    await fillTicket(page, { side: 'Buy', amount: '100', leverage: '2×' });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Display and keyboard' }).click();
    const settings = page.getByRole('dialog', { name: 'Display and keyboard' });
    await settings.getByLabel('One-click trading').click();
    await settings.getByRole('button', { name: 'Cancel' }).click();
    await expect(settings.getByLabel('One-click trading')).not.toBeChecked();
    await settings.getByLabel('One-click trading').click();
    await settings.getByRole('button', { name: 'Switch on' }).click();
    await page.keyboard.press('Escape');
    await ticket.getByRole('button', { name: 'Sell BTCUSD' }).click();
    await expect(rowOf(openOf(page), 'BTCUSD').filter({ hasText: 'Sell' })).toBeVisible();
    // The amount stays for the next click.
    await ticket.getByRole('button', { name: 'Buy BTCUSD' }).click();
    await expect(rowOf(openOf(page), 'BTCUSD').filter({ hasText: 'Buy' })).toBeVisible();
  },
);
