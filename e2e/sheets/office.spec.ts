// Pictures of linked accounts and shortfalls in the back office for a visual check. Such rows take
// long to arise, so the test writes them into the server's replies. Run by hand: SCREENSHOTS=folder
// npx playwright test sheets/office
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openCustomer, openTab, test } from '../backoffice/office.ts';

const FOLDER = process.env['SCREENSHOTS'] ?? 'results/screens';
const SETTLED_AFTER_MS = 700;
const SIZES = [
  { name: 'desk', width: 1_440, height: 900 },
  { name: 'tablet', width: 1_024, height: 768 },
  { name: 'phone', width: 390, height: 844 },
] as const;

const AT = '2026-11-20T14:03:07.000Z';
const LINK = {
  id: 1,
  first_customer_id: 1,
  second_customer_id: 2,
  score: 83,
  hedges: 2,
  protection_paid: true,
  status: 'open',
  found_at: AT,
  updated_at: AT,
  decided_by: null,
  decided_at: null,
  note: null,
};
const LEG = { position_id: 7, direction: 'buy', exposure: 30_000, opened_at: AT, closed_at: null };
const EVIDENCE = {
  shared: [
    { kind: 'phone', label: '… 5123', accounts: 2, points: 35 },
    { kind: 'network', label: '203.0.113.7', accounts: 3, points: 5 },
  ],
  opposite_trades: [
    {
      symbol: 'EURUSD',
      seconds_apart: 12.4,
      match_percent: 100,
      first: LEG,
      second: { ...LEG, position_id: 8, direction: 'sell', closed_at: AT },
    },
  ],
};
const RELATED = {
  link_id: 1,
  customer_id: 2,
  name: 'Wanda Visitor',
  email: 'wanda@example.com',
  score: 83,
  status: 'open',
  shared: EVIDENCE.shared,
  hedges: 2,
  protection_paid: true,
  found_at: AT,
};
const SHORTFALL = {
  id: 7,
  customer_id: 1,
  amount: 2_000,
  occurred_at: AT,
  status: 'open',
  covered: null,
  decided_by: null,
  decided_at: null,
  reason: null,
};
const PURSES = {
  linked: [{ customer_id: 2, available: 4_000, held: 250.5 }],
  covers: [{ customer_id: 2, amount: 2_000 }],
};

test.setTimeout(180_000);

test('office', async ({ office, newcomer }) => {
  await answer(office, 'linked-accounts', { row: LINK, detail: EVIDENCE });
  await answer(office, 'shortfalls', { row: SHORTFALL, detail: PURSES });
  await office.route(/\/customers\/\d+\/related$/, (route) =>
    route.fulfill({ json: { status: 'success', data: { accounts: [RELATED] } } }),
  );
  await openCustomer(office, newcomer.email);
  await keep(office, 'customer-timeline');
  await openTab(office, 'Related accounts');
  await keep(office, 'customer-related');
  for (const [path, name] of [
    ['', 'home'],
    ['/linked-accounts', 'linked-accounts'],
    ['/linked-accounts/1/show', 'linked-accounts-one'],
    ['/shortfalls', 'shortfalls'],
    ['/shortfalls/7/show', 'shortfalls-one'],
    ['/customers', 'customers'],
    ['/treasury', 'treasury'],
  ] as const) {
    await office.goto(`/backoffice${path}`);
    await keep(office, name);
  }
});

type One = { readonly row: object; readonly detail: object };

/** A list of one row, and the page of its record. */
async function answer(page: Page, resource: string, { row, detail }: One): Promise<void> {
  const success = (data: unknown) => ({ json: { status: 'success', data } });
  await page.route(new RegExp(`/api/backoffice/${resource}(\\?|$)`), (route) =>
    route.fulfill(success({ rows: [row], next: null })),
  );
  await page.route(new RegExp(`/api/backoffice/${resource}/\\d+`), (route) =>
    route.fulfill(success({ ...row, ...detail })),
  );
}

async function keep(page: Page, name: string): Promise<void> {
  for (const { name: size, width, height } of SIZES) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(SETTLED_AFTER_MS);
    await page.screenshot({ path: join(FOLDER, `office-${size}--${name}.png`), fullPage: true });
  }
}
