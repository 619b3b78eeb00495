// Positions from opening to closing on staged prices: the comment beside each figure computes it by
// hand.
import { expect } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';
import {
  balanceOf,
  figure,
  fillTicket,
  openDeskTab,
  openOf,
  openPosition,
  priceOf,
  rowOf,
  ticketOf,
} from '../support/platform.ts';
import { STILL } from '../support/staged-prices.ts';
import { EXTENDED } from '../support/extended.ts';

test.use({ feed: 'staged' });

test.beforeEach(async ({ context, halyard, trader }) => {
  await haveSession(context, halyard.url, trader.token);
});

const BUY = { side: 'Buy', amount: '123.45', leverage: '2×' } as const;

test('buys and sells amounts with cents and books results to the cent, in both tabs [o-open-buy] [o-open-sell] [v-trade-price-buy] [v-trade-price-sell] [s-position-open] [s-position-manual] [s-balance-live] [t-toast] [t-positions-columns] [t-history-columns] [t-positions-empty] [t-summary-figures] [v-sltp-sell-tp] [v-sltp-sell-sl] [o-currency-symbol] [k-profit] [k-equity] [k-free-margin]', async ({
  page,
  context,
}) => {
  await page.goto('/platform/BTCUSD');
  await expect(openOf(page).getByText('No positions to show')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/platform/ETHUSD');

  await fillTicket(page, BUY);
  const ticket = ticketOf(page);
  await expect(ticket.getByText(STILL.orderBuy)).toBeVisible();
  // 246.90 at 40,020.20 closes at 40,000.00: 246.90 × 20.20 ÷ 40,020.20 = 0.1246…
  await expect(ticket.locator('dl')).toContainText('Spread and mark-up cost€ 0.12');
  await openPosition(page, BUY, 'BTCUSD');
  const bought = rowOf(openOf(page), 'BTCUSD').filter({ hasText: 'Buy' });
  await expect(bought).toContainText(/€ 123\.45.*2×.*No.*40,020\.20.*−€ 0\.12/s);
  await expect.poll(() => figure(page, 'Free Margin')).toBe('€ 9,876.55');
  await expect.poll(() => figure(page, 'Equity')).toBe('€ 9,999.88');
  await expect.poll(() => figure(page, 'Profit')).toBe('−€ 0.12');

  // 501.00 at 39,990.00 closes at 40,010.20: 501.00 × 20.20 ÷ 39,990.00 = 0.2530…
  await openPosition(page, { side: 'Sell', amount: '250.5', leverage: '2×' }, 'BTCUSD');
  const sold = rowOf(openOf(page), 'BTCUSD').filter({ hasText: 'Sell' });
  await expect(sold).toContainText(/€ 250\.50.*2×.*No.*39,990\.00.*−€ 0\.25/s);

  await sold.getByRole('button', { name: 'SL/TP of Sell BTCUSD' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByRole('textbox', { name: 'Take profit' }).fill('40010.21');
  await editor.getByRole('textbox', { name: 'Stop loss' }).fill('40010.19');
  await expect(editor.getByText("Can't be higher than 40,010.20")).toBeVisible();
  await expect(editor.getByText("Can't be lower than 40,010.20")).toBeVisible();
  await page.keyboard.press('Escape');

  await other.bringToFront();
  await expect(rowOf(openOf(other), 'BTCUSD')).toHaveCount(2);
  await other.getByRole('button', { name: 'Close Buy BTCUSD' }).click();
  await expect(other.getByText('BTCUSD closed: loss € 0.12')).toBeVisible();
  await page.bringToFront();
  await expect(bought).toHaveCount(0);
  await page.getByRole('button', { name: 'Close Sell BTCUSD' }).click();
  await expect(openOf(page).getByText('No positions to show')).toBeVisible();
  const closed = rowOf(await openDeskTab(page, 'History'), 'BTCUSD');
  await expect(closed).toHaveText([/Manually/, /Manually/]);
  await expect(closed.first()).toContainText(/39,990\.00.*40,010\.20.*−€ 0\.25/s);
  await expect(closed.last()).toContainText(/40,020\.20.*40,000\.00.*−€ 0\.12/s);
  await expect.poll(() => balanceOf(page)).toBe(999_963);
  await expect.poll(() => balanceOf(other)).toBe(999_963);

  await openPosition(page, BUY, 'BTCUSD');
  for (const [tab, columns] of [
    ['History', HISTORY_COLUMNS],
    ['Positions', OPEN_COLUMNS],
  ] as const) {
    const panel = await openDeskTab(page, tab);
    await expect(panel.getByRole('columnheader')).toHaveText([...columns]);
  }
});

const OPEN_COLUMNS = ['Market', 'Amount', 'Leverage', 'Protected', 'Entry', 'P/L', 'Options'];
const HISTORY_COLUMNS = ['Market', 'Amount', 'Leverage', 'Protected', 'Entry', 'Close', 'P/L'];

test('edits stop loss and take profit, shows the details of a position, and works by keyboard [t-positions-sltp] [t-positions-close] [t-sltp-take-profit] [t-sltp-stop-loss] [t-sltp-profit] [v-sltp-buy-tp] [v-sltp-buy-sl] [v-sltp-only-valid] [v-sltp-empty] [t-info-modal] [t-info-fields] [t-escape]', async ({
  page,
}) => {
  await page.goto('/platform/BTCUSD');
  await openPosition(page, BUY, 'BTCUSD');
  const row = rowOf(openOf(page), 'BTCUSD');
  const editor = page.getByRole('dialog', { name: 'Stop loss and take profit · BTCUSD' });
  const save = editor.getByRole('button', { name: 'Save' });
  await row.getByRole('button', { name: 'SL/TP of Buy BTCUSD' }).click();
  await expect(editor.getByRole('button', { name: 'Break-even', exact: true })).toBeDisabled();
  await editor.getByRole('textbox', { name: 'Take profit', exact: true }).fill('39999');
  await editor.getByRole('textbox', { name: 'Stop loss', exact: true }).fill('40001');
  await expect(editor.getByText("Can't be lower than 40,000.00")).toBeVisible();
  await expect(editor.getByText("Can't be higher than 40,000.00")).toBeVisible();
  await expect(save).toBeDisabled();
  // 246.90 × 979.80 ÷ 40,020.20 = 6.0447…; 246.90 × −1,020.20 ÷ 40,020.20 = −6.2940…
  await editor.getByRole('textbox', { name: 'Take profit', exact: true }).fill('41000');
  await editor.getByRole('textbox', { name: 'Stop loss', exact: true }).fill('39000.00');
  await expect(editor.getByText('+€ 6.04 at this level')).toBeVisible();
  await expect(editor.getByText('−€ 6.29 at this level')).toBeVisible();
  await save.click();
  await expect(page.getByText('Stop loss and take profit saved')).toBeVisible();
  await expect(editor).toBeHidden();
  await expect(row.getByRole('cell').first()).toContainText('SL 39,000.00TP 41,000.00');
  await expect(row.getByRole('cell').nth(4)).toHaveText('40,020.20Now 40,000.00');

  // The button in the first cell covers the whole row.
  await row.getByRole('cell', { name: '€ 123.45' }).click({ force: true });
  const details = page.getByRole('dialog', { name: 'Position details' });
  await expect(details.locator('dl > div')).toHaveText([
    /^MarketBitcoin.* \(BTCUSD\)$/,
    'DirectionBuy',
    'Leverage2×',
    'Amount€ 123.45',
    /^Opened\d{1,2} \w+ 20\d\d, \d\d:\d\d:\d\d/,
    'Open rate40,020.20',
    'Closed–',
    'Close rate–',
    'Take profit41,000.00',
    'Stop loss39,000.00',
    'Stop-out price20,010.10',
    'ProtectedNo',
    'Overnight financing€ 0.00',
    'Overnight financing charged so far€ 0.00 over 0 nights',
    /^Number\d+$/,
    'Profit−€ 0.12',
    'Closing reason–',
  ]);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();

  await row.getByRole('button', { name: 'SL/TP of Buy BTCUSD' }).click();
  await expect(editor.getByRole('textbox', { name: 'Stop loss', exact: true })).toHaveValue(
    '39000.00',
  );
  await editor.getByRole('textbox', { name: 'Take profit', exact: true }).fill('');
  await editor.getByRole('textbox', { name: 'Stop loss', exact: true }).fill('');
  await page.keyboard.press('Enter');
  await expect(editor).toBeHidden();
  await expect(row.getByText('SL 39,000.00')).toHaveCount(0);

  await row.getByRole('button', { name: /Position details/ }).focus();
  await page.keyboard.press('Enter');
  await expect(details.getByText('Take profit–')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: /Position details/ })).toBeFocused();
  for (const name of ['SL/TP of Buy BTCUSD', 'Break-even for Buy BTCUSD', 'Close Buy BTCUSD']) {
    await page.keyboard.press('Tab');
    await expect(row.getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  const closed = rowOf(await openDeskTab(page, 'History'), 'BTCUSD');
  await expect(closed).toContainText('Manually');
  await closed.click();
  await expect(details).toContainText('Closing reasonManually');
  await expect(details).toContainText('Close rate40,000.00');
});

test('closes automatically at the take profit and stop loss that were set at opening [s-position-take-profit] [s-position-stop-loss] [s-positions-refresh]', async ({
  page,
}) => {
  let asked = 0;
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (payload === '42/positions,["positions"]') asked += 1;
    }),
  );
  await page.goto('/platform/ETHUSD');
  await page.getByRole('button', { name: 'Stop loss and take profit' }).click();
  // The price rises by one a second: the level is eight seconds away, and the other one is never
  // reached.
  for (const [side, field, sign] of [
    ['Buy', 'Take profit', 1],
    ['Sell', 'Stop loss', 1],
  ] as const) {
    await fillTicket(page, { side, amount: '100', leverage: '1×' });
    const price = await priceOf(page, side === 'Buy' ? 'Sell' : 'Buy');
    await ticketOf(page)
      .getByRole('textbox', { name: field, exact: true })
      .fill(String(Math.round(price + 8 * sign)));
    await ticketOf(page)
      .getByRole('button', { name: `${side} ETHUSD` })
      .click();
    await expect(rowOf(openOf(page), 'ETHUSD').filter({ hasText: side })).toBeVisible();
    await ticketOf(page).getByRole('textbox', { name: field, exact: true }).fill('');
  }
  const closed = rowOf(await openDeskTab(page, 'History'), 'ETHUSD');
  await expect(closed.filter({ hasText: 'Take Profit' })).toBeVisible();
  await expect(closed.filter({ hasText: 'Stop Loss' })).toBeVisible();
  await openDeskTab(page, 'Positions');
  await expect(openOf(page).getByText('No positions to show')).toBeVisible();
  // Once on connecting, then every five seconds.
  await expect.poll(() => asked).toBeGreaterThanOrEqual(3);
});

test('is stopped out before more than the amount is lost, and says why [s-position-low-margin]', async ({
  page,
  halyard,
}) => {
  await page.goto('/platform/EURUSD');
  const ticket = ticketOf(page);
  await expect(ticket.getByRole('radio', { name: '30×' })).toBeVisible();
  // Opens both just after a jump, before the next one. At 30× a move of 3.3 % closes a position.
  const before = await sellOf(halyard.url, 'EURUSD');
  await expect.poll(() => sellOf(halyard.url, 'EURUSD')).not.toBe(before);
  for (const side of ['Buy', 'Sell'] as const) {
    await openPosition(page, { side, amount: '100', leverage: '30×' }, 'EURUSD');
  }
  await expect(rowOf(openOf(page), 'EURUSD')).toHaveCount(1);
  const closed = rowOf(await openDeskTab(page, 'History'), 'EURUSD');
  await expect(closed).toContainText('Low Margin');
  await closed.click();
  await expect(page.getByRole('dialog', { name: 'Position details' })).toContainText(
    'Closing reasonLow Margin',
  );
});

test('labels positions that the strategy closed [s-position-ai]', async ({ page }) => {
  // The strategy may wait for days, so the test writes its reason into the server's lists.
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) =>
      socket.send(
        typeof message === 'string'
          ? message.replaceAll('"closingReason":0', '"closingReason":4')
          : message,
      ),
    );
  });
  await page.goto('/platform/BTCUSD');
  await openPosition(page, BUY, 'BTCUSD');
  await openOf(page).getByRole('button', { name: 'Close Buy BTCUSD' }).click();
  await expect(rowOf(await openDeskTab(page, 'History'), 'BTCUSD')).toContainText('AI Trade');
});

test('says for three seconds that a position was created [k-toast]', async ({ page }) => {
  await page.clock.install();
  await page.goto('/platform/BTCUSD');
  await fillTicket(page, BUY);
  await expect(ticketOf(page).getByText(STILL.orderBuy)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 2_000);
  await ticketOf(page).getByRole('button', { name: 'Buy BTCUSD' }).click();
  const toast = page.getByText('New position was created successfully', { exact: true });
  await expect(toast).toBeAttached();
  await page.clock.runFor(2_900);
  await expect(toast).toBeVisible();
  // The remaining time, and the exit animation.
  await page.clock.runFor(1_000);
  await expect(toast).toHaveCount(0);
});

test('tells the fill price and clears the ticket after an order', EXTENDED, async ({ page }) => {
  let send: ((message: string | Buffer) => void) | undefined;
  const held: (string | Buffer)[] = [];
  let isHeld = false;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const isAnswer = String(message).startsWith('43/positions,');
      if (isHeld && isAnswer) held.push(message);
      else socket.send(message);
      send = (late) => socket.send(late);
    });
  });
  await page.goto('/platform/BTCUSD');
  const ticket = ticketOf(page);
  await ticket.getByText('Stop loss and take profit').click();
  await ticket.getByRole('textbox', { name: 'Stop loss', exact: true }).fill('15000');
  await openPosition(page, BUY, 'BTCUSD');
  await expect(page.getByText(/^Buy BTCUSD € [\d.]+ \d+× at [\d,.]+$/)).toBeVisible();
  await expect(ticket.getByRole('textbox', { name: 'Amount', exact: true })).toHaveValue('');
  await expect(ticket.getByRole('textbox', { name: 'Stop loss', exact: true })).toHaveValue('');
  // The chart shows the lines of the position instead of those of the order.
  const chart = page.getByRole('region', { name: 'Chart', exact: true });
  await chart.getByRole('button', { name: 'Table' }).click();
  const lines = chart.getByRole('table', { name: 'Lines on the chart' });
  await expect(lines).toContainText('Buy € 123.45 2×40,020.20');
  await expect(lines).toContainText('15,000.00');
  await expect(lines.getByText('Your order')).toHaveCount(0);

  // The ticket keeps input that is typed while an order is being sent.
  isHeld = true;
  await fillTicket(page, BUY);
  await ticket.getByRole('button', { name: 'Buy BTCUSD' }).click();
  await expect.poll(() => held.length).toBe(1);
  const amount = ticket.getByRole('textbox', { name: 'Amount', exact: true });
  await amount.fill('77');
  for (const message of held) send?.(message);
  await expect(rowOf(openOf(page), 'BTCUSD')).toHaveCount(2);
  await expect(ticket.getByRole('button', { name: 'Buy BTCUSD' })).toBeEnabled();
  await expect(amount).toHaveValue('77');
});

test(
  'asks for confirmation if the price has moved beyond the tolerance',
  EXTENDED,
  async ({ page, halyard }) => {
    // Simulates a slow connection: prices stop, everything else works.
    let isHeld = false;
    await page.routeWebSocket(/socket\.io/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        const isPrice = String(message).startsWith('42/prices,');
        if (!(isHeld && isPrice)) socket.send(message);
      });
    });
    await page.goto('/platform/SOLUSD');
    await fillTicket(page, { side: 'Buy', amount: '100', leverage: '1×' });
    await expect.poll(() => sellOf(halyard.url, 'SOLUSD')).toBe(102);
    await expect.poll(() => sellOf(halyard.url, 'SOLUSD')).toBe(100);
    await expect.poll(() => priceOf(page, 'Sell')).toBe(100);
    isHeld = true;
    await expect.poll(() => sellOf(halyard.url, 'SOLUSD')).toBe(102);
    await ticketOf(page).getByRole('button', { name: 'Buy SOLUSD' }).click();
    await expect(ticketOf(page).getByText(/The price has moved to 102\.\d\d/)).toBeVisible();
    await expect(rowOf(openOf(page), 'SOLUSD')).toHaveCount(0);
    await ticketOf(page)
      .getByRole('button', { name: /^Trade at 102\./ })
      .click();
    await expect(rowOf(openOf(page), 'SOLUSD')).toContainText(/102\.\d\d/);
    isHeld = false;
  },
);

/** Returns the server's current sell price. */
async function sellOf(url: string, symbol: string): Promise<number | undefined> {
  const response = await fetch(`${url}/api/market/quotes`);
  const { data } = (await response.json()) as { data: Record<string, { sell: number }> };
  return data[symbol]?.sell;
}
