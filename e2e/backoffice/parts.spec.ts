// The tabs of a customer's page, bulk actions, the reports, and the treasury.
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { uploadPassport } from '../support/documents.ts';
import { openOf, openPosition, rowOf } from '../support/platform.ts';
import { openAsCustomer, openCustomer, openList, openTab, test } from './office.ts';
import { EXTENDED } from '../support/extended.ts';

test(
  'shows a customer in tabs, approves a document and shows the trading permissions',
  EXTENDED,
  async ({ office, browser, halyard, newcomer }) => {
    const page = await openAsCustomer(browser, halyard.url, newcomer.token);
    const passport = await uploadPassport(page);

    await openCustomer(office, newcomer.email);
    const tabs = office.getByRole('tab');
    await expect(tabs).toHaveText([
      'Timeline',
      'Profile',
      'Verification',
      'Trading terms',
      'Positions',
      'Practice',
      'Money',
      'Ledger',
      'Access',
      'Notes',
      'Referrals',
      'Related accounts',
      'Record',
    ]);
    await expect(office.getByRole('tabpanel', { name: 'Timeline' })).toContainText(
      'Uploaded Passport',
    );
    await openTab(office, 'Profile');
    await office.keyboard.press('ArrowRight');
    await office.keyboard.press('Enter');
    const panel = office.getByRole('tabpanel', { name: 'Verification' });
    const row = panel.getByRole('row').filter({ hasText: 'Passport' });
    await row.getByRole('button', { name: 'View' }).click();
    const shown = office.getByRole('dialog', { name: /^The document \d+$/ });
    await expect(shown.getByRole('img', { name: 'The document' })).toBeVisible();
    await shown.getByRole('button', { name: 'Close' }).click();
    await row.getByRole('button', { name: 'Approve' }).click();
    const approving = office.getByRole('dialog', { name: 'Approve' });
    await approving.getByLabel('Expires on').fill('2099-12-31');
    await approving.getByLabel('Reason').fill('Readable and in force');
    await approving.getByRole('button', { name: 'Approve' }).click();
    await expect(row.getByText('Approved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(passport.getByText('Approved', { exact: true })).toBeVisible();
    await page.context().close();

    await openTab(office, 'Trading terms');
    await office.getByRole('button', { name: 'Allowed leverage' }).click();
    const dialog = office.getByRole('dialog', { name: 'Allowed leverage' });
    const crypto = dialog.getByRole('group', { name: 'Crypto' });
    await expect(crypto.getByRole('checkbox', { name: '2', exact: true })).toBeChecked();
    await crypto.getByRole('checkbox', { name: '2', exact: true }).uncheck();
    await dialog.getByLabel('Reason').fill('Asked for less risk');
    await dialog.getByRole('button', { name: 'Allowed leverage' }).click();
    await expect(dialog).toHaveCount(0);
    // The tab is in the address.
    await office.reload();
    const terms = office.getByRole('tabpanel', { name: 'Trading terms' });
    await expect(terms.getByText(/crypto: 1, 3, /)).toBeVisible();
    await openTab(office, 'Access');
    await expect(office.getByRole('region', { name: 'Devices' }).getByRole('row')).toHaveCount(2);
    await openTab(office, 'Record');
    const record = office.getByRole('region', { name: 'Audit log' });
    await expect(record.getByRole('row').filter({ hasText: 'Asked for less risk' })).toBeVisible();
  },
);

test(
  'marks several messages as done at once and shows the result for each',
  EXTENDED,
  async ({ office, halyard }) => {
    for (const name of ['Wanda', 'Wim']) {
      const answer = await fetch(`${halyard.url}/api/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          first_name: name,
          last_name: 'Visitor',
          email: `${name.toLowerCase()}@example.com`,
          phone: '+493023125000',
          message: 'Do you trade tulips?',
        }),
      });
      expect(answer.status).toBe(200);
    }
    await openList(office, 'Contact messages');
    const table = office.getByRole('table');
    const wanda = table.getByRole('row').filter({ hasText: 'Wanda' });
    await wanda.getByRole('checkbox').check();
    await table.getByRole('row').filter({ hasText: 'Wim' }).getByRole('checkbox').check();
    await expect(office.getByText('Selected: 2')).toBeVisible();
    await office.getByRole('button', { name: 'Mark as done' }).click();
    const dialog = office.getByRole('dialog', { name: 'Mark as done: 2' });
    await dialog.getByLabel('Reason').fill('Answered by telephone');
    await dialog.getByRole('button', { name: 'Mark as done' }).click();
    const outcome = office.getByRole('dialog', { name: 'Mark as done: Result' });
    await expect(outcome.getByText('Done: 2 · No change: 0 · Rejected: 0')).toBeVisible();
    await outcome.getByRole('button', { name: 'Close' }).click();
    await expect(office.getByText('Selected: 2')).toHaveCount(0);
    await office.getByLabel('Done').selectOption('No');
    // Messages of other journeys may still wait.
    await expect(office).toHaveURL(/done/);
    await expect(wanda).toHaveCount(0);
  },
);

test(
  'shows the execution report, exports it, and shows that the treasury adds up',
  EXTENDED,
  async ({ office, browser, halyard, trader }) => {
    const page = await openAsCustomer(browser, halyard.url, trader.token);
    await page.goto('/platform/BTCUSD');
    await openPosition(page, { side: 'Buy', amount: '100', leverage: '2×' }, 'BTCUSD');
    await expect(rowOf(openOf(page), 'BTCUSD')).toBeVisible();
    await page.context().close();

    await openList(office, 'Reports');
    await office.getByRole('link', { name: 'Quality of execution' }).click();
    await office.getByRole('button', { name: 'Show' }).click();
    const report = office.getByRole('region', { name: 'Quality of execution' });
    const opening = report.getByRole('row').filter({ hasText: /BTCUSD\s*opening/ });
    await expect(opening).toBeVisible();
    await office.getByRole('button', { name: 'Export' }).click();
    const asked = office.getByRole('dialog', { name: 'Export' });
    await asked.getByText('CSV', { exact: true }).click();
    await asked.getByLabel('Reason').fill('For the board');
    const [download] = await Promise.all([
      office.waitForEvent('download'),
      asked.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('BTCUSD,opening,');

    await openCustomer(office, trader.email);
    await office.getByRole('link', { name: 'Costs of a customer' }).click();
    await office.getByRole('button', { name: 'Show' }).click();
    const costs = office.getByRole('region', { name: 'Costs of a customer' });
    await expect(costs.getByRole('row').filter({ hasText: 'BTCUSD' })).toBeVisible();

    await openList(office, 'Treasury');
    await expect(office.getByText(/^The books add up/)).toBeVisible();
    const ledger = office.getByRole('region', { name: 'Ledger' });
    await expect(ledger.getByRole('row').last()).toHaveText(/Total\s*€ 0\.00/);
    const form = office.locator('form');
    await form.getByLabel('Provider').selectOption('Paymaxis');
    await form.getByLabel('Day').fill('2026-01-31');
    await form.getByLabel('Reason').fill('The end of the month');
    await form.getByRole('button', { name: 'Reconcile a provider’s day' }).click();
    await expect(
      office.getByText('Payments: 0 · match: 0 · can’t be queried: 0 · differ: 0'),
    ).toBeVisible();
  },
);
