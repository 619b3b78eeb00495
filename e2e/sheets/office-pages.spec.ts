// Fifteen pages of the back office with an ordinary day's data, in both themes at both widths, and in
// German on a phone, to be looked at; the documents that expire are written into the server's own answers, because the program
// looks for them once an hour. Run by hand: SCREENSHOTS=folder npx playwright test sheets/office-pages
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { openCustomer, test } from '../backoffice/office.ts';
import { beginDay } from '../support/office-day.ts';

const FOLDER = process.env['SCREENSHOTS'] ?? 'results/screens';
const SETTLED_AFTER_MS = 1_500;
const SIZES = [
  { name: '1440', width: 1_440, height: 900 },
  { name: '390', width: 390, height: 844 },
] as const;
const THEMES = ['dark', 'light'] as const;

test.use({ settings: { BOOKING_FOUR_EYES: '20000' } });
test.setTimeout(1_200_000);

/** The pages taken so far, to take them in another language. */
const kept: { readonly name: string; readonly url: string }[] = [];

test('fifteen pages of an ordinary day', async ({ office: page, halyard, browser }) => {
  const day = await beginDay(halyard, browser);
  await page.goto('/backoffice/deposits');
  await page.getByRole('button', { name: 'Book a grant' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Customer ID').fill('5');
  await dialog.getByLabel('Kind').selectOption('Manual deposit');
  await dialog.getByLabel('Amount').fill('24000');
  await dialog.getByLabel('Reason').fill('Transfer of 27 November, seen on the statement');
  await dialog.getByRole('button', { name: 'Book a grant' }).click();
  await page.waitForTimeout(SETTLED_AFTER_MS);

  await keep(page, 'home', '');
  await keep(page, 'customers', '/customers');
  await openCustomer(page, day.Anna.email);
  await keep(page, 'customer');
  await keep(page, 'verification', '/compliance');
  await keep(page, 'deposits', '/deposits');
  await keep(page, 'withdrawals', '/withdrawals');
  const row = page.getByRole('table').getByRole('row').filter({ hasText: day.Anna.email });
  await row.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: /^Withdrawal W/ })).toBeVisible();
  await keep(page, 'withdrawal');
  await keep(page, 'positions', '/positions');
  await keep(page, 'dealing', '/dealing');
  await keep(page, 'treasury', '/treasury');
  await keep(page, 'approvals', '/approvals');
  await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByText(/^You gave the first approval/)).toBeVisible();
  await keep(page, 'approval');
  await page.goto('/backoffice/pages');
  await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: /^Page: / })).toBeVisible();
  await keep(page, 'content-editor');
  await expireDocuments(page);
  await keep(page, 'documents', '/documents');
  await page.getByRole('table').getByRole('row').nth(2).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: /^Passport/ })).toBeVisible();
  await keep(page, 'document');
  await keep(page, 'home-expiries', '');
  await page.evaluate(() => localStorage.setItem('halyard:office-language', 'de'));
  for (const { name, url } of kept.slice()) {
    await page.goto(url);
    await keep(page, `${name}-de`, undefined, SIZES.slice(1));
  }
});

/** Makes the first document of the replies wait, the second expire soon, and any other expired. */
async function expireDocuments(page: Page): Promise<void> {
  const approved = { status: 'approved', judged_by: 'staff:1', expiry_open: true };
  const due = { ...approved, expires_on: '2026-12-08', expiry: 'due' };
  const expired = { ...approved, expires_on: '2026-11-20', expiry: 'expired' };
  const change = (row: { readonly id: number }) =>
    row.id === 1 ? row : { ...row, ...(row.id === 2 ? due : expired) };
  await page.route(/\/api\/backoffice\/documents(?:\?|\/\d+$)/, async (route) => {
    const answer = await route.fetch();
    const { data, ...frame } = (await answer.json()) as { data: Shown };
    const changed = 'rows' in data ? { ...data, rows: data.rows.map(change) } : change(data);
    await route.fulfill({ response: answer, json: { ...frame, data: changed } });
  });
}

type Listed = { readonly id: number };
type Shown = Listed | { readonly rows: readonly Listed[] };

/** Takes a picture of the page, or of an address, and checks that nothing is wider than the screen. */
async function keep(
  page: Page,
  name: string,
  path?: string,
  sizes: readonly (typeof SIZES)[number][] = SIZES,
): Promise<void> {
  if (path !== undefined) await page.goto(`/backoffice${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  kept.push({ name, url: page.url() });
  for (const { name: size, width, height } of sizes) {
    await page.setViewportSize({ width, height });
    for (const theme of THEMES) {
      await page.evaluate((scheme) => {
        document.documentElement.dataset['mantineColorScheme'] = scheme;
      }, theme);
      await page.waitForTimeout(SETTLED_AFTER_MS);
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(excess, `${name} at ${size} px`).toBeLessThanOrEqual(0);
      await page.screenshot({ path: join(FOLDER, `${name}-${size}-${theme}.png`), fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1_440, height: 900 });
}
