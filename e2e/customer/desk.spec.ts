// Features of the trading screen: partial and bulk closing, older positions, paused prices,
// shortcut keys, colours, indicators, drawings and lines that can be dragged.
import { expect, type Page } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';
import {
  drawingsOf,
  openDeskTab,
  openOf,
  openPosition,
  priceOf,
  rowOf,
  ticketOf,
} from '../support/platform.ts';
import { EXTENDED } from '../support/extended.ts';

test.use({ feed: 'staged' });

test.beforeEach(async ({ context, halyard, trader }) => {
  await haveSession(context, halyard.url, trader.token);
});

test(
  'closes a position in part, with an optional confirmation, and all positions at once',
  EXTENDED,
  async ({ page }) => {
    await page.addInitScript(() => localStorage.removeItem('halyard:confirm-close'));
    await page.goto('/platform/BTCUSD');
    await openPosition(page, { side: 'Buy', amount: '100', leverage: '2×' }, 'BTCUSD');
    const bought = rowOf(openOf(page), 'BTCUSD').filter({ hasText: 'Buy' });
    const question = page.getByRole('dialog', { name: 'Close Buy BTCUSD' });
    await bought.getByRole('button', { name: 'Close Buy BTCUSD' }).click();
    await question.getByRole('textbox', { name: 'Amount', exact: true }).fill('99.01');
    await expect(
      question.getByText('At least € 1.00 must remain open, or close the whole position'),
    ).toBeVisible();
    await question.getByRole('textbox', { name: 'Amount', exact: true }).fill('100.01');
    await expect(question.getByText('The position is only € 100.00')).toBeVisible();
    await expect(question.getByRole('button', { name: 'Close the position' })).toBeDisabled();
    await question.getByRole('radio', { name: '25 %' }).check({ force: true });
    // 50 × −20.20 ÷ 40,020.20 = −0.0252…
    await expect(question.locator('dl')).toContainText('Profit−€ 0.03');
    await question.getByRole('button', { name: 'Close € 25.00' }).click();
    await expect(bought).toContainText('€ 75.00');
    await expect(rowOf(await openDeskTab(page, 'History'), 'BTCUSD')).toContainText('€ 25.00');
    await openDeskTab(page, 'Positions');

    await openPosition(page, { side: 'Sell', amount: '50', leverage: '1×' }, 'BTCUSD');
    const sold = rowOf(openOf(page), 'BTCUSD').filter({ hasText: 'Sell' });
    await sold.getByRole('button', { name: 'Close Sell BTCUSD' }).click();
    const other = page.getByRole('dialog', { name: 'Close Sell BTCUSD' });
    await other.getByRole('checkbox', { name: 'Always confirm' }).uncheck();
    await other.getByRole('button', { name: 'Close the position' }).click();
    await expect(sold).toHaveCount(0);
    await openPosition(page, { side: 'Sell', amount: '50', leverage: '1×' }, 'BTCUSD');
    await sold.getByRole('button', { name: 'Close Sell BTCUSD' }).click();
    await expect(sold).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await openPosition(page, { side: 'Sell', amount: '50', leverage: '1×' }, 'BTCUSD');
    await page.getByRole('button', { name: 'Close all' }).click();
    await expect(
      page.getByText('Positions close at the current price; those in closed markets stay open.'),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close losing' }).click();
    const all = page.getByRole('dialog', { name: 'Close losing' });
    await expect(all.locator('dl')).toContainText('Positions2');
    await all.getByRole('button', { name: 'Close 2 positions' }).click();
    await expect(page.getByText('Closed 2 positions')).toBeVisible();
    await expect(openOf(page).getByText('No positions to show')).toBeVisible();
    await expect(rowOf(await openDeskTab(page, 'History'), 'BTCUSD')).toHaveCount(5);
  },
);

test('shows older closed positions page by page', EXTENDED, async ({ page }) => {
  const pages = [pastOf(120, 50), pastOf(70, 50), pastOf(20, 20)];
  // Closing this many positions takes long, so the test adds them to the server's replies.
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const lists = JSON.stringify(['positions', { open: [], history: pages[0] }]);
      const isLists = String(message).startsWith('42/positions,["positions"');
      socket.send(isLists ? `42/positions,${lists}` : message);
    });
  });
  await page.route('**/api/accounts/history', (route) => {
    const { before } = route.request().postDataJSON() as { before: number };
    const data = before === 71 ? pages[1] : pages[2];
    return route.fulfill({ json: { status: 'success', data } });
  });
  await page.goto('/platform/BTCUSD');
  const history = await openDeskTab(page, 'History');
  const rows = rowOf(history, 'BTCUSD');
  await expect(rows).toHaveCount(50);
  const more = history.getByRole('button', { name: 'Show older positions' });
  await more.click();
  await expect(rows).toHaveCount(100);
  await more.click();
  await expect(rows).toHaveCount(120);
  await expect(more).toHaveCount(0);
  await expect(rows.first()).toContainText('€ 120.00');
  await expect(rows.last()).toContainText('€ 1.00');
});

/** Returns closed positions with descending numbers, which are also their margins in euros. */
function pastOf(first: number, count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => {
    const id = first - index;
    const moment = new Date(Date.UTC(2026, 0, 1) + id * 60_000).toISOString();
    return {
      id,
      symbol: 'BTCUSD',
      symbolName: 'Bitcoin',
      direction: 'buy',
      amount: id,
      leverage: 1,
      open_rate: 40_000,
      open_date: moment,
      closed_rate: 41_000,
      close_date: moment,
      take_profit: null,
      stop_lost: null,
      termination_rate: 0,
      profit: 1,
      financing: null,
      protected: 0,
      closingReason: 0,
    };
  });
}

test(
  'pauses prices, selects by keyboard, and supports red for rising prices',
  EXTENDED,
  async ({ page }) => {
    await page.goto('/platform/ETHUSD');
    const ticket = ticketOf(page);
    await ticket.getByRole('textbox', { name: 'Amount', exact: true }).waitFor();
    await page.keyboard.press('s');
    await expect(ticket.getByRole('radio', { name: /^Sell/ })).toBeChecked();
    await expect(ticket.getByRole('textbox', { name: 'Amount', exact: true })).toBeFocused();
    // Keys typed into a field are no shortcuts.
    await page.keyboard.type('b5');
    await expect(ticket.getByRole('radio', { name: /^Sell/ })).toBeChecked();
    await ticket.getByRole('textbox', { name: 'Amount', exact: true }).fill('50');
    await ticket.getByRole('textbox', { name: 'Amount', exact: true }).blur();

    await page.keyboard.press('p');
    await expect(page.getByText('Live prices are paused.').first()).toBeVisible();
    await expect(ticket.getByRole('button', { name: 'Sell ETHUSD' })).toBeDisabled();
    const price = await priceOf(page, 'Sell');
    // The price rises by one a second.
    await page.waitForTimeout(2_500);
    expect(await priceOf(page, 'Sell')).toBe(price);
    await page.getByRole('button', { name: 'Resume prices' }).click();
    await expect.poll(() => priceOf(page, 'Sell')).toBeGreaterThan(price + 2);

    await page.keyboard.press('?');
    const settings = page.getByRole('dialog', { name: 'Display and keyboard' });
    const up = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--up'));
    expect(await up()).toBe('#51a39a');
    await settings.getByRole('radio', { name: 'Red up, green down' }).check();
    expect(await up()).toBe('#dd5e56');
    await settings.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('b');
    await expect(ticket.getByRole('radio', { name: /^Sell/ })).toBeChecked();
    await page.reload();
    expect(await up()).toBe('#dd5e56');
  },
);

test(
  'keeps indicators and drawings, and shows the chart as a table',
  EXTENDED,
  async ({ page }) => {
    await page.goto('/platform/BTCUSD');
    await openPosition(page, { side: 'Buy', amount: '100', leverage: '1×' }, 'BTCUSD');
    const chart = page.getByRole('region', { name: 'Chart', exact: true });
    const drawing = chart.getByRole('application');
    await drawing.waitFor();
    await chart.getByText('Indicators').click();
    await chart.getByRole('checkbox', { name: 'Relative strength (RSI)' }).check();
    const periods = chart.getByRole('textbox', { name: 'Periods of Relative strength (RSI)' });
    await periods.fill('0');
    await expect(periods).toHaveAttribute('aria-invalid', 'true');
    await periods.fill('9');
    await chart.getByText('Bollinger bands').click();
    await page.keyboard.press('Escape');
    await page.reload();
    await drawing.waitFor();
    await chart.getByText('Indicators').click();
    await expect(periods).toHaveValue('9');
    await page.keyboard.press('Escape');

    await chart.getByText('Draw', { exact: true }).click();
    await chart.getByRole('button', { name: 'Horizontal line' }).click();
    const box = await drawing.boundingBox();
    if (box === null) throw new Error('the chart is on the screen');
    await page.mouse.click(box.x + 200, box.y + 60);
    const stored = async (symbol: string) => (await drawingsOf(page))[symbol];
    const line = [{ tool: 'horizontalStraightLine' }];
    await expect.poll(() => stored('BTCUSD')).toMatchObject(line);
    await page.goto('/platform/ETHUSD');
    await drawing.waitFor();
    expect(await stored('ETHUSD')).toBeUndefined();
    await page.goto('/platform/BTCUSD');
    await drawing.waitFor();
    expect(await stored('BTCUSD')).toMatchObject(line);
    await chart.getByText('Draw', { exact: true }).click();
    await chart.getByRole('button', { name: 'Remove all drawings' }).click();
    expect(await stored('BTCUSD')).toBeUndefined();

    await chart.getByRole('button', { name: 'Table' }).click();
    const table = chart.getByRole('table', { name: 'Candles of BTCUSD, 15m' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Time',
      'Open',
      'High',
      'Low',
      'Close',
    ]);
    await expect(table.getByRole('row').nth(1)).toContainText('40,000.00');
  },
);

test(
  'moves a stop with its line on the chart, before and after opening',
  EXTENDED,
  async ({ page }) => {
    // A moving price would change the scale during the drag; here a cent is about 30 px high.
    await page.goto('/platform/BTCUSD');
    await page.getByRole('application').waitFor();
    const ticket = ticketOf(page);
    await ticket.getByRole('textbox', { name: 'Amount', exact: true }).fill('100');
    await ticket.getByRole('button', { name: 'Stop loss and take profit' }).click();
    const stop = ticket.getByRole('textbox', { name: 'Stop loss', exact: true });
    const typed = '39999.99';
    await stop.fill(typed);
    await dragDownLine(page);
    await expect(stop).not.toHaveValue(typed);
    await expect(stop).toHaveValue(/^\d+\.\d\d$/);
    const moved = Number(await stop.inputValue());
    expect(moved).toBeLessThan(Number(typed));

    await ticket.getByRole('button', { name: 'Buy BTCUSD' }).click();
    await expect(rowOf(openOf(page), 'BTCUSD')).toBeVisible();
    await stop.fill('');
    const editor = page.getByRole('dialog', { name: 'Stop loss and take profit · BTCUSD' });
    await dragDownLine(page);
    await expect(editor).toBeVisible();
    await expect(editor.getByRole('textbox', { name: 'Stop loss', exact: true })).toHaveValue(
      /^\d+\.\d\d$/,
    );
    expect(
      Number(await editor.getByRole('textbox', { name: 'Stop loss', exact: true }).inputValue()),
    ).toBeLessThan(moved);
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Stop loss and take profit saved')).toBeVisible();
  },
);

test(
  'sizes an order by its risk, steps values by keys, and moves the stop to break-even',
  EXTENDED,
  async ({ page }) => {
    await page.goto('/platform/BTCUSD');
    const ticket = ticketOf(page);
    const amount = ticket.getByRole('textbox', { name: 'Amount', exact: true });
    await ticket.getByRole('radio', { name: '2×' }).check({ force: true });
    await ticket.getByRole('button', { name: 'Stop loss and take profit' }).click();
    const risk = ticket.getByRole('textbox', { name: 'Risk amount' });
    await risk.fill('50');
    await expect(ticket.getByText('Enter a stop loss on the losing side first.')).toBeVisible();
    const stop = ticket.getByRole('textbox', { name: 'Stop loss' });
    await stop.fill('38900');
    // At 4,000,000 points a step is 100 of them.
    for (const [keys, value] of [
      ['ArrowUp', '38901.00'],
      ['Shift+ArrowDown', '38891.00'],
      ['Control+ArrowUp', '38991.00'],
    ] as const) {
      await stop.press(keys);
      await expect(stop).toHaveValue(value);
    }
    await stop.fill('39000');
    // 5,000.5 × 40,020.20 ÷ (2 × 1,020.20) = 98,079.3 cents
    await ticket.getByRole('button', { name: 'Use € 980.79 as the amount' }).click();
    await expect(amount).toHaveValue('980.79');
    await expect(ticket.getByText('−€ 50.00 at this level')).toBeVisible();
    await amount.press('ArrowUp');
    await expect(amount).toHaveValue('981.79');

    await page.goto('/platform/ETHUSD');
    await openPosition(page, { side: 'Buy', amount: '100', leverage: '1×' }, 'ETHUSD');
    const row = rowOf(openOf(page), 'ETHUSD');
    const entry = Number.parseFloat(
      (await row.getByRole('cell').nth(4).innerText()).replaceAll(',', ''),
    );
    await row.getByRole('button', { name: 'Break-even for Buy ETHUSD' }).click();
    await expect(
      page.getByText(/^Break-even is at [\d,.]+\. A stop loss can currently be at most/),
    ).toBeVisible();
    // The price rises by one a second.
    await expect(row).toContainText('+€');
    await row.getByRole('button', { name: 'Break-even for Buy ETHUSD' }).click();
    await expect(page.getByText('Stop loss moved to break-even')).toBeVisible();
    await row.getByRole('button', { name: 'SL/TP of Buy ETHUSD' }).click();
    const editor = page.getByRole('dialog', { name: 'Stop loss and take profit · ETHUSD' });
    await expect(editor.getByRole('textbox', { name: 'Stop loss', exact: true })).toHaveValue(
      entry.toFixed(2),
    );
    await editor.getByRole('textbox', { name: 'Stop loss', exact: true }).fill('');
    await editor.getByRole('button', { name: /^Break-even/ }).click();
    await expect(editor.getByRole('textbox', { name: 'Stop loss', exact: true })).toHaveValue(
      entry.toFixed(2),
    );
  },
);

/** Drags the only dashed line in the colour of losses 40 px down. */
async function dragDownLine(page: Page): Promise<void> {
  const find = () =>
    page.evaluate(() => {
      const [red, green, blue] = [0xdd, 0x5e, 0x56];
      for (const canvas of document.querySelectorAll('canvas')) {
        const { width, height } = canvas;
        const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
        if (data === undefined || width < 300) continue;
        const { left, top } = canvas.getBoundingClientRect();
        const isDown = (at: number) =>
          data[at] === red && data[at + 1] === green && data[at + 2] === blue;
        const dotsOf = (y: number) =>
          Array.from({ length: width }, (_, x) => (y * width + x) * 4).filter(isDown).length;
        const rows = Array.from({ length: height }, (_, y) => y);
        const row = rows.find((y) => dotsOf(y) > width * 0.4);
        if (row !== undefined) return { x: left + 20, y: top + row };
      }
      return undefined;
    });
  await expect.poll(find).toBeDefined();
  const line = await find();
  if (line === undefined) throw new Error('the line is on the chart');
  await page.mouse.move(line.x, line.y);
  await page.mouse.down();
  await page.mouse.move(line.x + 5, line.y + 20, { steps: 4 });
  await page.mouse.move(line.x + 5, line.y + 40, { steps: 4 });
  await page.mouse.up();
}
