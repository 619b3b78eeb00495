// How much script a browser loads, compressed, before somebody can use a page.
import { expect, type Page } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';

const KB = 1_024;
const LOGIN_BYTES_MAX = 175 * KB;
const PLATFORM_BYTES_MAX = 350 * KB;
/** An order can be placed, and the price is on the chart. */
const USABLE = { login: 'main form [type="submit"]', platform: 'main canvas' } as const;

test('loads at most 175 KB of script for the sign-in page', async ({ page }) => {
  await visit(page, '/login', USABLE.login);
  const bytes = await countScriptBytes(page);
  expect(bytes).toBeLessThanOrEqual(LOGIN_BYTES_MAX);
  // Nothing is left out by mistake: React alone has 60 KB.
  expect(bytes).toBeGreaterThan(60 * KB);
});

test('loads at most 350 KB of script for the trading screen', async ({
  page,
  context,
  halyard,
  trader,
}) => {
  await haveSession(context, halyard.url, trader.token);
  await visit(page, '/platform/BTCUSD', USABLE.platform);
  await expect(page.getByRole('button', { name: 'Buy BTCUSD', exact: true })).toBeEnabled();
  const bytes = await countScriptBytes(page);
  expect(bytes).toBeLessThanOrEqual(PLATFORM_BYTES_MAX);
  expect(bytes).toBeGreaterThan(LOGIN_BYTES_MAX);
});

/** Marks the moment at which the element is there: what starts later, nobody waits for. */
async function visit(page: Page, path: string, usable: string): Promise<void> {
  await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' });
  await page.addInitScript((selector) => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector(selector) === null) return;
      performance.mark('usable');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }, usable);
  await page.goto(path);
  await expect(page.locator(usable).first()).toBeVisible();
}

async function countScriptBytes(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const usableAt = performance.getEntriesByName('usable')[0]?.startTime ?? Infinity;
    return performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= usableAt)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  });
}
