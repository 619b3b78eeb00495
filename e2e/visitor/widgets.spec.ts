// Widgets of third parties, and their replacements.
import { expect, type Page } from '@playwright/test';
import { test } from '../support/halyard.ts';
import { EXTENDED } from '../support/extended.ts';

const TRADINGVIEW = 'https://www.tradingview-widget.com/**';
const TILES = 'https://tile.openstreetmap.org/**';
/** As the widgets of TradingView do once they have loaded. */
const WIDGET = '<h1>Theirs</h1><script>parent.postMessage({name:"tv-widget-load"},"*")</script>';
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('shows the calendar in the visitor’s time, by currency and importance [r-calendar-on] [o-calendar-currencies] [o-calendar-importance]', async ({
  page,
  halyard,
}) => {
  const at = new Date();
  at.setUTCHours(10, 0, 0, 0);
  const time = `${at.toISOString().slice(0, 16)}Z`;
  await halyard.operate('calendar', 'add', time, 'CHF', '-1', 'Cuckoo clocks sold', 'actual=7 K');
  await page.goto('/economic-calendar');
  await expect(page.getByRole('heading', { name: 'Economic calendar' })).toBeVisible();
  const clocks = page.getByRole('row').filter({ hasText: 'Cuckoo clocks sold' });
  await expect(clocks).toContainText('CHF');
  await expect(clocks).toContainText('7 K');
  const local = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  await expect(clocks.locator('time')).toHaveText(local);

  const weights = page.getByRole('group', { name: 'Importance' }).getByRole('checkbox');
  expect(
    await weights.evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value)),
  ).toEqual(['-1', '0', '1']);
  const low = page.getByRole('checkbox', { name: 'Low' });
  await low.uncheck({ force: true });
  await expect(clocks).toHaveCount(0);
  await low.check({ force: true });
  await expect(clocks).toHaveCount(1);
  const franc = page
    .getByRole('group', { name: 'Currencies' })
    .getByRole('checkbox', { name: 'CHF' });
  await franc.uncheck({ force: true });
  await expect(clocks).toHaveCount(0);
  await franc.check({ force: true });
  await page.getByRole('button', { name: 'Week after' }).click();
  await expect(clocks).toHaveCount(0);
  await page.getByRole('button', { name: 'This week' }).click();
  await expect(clocks).toHaveCount(1);
});

test('embeds TradingView’s calendar and rates only after consent [o-calendar-embed]', async ({
  page,
}) => {
  const asked = countRequests(page, TRADINGVIEW);
  await page.route(TRADINGVIEW, (route) =>
    route.fulfill({ contentType: 'text/html', body: WIDGET }),
  );
  await page.goto('/economic-calendar');
  await page.getByRole('table').waitFor();
  expect(asked.count).toBe(0);
  await page.getByRole('button', { name: 'Allow all' }).click();
  const frame = page.getByTitle('Economic calendar by TradingView');
  await expect(frame.contentFrame().getByRole('heading', { name: 'Theirs' })).toBeVisible();
  const address = decodeURIComponent((await frame.getAttribute('src')) ?? '');
  expect(address).toContain('"importanceFilter":"-1,0,1"');
  expect(address).toContain('"currencyFilter":"EUR,USD,');
  await expect(page.getByRole('link', { name: 'Economic calendar by TradingView' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Low' }).uncheck({ force: true });
  await expect(frame).toHaveAttribute('src', /importanceFilter%22%3A%220%2C1%22/);

  await page.goto('/');
  const rates = page.getByTitle('Forex cross rates by TradingView');
  await expect(rates.contentFrame().getByRole('heading', { name: 'Theirs' })).toBeVisible();
  await page.getByRole('button', { name: 'Show ours instead' }).click();
  await expect(rates).toHaveCount(0);
  await expect(
    page.getByRole('region', { name: 'Forex cross rates' }).getByRole('table'),
  ).toBeVisible();
});

test('shows the built-in widgets if TradingView can’t be reached', EXTENDED, async ({ page }) => {
  await page.clock.install();
  await page.route(TRADINGVIEW, (route) => route.abort());
  await page.goto('/economic-calendar');
  await page.getByRole('button', { name: 'Allow all' }).click();
  // The built-in widget appears at once, instead of a broken frame.
  const frame = page.getByTitle('Economic calendar by TradingView');
  await expect(frame).toBeAttached();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(frame).toBeHidden();
  await page.clock.fastForward(11_000);
  await expect(page.getByText('TradingView could not be reached')).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
});

test(
  'opens the map at zoom 13 once the visitor allows it [o-map-zoom]',
  EXTENDED,
  async ({ page }) => {
    const asked = countRequests(page, TILES);
    await page.route(TILES, (route) => route.fulfill({ contentType: 'image/png', body: PICTURE }));
    await page.goto('/contact-us');
    const map = page.getByRole('region', { name: 'Our location' });
    await expect(map.getByRole('link', { name: 'Open in OpenStreetMap' })).toBeVisible();
    // The text mentions no address, because the operator has not set one.
    await expect(
      map.getByText(/^The map is loaded from \S+, which will see your IP address\.$/),
    ).toBeVisible();
    expect(asked.count).toBe(0);
    const tile = page.waitForRequest(TILES);
    await map.getByRole('button', { name: 'Show the map' }).click();
    expect(new URL((await tile).url()).pathname).toMatch(/^\/13\/\d+\/\d+\.png$/);
    await expect(map.locator('.leaflet-tile-loaded').first()).toBeVisible();
    await expect(map.getByText('OpenStreetMap').first()).toBeVisible();
    const closer = page.waitForRequest(/tile\.openstreetmap\.org\/14\//);
    await map.getByRole('button', { name: 'Zoom in' }).click();
    await closer;
  },
);

/** So many have been asked for since. */
function countRequests(page: Page, pattern: string): { readonly count: number } {
  const asked = { count: 0 };
  const { host } = new URL(pattern.replace('**', ''));
  page.on('request', (request) => {
    if (new URL(request.url()).host === host) asked.count += 1;
  });
  return asked;
}
