// Actions of a customer on the trading screen, for tests.
import { expect, type Locator, type Page } from '@playwright/test';
import { centsOf } from './halyard.ts';

/** The greeting in the header, or on a narrow screen in the menu. */
export function greetingOf(page: Page, name: string): Locator {
  return page.getByRole('banner').getByText(`Hello, ${name}`).filter({ visible: true });
}

/** Opens the trading screen of a market, once its chart is drawn. */
export async function openDesk(page: Page, symbol: string): Promise<void> {
  await page.goto(`/platform/${symbol}`);
  await page.getByRole('application').first().waitFor();
}

export function ticketOf(page: Page): Locator {
  return page.getByRole('region', { name: 'New trade' });
}

export function marketsOf(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Markets' });
}

/** The open positions, which are shown first of the tabs below the chart. */
export function openOf(page: Page): Locator {
  return page.getByRole('tabpanel', { name: 'Positions', exact: true });
}

type DeskTab = 'Positions' | 'Orders' | 'History' | 'Alerts';

/** Opens a tab below the chart, or on a phone below the header. */
export async function openDeskTab(page: Page, name: DeskTab): Promise<Locator> {
  await page.getByRole('tab', { name: new RegExp(`^${name}\\s*\\d*$`) }).click();
  return page.getByRole('tabpanel', { name, exact: true });
}

/** Opens the list of past orders. */
export async function openOrderHistory(page: Page): Promise<Locator> {
  const history = await openDeskTab(page, 'History');
  await history.getByRole('button', { name: 'Past orders' }).click();
  return history;
}

/** Opens a view of the phone layout. */
export async function openView(
  page: Page,
  name: 'Markets' | 'Chart' | 'Positions' | 'Orders' | 'Account',
): Promise<void> {
  const views = page.getByRole('navigation', { name: 'Trading views' });
  await views.getByRole('button', { name: new RegExp(`^\\d*\\s*${name}$`) }).click();
}

export function rowOf(card: Locator, symbol: string): Locator {
  return card.getByRole('row').filter({ hasText: symbol });
}

/** Returns the text of a figure in the summary bar. */
export async function figure(page: Page, name: string): Promise<string> {
  const figures = page.getByRole('region', { name: 'Account figures' });
  const value = figures.locator('div', { has: page.getByRole('button', { name, exact: true }) });
  return value.last().getByRole('definition').innerText();
}

export async function balanceOf(page: Page): Promise<number | undefined> {
  return centsOf(await figure(page, 'Balance'));
}

export type Order = {
  readonly side: 'Buy' | 'Sell';
  readonly amount: string;
  readonly leverage: '1×' | '2×' | '30×';
};

/** Fills in the ticket that is on the screen. */
export async function fillTicket(page: Page, { side, amount, leverage }: Order): Promise<void> {
  const ticket = ticketOf(page);
  await ticket.getByRole('radio', { name: new RegExp(`^${side}`) }).check({ force: true });
  await ticket.getByRole('textbox', { name: 'Amount', exact: true }).fill(amount);
  await ticket.getByRole('radio', { name: leverage }).check({ force: true });
}

/** Opens a position on the market that is on the screen. */
export async function openPosition(page: Page, order: Order, symbol: string): Promise<void> {
  await fillTicket(page, order);
  const ticket = ticketOf(page);
  await ticket.getByRole('button', { name: `${order.side} ${symbol}` }).click();
  // The toast may belong to the previous order, but only an executed order clears the ticket.
  await expect(ticket.getByRole('textbox', { name: 'Amount', exact: true })).toHaveValue('');
  await expect(page.getByText('New position was created successfully').last()).toBeVisible();
}

/** Returns a price in the ticket, once the first quote has arrived. */
export async function priceOf(page: Page, side: 'Buy' | 'Sell'): Promise<number> {
  const label = ticketOf(page).locator('label', { hasText: new RegExp(`^${side}`) });
  await expect(label).toHaveText(/\d/);
  return Number((await label.innerText()).replaceAll(/[^\d.]/g, ''));
}

/** Returns the drawings of each symbol that this browser has stored. */
export async function drawingsOf(page: Page): Promise<Readonly<Record<string, unknown[]>>> {
  const text = await page.evaluate(() => localStorage.getItem('halyard:workspace'));
  const kept = JSON.parse(text ?? '{}') as {
    documents?: { drawings?: { symbol: string; drawings: unknown[] }[] };
  };
  const drawn = kept.documents?.drawings ?? [];
  return Object.fromEntries(drawn.map(({ symbol, drawings }) => [symbol, drawings]));
}
