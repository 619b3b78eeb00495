// The server stops and restarts with the same port and data: the screen says so, blocks trading
// meanwhile, and recovers by itself with all positions.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator } from '@playwright/test';
import { openAccount } from '../support/customer.ts';
import { fillSignIn, forgive, haveSession, test as base } from '../support/halyard.ts';
import {
  balanceOf,
  openDeskTab,
  marketsOf,
  openOf,
  openPosition,
  rowOf,
  ticketOf,
} from '../support/platform.ts';
import { launchProgram, type Program } from '../support/program.ts';
import { stagePrices } from '../support/staged-prices.ts';

/** Colours of the dark theme. */
const COLOR = { muted: 'rgb(143, 163, 168)', down: 'rgb(221, 94, 86)' };
/** Includes the replies of a starting program, which is not ready yet. */
const NO_ANSWER =
  /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|WebSocket|health\/ready/;

const CLOSED_WITHIN_MS = 60_000;

const test = base.extend<{ program: Program }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
  program: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'halyard-e2e-prices-'));
    const program = await launchProgram({ DEMO: 'off', ...stagePrices(folder) });
    await use(program);
    await program.close();
    await rm(folder, { recursive: true, force: true });
  },
  baseURL: async ({ program }, use) => use(program.url),
});

/**
 * Closes a position, again if it stays open: on a slow machine prices can be late once more, and the
 * server rejects a close without a live quote.
 */
async function closeRow(row: Locator): Promise<void> {
  const close = row.getByRole('button', { name: /^Close/ });
  await expect(async () => {
    if ((await row.count()) > 0) await close.click();
    await expect(row).toHaveCount(0, { timeout: CLOSED_WITHIN_MS });
  }).toPass({ timeout: 4 * CLOSED_WITHIN_MS });
}

test('survives an outage with its position and recovers by itself [x-login-generic] [s-form-error-reset] [s-form-error-message] [x-will-be-back] [o-register-off] [r-register-absent] [r-login-register-link] [h-out-open-account]', async ({
  page,
  context,
  browser,
  program,
  problems,
}) => {
  const customer = await openAccount(program.url);
  await program.operate('customer', 'verify', customer.email);
  await program.operate('credit', customer.email, '1000.00', 'Money to trade with');
  await haveSession(context, program.url, customer.token);
  await page.goto('/platform/ETHUSD');
  await openPosition(page, { side: 'Sell', amount: '50', leverage: '1×' }, 'ETHUSD');
  await page.goto('/platform/BTCUSD');
  await openPosition(page, { side: 'Buy', amount: '100', leverage: '2×' }, 'BTCUSD');
  const visitor = await (await browser.newContext({ baseURL: program.url })).newPage();
  await visitor.goto('/login');
  await visitor.getByRole('main').getByRole('button', { name: 'Log in' }).waitFor();
  await expect(visitor.getByRole('link', { name: /^Open a/ })).toHaveCount(2);

  await program.stop();
  await expect(page.getByText('Reconnecting to live prices…')).toBeVisible();
  await expect(page.getByText(/Prices are [1-9]\d? s old\./)).toBeVisible();
  const order = ticketOf(page).getByRole('button', { name: 'Buy BTCUSD' });
  await expect(ticketOf(page).getByText('Temporarily unavailable', { exact: true })).toBeVisible();
  await expect(order).toBeDisabled();
  const row = rowOf(openOf(page), 'BTCUSD');
  const profit = row.getByRole('cell', { name: '−€ 0.10' });
  await expect(profit).toHaveCSS('color', COLOR.muted);
  await expect(row.getByRole('button', { name: /^Close/ })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Close all' })).toBeDisabled();
  const market = marketsOf(page).getByRole('link', { name: /^BTCUSD/ });
  await expect(market.getByText('40,000.00')).toHaveCSS('color', COLOR.muted);
  await expect(
    marketsOf(page).getByText('Prices are not live: the connection is lost.'),
  ).toBeVisible();
  await fillSignIn(visitor, customer);
  await expect(visitor.getByRole('alert').getByText(/couldn't reach the server/)).toBeVisible();

  await program.start();
  await expect(page.getByText('Reconnecting to live prices…')).toBeHidden();
  await expect(order).toBeEnabled();
  await expect(profit).toHaveCSS('color', COLOR.down);
  await expect(openOf(page).getByRole('row')).toHaveCount(3);
  await visitor.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await visitor.waitForURL('**/platform/BTCUSD');
  await closeRow(row);
  // 200 × −20.20 ÷ 40,020.20 = −0.1009…
  await expect(rowOf(await openDeskTab(page, 'History'), 'BTCUSD')).toContainText('−€ 0.10');
  await expect.poll(() => balanceOf(page)).toBe(99_990);

  // Restarts the program without prices of one market, whose position must wait, and with
  // registration closed.
  await program.stop();
  const files = stagePrices(program.dataDir)['REPLAY_FILES'] ?? '';
  const others = files.split(',').filter((file) => !file.startsWith('ETHUSD='));
  await program.start({ REPLAY_FILES: others.join(','), REGISTRATION: 'off' });
  const waiting = rowOf(await openDeskTab(page, 'Positions'), 'ETHUSD');
  await expect(waiting).toContainText('Will be back soon');
  await expect(waiting.getByRole('button', { name: /^Close/ })).toHaveCount(0);

  await visitor.evaluate(() => localStorage.clear());
  await visitor.goto('/login');
  await visitor.getByRole('main').getByRole('button', { name: 'Log in' }).waitFor();
  await expect(visitor.getByRole('link', { name: /^Open a/ })).toHaveCount(0);
  await visitor.goto('/register');
  await expect(visitor.getByRole('heading', { name: 'Not found' })).toBeVisible();
  forgive(problems, NO_ANSWER);
});
