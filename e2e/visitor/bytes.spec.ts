// The size of the compressed scripts that a browser loads before a page can be used.
import { expect, type Page } from '@playwright/test';
import { getAdminToken, haveStaffSession, test as officeTest } from '../backoffice/office.ts';
import { EXTENDED } from '../support/extended.ts';
import { haveSession, test } from '../support/halyard.ts';

const KB = 1_024;
const LOGIN_BYTES_MAX = 175 * KB;
const PLATFORM_BYTES_MAX = 350 * KB;
const OFFICE_BYTES_MAX = 250 * KB;
/** The elements whose appearance makes a page usable, such as the chart. */
const USABLE = {
  login: 'main form [type="submit"]',
  platform: 'main canvas',
  office: 'main section h2',
} as const;

test('loads at most 175 KB of script for the sign-in page', async ({ page }) => {
  await visit(page, '/login', USABLE.login);
  const bytes = await countScriptBytes(page);
  expect(bytes).toBeLessThanOrEqual(LOGIN_BYTES_MAX);
  // Guards the measurement itself: React alone has 60 KB.
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

officeTest(
  'loads at most 250 KB of script for the home page of the back office',
  EXTENDED,
  async ({ page, halyard, staff }) => {
    await haveStaffSession(page, await getAdminToken(halyard.url, staff));
    await visit(page, '/backoffice', USABLE.office);
    await expect(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible();
    const bytes = await countScriptBytes(page);
    console.log(`script before the home page of the back office: ${Math.ceil(bytes / KB)} KB`);
    expect(bytes).toBeLessThanOrEqual(OFFICE_BYTES_MAX);
    expect(bytes).toBeGreaterThan(60 * KB);
  },
);

/** Marks the time at which the element appears; later requests don't count. */
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
