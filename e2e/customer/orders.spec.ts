// Limit and stop orders from the ticket to the history, on staged prices.
import { expect, type Locator, type Page } from '@playwright/test';
import { findViolations } from '../support/axe.ts';
import { post } from '../support/customer.ts';
import { haveSession, test } from '../support/halyard.ts';
import {
  openDeskTab,
  openOf,
  openOrderHistory,
  priceOf,
  rowOf,
  ticketOf,
} from '../support/platform.ts';
import { EXTENDED } from '../support/extended.ts';

test.use({ feed: 'staged' });

test.beforeEach(async ({ context, halyard, trader }) => {
  await haveSession(context, halyard.url, trader.token);
});

type Entry = {
  readonly kind: 'Limit' | 'Stop';
  readonly side: 'Buy' | 'Sell';
  readonly amount: string;
  readonly price: string;
};

test('places, amends and cancels an order in the ticket and the table, also by keyboard alone', async ({
  page,
}) => {
  await page.goto('/platform/BTCUSD');
  const ticket = ticketOf(page);
  const place = ticket.getByRole('button', { name: 'Buy limit BTCUSD' });
  const orders = await openDeskTab(page, 'Orders');
  await expect(orders).toContainText('No pending orders');
  await expect(orders).toContainText('Choose Limit or Stop in the ticket');

  await fillEntry(page, { kind: 'Limit', side: 'Buy', amount: '100', price: '' });
  await place.click();
  await expect(ticket.getByText('Enter the order price')).toBeVisible();
  // 40,010.20 × 1.00025 = 40,020.20 is what a buy fills at now.
  await ticket.getByLabel('Order price').fill('40020.20');
  await expect(ticket.getByText('must be lower than 40,020.20')).toBeVisible();
  await ticket.getByLabel('Order price').fill('39000');
  await expect(ticket.locator('dl')).toContainText('Fills at (or better)39,000.00');
  await ticket.getByRole('button', { name: 'Stop loss and take profit' }).click();
  await ticket.getByLabel('Unit of Stop loss').selectOption('distance');
  await ticket.getByLabel('Stop loss', { exact: true }).fill('500');
  // 200 × 500 ÷ 39,000 = 2.564…
  await expect(ticket.getByText('At 38,500.00. −€ 2.56 at this level')).toBeVisible();
  await ticket.getByRole('radio', { name: 'End of day' }).check({ force: true });
  expect(await findViolations(page)).toEqual([]);
  await place.click();
  await expect(page.getByText('Order placed')).toBeVisible();
  const row = rowOf(orders, 'BTCUSD');
  // 1,020.20 of 40,020.20 are 2.549… %.
  await expect(row).toContainText(/Buy limit.*€ 100\.00.*2×.*39,000\.00.*2\.55.%.*SL −500\.00/s);
  await expect(row).toContainText('End of day');

  await row.getByRole('button', { name: 'Edit Buy limit BTCUSD' }).focus();
  await page.keyboard.press('Enter');
  const editor = page.getByRole('dialog', { name: 'Buy limit · BTCUSD' });
  await editor.getByLabel('Order price').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('39500');
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(editor).toBeHidden();
  await expect(row).toContainText('39,500.00');
  await row.getByRole('button', { name: 'Cancel Buy limit BTCUSD' }).focus();
  await page.keyboard.press('Enter');
  await expect(orders).toContainText('No pending orders');
  await page.getByRole('tab', { name: 'Orders' }).focus();
  await page.keyboard.press('ArrowRight');
  const history = page.getByRole('tabpanel', { name: 'History' });
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  await expect(rowOf(history, 'BTCUSD')).toContainText(/Cancelled.*You cancelled it\./s);
  expect(await findViolations(page)).toEqual([]);
});

test(
  'fills limit and stop orders at staged prices and says in the history how each order ended',
  EXTENDED,
  async ({ page, halyard, trader }) => {
    await page.goto('/platform/ETHUSD');
    const orders = await openDeskTab(page, 'Orders');
    await placeEntry(page, { kind: 'Limit', side: 'Buy', amount: '50', price: '1000' });
    await expect(rowOf(orders, 'ETHUSD')).toHaveCount(1);

    // Uses the API, because these orders would wait too long on the screen or need two customers.
    const { token } = trader;
    const wire = { token, symbol: 'ETHUSD', leverage: 2, direction: 'buy', kind: 'stop' };
    const bid = await priceOf(page, 'Sell');
    const expires_at = new Date(Date.now() + 2_000).toISOString();
    await post(halyard.url, 'accounts/orders/place', {
      ...wire,
      amount: 60,
      price: 9_000,
      expiry: 'gtd',
      expires_at,
    });
    await post(halyard.url, 'accounts/orders/place', {
      ...wire,
      amount: 20_000,
      price: bid + 12,
      expiry: 'gtc',
    });

    const ticket = ticketOf(page);
    await fillEntry(page, { kind: 'Stop', side: 'Buy', amount: '70', price: '' });
    await ticket.getByLabel(/One cancels the other/).selectOption('Buy limit ETHUSD at 1,000.00');
    const price = ((await priceOf(page, 'Buy')) + 6).toFixed(2);
    await ticket.getByLabel('Order price').fill(price);
    await ticket.getByRole('button', { name: 'Buy stop ETHUSD' }).click();
    await expect(page.getByText('Order placed').last()).toBeVisible();
    await placeEntry(page, {
      kind: 'Limit',
      side: 'Sell',
      amount: '80',
      price: ((await priceOf(page, 'Sell')) + 6).toFixed(2),
    });

    // ETHUSD rises by one a second.
    await expect(orders).toContainText('No pending orders');
    const history = await openOrderHistory(page);
    const ended = (text: string) => rowOf(history, text);
    await expect(ended('€ 70.00')).toContainText(/Buy stop.*Filled.*Position \d+/s);
    await expect(ended('€ 80.00')).toContainText(/Sell limit.*Filled.*Position \d+/s);
    await expect(ended('€ 50.00')).toContainText(
      /Cancelled.*The other order of the pair was filled/s,
    );
    await expect(ended('€ 60.00')).toContainText(/Expired.*The expiry was reached/s);
    await expect(ended('€ 20,000.00')).toContainText(/Rejected.*free margin was not sufficient/s);
    await openDeskTab(page, 'Positions');
    await expect(rowOf(openOf(page), 'ETHUSD')).toHaveCount(2);
  },
);

test(
  'amends an order by dragging its line on the chart and cancels it by the cross',
  EXTENDED,
  async ({ page }) => {
    await watchTexts(page);
    // SOLUSD jumps between 100 and 102; a sell order waits above.
    await page.goto('/platform/SOLUSD');
    const orders = await openDeskTab(page, 'Orders');
    await placeEntry(page, { kind: 'Limit', side: 'Sell', amount: '90', price: '102.30' });
    const row = rowOf(orders, 'SOLUSD');
    await expect(row).toContainText('102.30');

    const chart = page.getByRole('application');
    const tag = await findText(page, 'Limit');
    const box = await chart.boundingBox();
    if (box === null) throw new Error('the chart is shown');
    await page.mouse.move(box.x + box.width / 2, tag.y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, tag.y + 8, { steps: 6 });
    await page.mouse.up();
    const editor = page.getByRole('dialog', { name: 'Sell limit · SOLUSD' });
    const dragged = await editor.getByLabel('Order price').inputValue();
    expect(Number(dragged)).toBeLessThan(102.3);
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(editor).toBeHidden();
    await expect(row).toContainText(dragged);

    await expect
      .poll(async () => {
        const cross = await findText(page, '✕');
        await page.mouse.click(cross.x, cross.y);
        return await orders.innerText();
      })
      .toContain('No pending orders');
    const history = await openOrderHistory(page);
    await expect(rowOf(history, 'SOLUSD')).toContainText('You cancelled it.');
  },
);

async function fillEntry(page: Page, { kind, side, amount, price }: Entry): Promise<void> {
  const ticket = ticketOf(page);
  await ticket.getByRole('radio', { name: kind, exact: true }).check({ force: true });
  // The fields of entry orders load when one is first chosen, and shift the content below them.
  await ticket.getByLabel('Order price').waitFor();
  await ticket.getByRole('radio', { name: new RegExp(`^${side}`) }).check({ force: true });
  await ticket.getByRole('textbox', { name: 'Amount', exact: true }).fill(amount);
  await ticket.getByRole('radio', { name: '2×' }).check({ force: true });
  await ticket.getByLabel('Order price').fill(price);
}

async function placeEntry(page: Page, entry: Entry): Promise<void> {
  await fillEntry(page, entry);
  const ticket = ticketOf(page);
  await ticket.getByRole('button', { name: new RegExp(`^${entry.side} (limit|stop)`) }).click();
  await expect(amountOf(ticket)).toHaveValue('');
  await expect(page.getByText('Order placed').last()).toBeVisible();
}

function amountOf(ticket: Locator): Locator {
  return ticket.getByRole('textbox', { name: 'Amount', exact: true });
}

type Place = { readonly x: number; readonly y: number };

/** Records where the chart last drew each text. */
async function watchTexts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const places = new Map<string, { canvas: HTMLCanvasElement; x: number; y: number }>();
    Reflect.set(globalThis, 'textPlaces', places);
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function fill(text, x, y, ...rest) {
      const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = this.measureText(text);
      const half = width / 2;
      const below = (fontBoundingBoxDescent - fontBoundingBoxAscent) / 2;
      const middle = { left: x + half, start: x + half, center: x, right: x - half, end: x - half };
      places.set(text, { canvas: this.canvas, x: middle[this.textAlign], y: y + below });
      fillText.call(this, text, x, y, ...rest);
    };
  });
}

/** Waits for a text on the chart and returns its centre. */
async function findText(page: Page, text: string): Promise<Place> {
  const find = () =>
    page.evaluate((wanted) => {
      const places = Reflect.get(globalThis, 'textPlaces') as Map<
        string,
        { canvas: HTMLCanvasElement; x: number; y: number }
      >;
      const place = places.get(wanted);
      if (place === undefined) return null;
      const { x, y, height } = place.canvas.getBoundingClientRect();
      const isSeen = place.y > 0 && place.y < height;
      return isSeen ? { x: x + place.x, y: y + place.y } : null;
    }, text);
  await expect.poll(find).not.toBeNull();
  const place = await find();
  if (place === null) throw new Error(`${text} is on the chart`);
  return place;
}
