// Two rules on the main pages, at the desk and on a phone: what is pressed is large enough or has room
// around it (WCAG 2.2, 2.5.8), and landmarks of one kind have names of their own.
import { expect, type Page } from '@playwright/test';
import { findViolationsOf } from '../support/axe.ts';
import { forgive, haveSession, test } from '../support/halyard.ts';
import { openOf, openPosition } from '../support/platform.ts';

const RULES = ['target-size', 'landmark-unique'] as const;
const SIZES = [
  { width: 1_440, height: 960 },
  { width: 390, height: 844 },
] as const;

/** Each with words that say that it has loaded. */
const VISITORS_PAGES = [
  ['/', 'How it works'],
  ['/about', 'Who we are'],
  ['/login', 'Open account'],
  ['/register', 'Open account'],
  ['/password/request', 'Email'],
  ['/contact-us', 'Message'],
  ['/economic-calendar', 'Currencies'],
  ['/404', 'Not found'],
] as const;
const CUSTOMERS_PAGES = [
  ['/my-account/info', 'Save'],
  ['/my-account/password', 'Repeat the new password'],
  ['/my-account/documents', 'Proof of address'],
  ['/transactions/deposits', 'Manual deposit'],
  ['/payment/deposit', 'Payment method'],
  ['/payment/withdraw', 'Amount'],
  ['/referrals', 'Copy'],
  ['/security', 'This device'],
  ['/own-limits', 'Deposits a day'],
  ['/your-data', 'Withdraw your balance'],
  ['/notifications', 'Email language'],
  ['/statements', 'Download the statement'],
  ['/appropriateness', 'Questions about leveraged trading'],
  ['/account-levels', 'What may differ'],
] as const;

test('a visitor’s targets are large enough and landmarks have names of their own', async ({
  page,
  faults,
}) => {
  test.setTimeout(120_000);
  // On a phone the bar that asks covers a part of the page.
  await page.addInitScript(() => localStorage.setItem('halyard:consent', 'necessary'));
  await expectPagesSound(page, VISITORS_PAGES);
  forgive(faults, /status of 404/);
});

test('a customer’s targets are large enough and landmarks have names of their own', async ({
  page,
  context,
  halyard,
  trader,
}) => {
  test.setTimeout(120_000);
  await haveSession(context, halyard.url, trader.token);
  await page.goto('/platform/BTCUSD');
  await openPosition(page, { side: 'Buy', amount: '50', leverage: '2×' }, 'BTCUSD');
  await openPosition(page, { side: 'Sell', amount: '50', leverage: '1×' }, 'BTCUSD');
  await openOf(page).getByRole('button', { name: 'Close Sell BTCUSD' }).click();
  await expect(openOf(page).getByRole('row')).toHaveCount(2);
  await expectSound(page, '/platform/BTCUSD');
  await expectPagesSound(page, CUSTOMERS_PAGES);
});

type Pages = readonly (readonly [path: string, words: string])[];

async function expectPagesSound(page: Page, pages: Pages): Promise<void> {
  for (const [path, words] of pages) {
    await page.goto(path);
    await page.getByText(words, { exact: true }).filter({ visible: true }).first().waitFor();
    await expectSound(page, path);
  }
}

async function expectSound(page: Page, path: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect(await findViolationsOf(page, RULES), `${path} at ${size.width} px`).toEqual([]);
  }
}
