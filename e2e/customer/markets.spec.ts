// A customer finds a market by category, name or symbol and marks favourites; title, ticket, chart
// and candles follow the chosen market.
import { expect, type Page } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';
import { marketsOf, openOf, openView, ticketOf } from '../support/platform.ts';
import { EXTENDED } from '../support/extended.ts';

const CATEGORIES = ['forex', 'stocks', 'crypto', 'commodities', 'index'] as const;
const CLOSED_FOR_NOW: readonly string[] = ['closed', 'stale', 'halted'];

test.beforeEach(async ({ context, halyard, newcomer }) => {
  await haveSession(context, halyard.url, newcomer.token);
});

test('lists the live markets of each category, and closed ones separately [o-asset-classes] [t-market-categories] [t-market-live-only] [t-market-link] [t-narrow]', async ({
  page,
  halyard,
  newcomer,
}) => {
  await page.goto('/platform/BTCUSD');
  const markets = marketsOf(page);
  const choice = markets.getByRole('combobox', { name: 'Category' });
  await expect(choice.getByRole('option')).toHaveText([
    'Forex',
    'Stocks',
    'Crypto',
    'Commodities',
    'Index',
    'Favourites',
    'Edit watchlists …',
  ]);
  const rows = markets.getByRole('listitem');
  for (const category of CATEGORIES) {
    await choice.selectOption(category);
    const { live, closed } = await listMarkets(halyard.url, newcomer.token, category);
    expect(live.length + closed.length, category).toBeGreaterThan(0);
    await expect(rows.filter({ visible: true })).toHaveCount(live.length);
    for (const symbol of live.slice(0, 3)) {
      await expect(markets.getByRole('link', { name: new RegExp(`^${symbol}`) })).toHaveAttribute(
        'href',
        `/platform/${symbol}`,
      );
    }
    const group = markets.getByText(`Closed now ${closed.length}`);
    if (closed.length === 0) {
      await expect(group).toBeHidden();
      continue;
    }
    await group.click();
    await expect(rows.filter({ visible: true })).toHaveCount(live.length + closed.length);
  }

  const isBelow = async () => {
    const [list, open] = [await markets.boundingBox(), await openOf(page).boundingBox()];
    return list !== null && open !== null && list.y >= open.y + open.height;
  };
  await page.setViewportSize({ width: 900, height: 900 });
  expect(await isBelow()).toBe(false);
  await page.setViewportSize({ width: 899, height: 900 });
  expect(await isBelow()).toBe(true);
});

test(
  'finds a market by name and by symbol, and lists favourites first [t-market-search-name] [t-market-search-symbol]',
  EXTENDED,
  async ({ page }) => {
    await page.goto('/platform/BTCUSD');
    const markets = marketsOf(page);
    const search = markets.getByRole('searchbox', { name: 'Name or symbol' });
    const links = markets.getByRole('link').filter({ visible: true });
    await links.first().waitFor();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await search.fill('ethereum');
    await expect(links).toHaveText([/^ETHUSD/]);
    await search.fill('eurusd');
    await expect(links).toHaveText([/^EURUSD/]);
    await expect(markets.getByText('No market of this category is open now')).toHaveCount(0);
    await search.press('Enter');
    await page.waitForURL('**/platform/EURUSD');
    // A symbol of another category, whose market may be closed.
    await search.fill('apple');
    await expect(links).toHaveText([/^AAPL/]);
    await search.press('Enter');
    await page.waitForURL('**/platform/AAPL');
    await search.fill('no such market');
    await expect(markets.getByText('No market matches')).toBeVisible();
    await search.press('Escape');
    await expect(search).toHaveValue('');

    await page.goto('/platform/BTCUSD');
    await expect(links.first()).toContainText('BTCUSD');
    await markets.getByRole('button', { name: 'Add SOLUSD to favourites' }).click();
    await expect(links.first()).toContainText('SOLUSD');
    await page.reload();
    await expect(links.first()).toContainText('SOLUSD');
    await expect(
      markets.getByRole('button', { name: 'Remove SOLUSD from favourites' }),
    ).toHaveAttribute('aria-pressed', 'true');
  },
);

test('goes to a market with its candles, in each time frame, and back [r-platform-symbol] [r-platform-root] [r-platform-query] [r-platform-usdt] [t-chart] [s-prices-live] [o-scroll-top]', async ({
  page,
}) => {
  await page.goto('/platform');
  await page.waitForURL('**/platform/BTCUSD');
  const chart = page.getByRole('region', { name: 'Chart', exact: true });
  const drawing = (symbol: string, timeframe: string) =>
    chart.getByRole('application', {
      name: `Price chart of ${symbol}, ${timeframe} candles`,
    });
  await expect.poll(() => closeOf(page)).toBeGreaterThan(10_000);

  const candles = waitForCandles(page, 'ETHUSD');
  await marketsOf(page)
    .getByRole('link', { name: /^ETHUSD/ })
    .click();
  await page.waitForURL('**/platform/ETHUSD');
  await candles;
  await expect(ticketOf(page).getByRole('heading', { name: 'ETHUSD' })).toBeVisible();
  const price = await sellPrice(page);
  await expect.poll(() => sellPrice(page)).not.toBe(price);
  await expect.poll(async () => Math.abs((await closeOf(page)) / price - 1)).toBeLessThan(0.05);

  for (const timeframe of ['1m', '1d', '5m']) {
    const loaded = waitForCandles(page, 'ETHUSD', timeframe);
    await chart.getByRole('radio', { name: timeframe, exact: true }).check({ force: true });
    await loaded;
    await expect(drawing('ETHUSD', timeframe)).toBeVisible();
    await expect.poll(async () => Math.abs((await closeOf(page)) / price - 1)).toBeLessThan(0.05);
  }
  await page.goBack();
  await page.waitForURL('**/platform/BTCUSD');
  await expect.poll(() => closeOf(page)).toBeGreaterThan(10_000);

  await page.goto('/platform?tvwidgetsymbol=BINANCE%3ASOLUSDT');
  await page.waitForURL('**/platform/SOLUSD');
  await expect(chart.getByRole('radio', { name: '5m', exact: true })).toBeChecked();
  await page.goto('/platform/NOSUCH');
  await page.waitForURL('**/platform/BTCUSD');

  await page.setViewportSize({ width: 390, height: 844 });
  await openView(page, 'Markets');
  const link = marketsOf(page).getByRole('link', { name: /^TRXUSD/ });
  await link.scrollIntoViewIfNeeded();
  await expect
    .poll(async () => {
      // The browser drops wheel events during layout.
      await page.mouse.wheel(0, 200);
      return await page.evaluate(() => window.scrollY);
    })
    .toBeGreaterThan(0);
  await link.click();
  await page.waitForURL('**/platform/TRXUSD');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

type Markets = { readonly live: readonly string[]; readonly closed: readonly string[] };

/** Returns the markets of a category from the server. */
async function listMarkets(url: string, token: string, category: string): Promise<Markets> {
  const read = async (path: string) => {
    const response = await fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await response.json()) as { data: unknown }).data;
  };
  const assets = (await read('/api/get/assets')) as {
    symbol: string;
    position_assets_category: { name: string };
  }[];
  const quotes = (await read('/api/market/quotes')) as Record<string, { state: string }>;
  const states = assets
    .filter((asset) => asset.position_assets_category.name === category)
    .map(({ symbol }) => ({ symbol, state: quotes[symbol]?.state ?? 'none' }));
  const symbols = (isWanted: (state: string) => boolean) =>
    states.filter(({ state }) => isWanted(state)).map(({ symbol }) => symbol);
  return {
    live: symbols((state) => state === 'live'),
    closed: symbols((state) => CLOSED_FOR_NOW.includes(state)),
  };
}

async function waitForCandles(page: Page, symbol: string, timeframe?: string): Promise<void> {
  const response = await page.waitForResponse((each) => {
    const { pathname, searchParams } = new URL(each.url());
    if (pathname !== '/api/market/candles' || searchParams.get('symbol') !== symbol) return false;
    return timeframe === undefined || searchParams.get('timeframe') === timeframe;
  });
  expect(response.status()).toBe(200);
}

/** Returns the closing price of the newest candle from the chart. */
async function closeOf(page: Page): Promise<number> {
  const chart = page.getByRole('region', { name: 'Chart', exact: true });
  return readRate(await chart.getByRole('definition').last().innerText());
}

/** Returns the sell price in the ticket. */
async function sellPrice(page: Page): Promise<number> {
  const side = ticketOf(page).locator('label', { hasText: /^Sell/ });
  return readRate((await side.innerText()).replace('Sell', ''));
}

function readRate(text: string): number {
  const digits = text.replaceAll(/[^\d.]/g, '');
  return digits === '' ? Number.NaN : Number(digits);
}
