// An hour of two finance members without the pointer: deposits, withdrawals that are paid and
// returned by the bank, the treasury, the reconciliation of a provider, a correction, and a list as
// a workbook.
import { expect } from '@playwright/test';
import { EXTENDED } from '../support/extended.ts';
import {
  createKeyboard,
  decide,
  numberOf,
  confirm,
  openByName,
  useKeysOnly,
} from '../support/keyboard.ts';
import { openPeople, openPositionOf, requestMoney } from '../support/office-day.ts';
import { openAsMember, test } from './office.ts';

useKeysOnly(import.meta.url);
// Starts a separate program, so that no other work waits for staff.
test.use({ settings: { LOG_LEVEL: 'warn' } });

test(
  'lets finance confirm, approve by two, pay, reconcile, correct and export by keyboard alone',
  EXTENDED,
  async ({ halyard, browser }) => {
    const { url } = halyard;
    const { Anna, David, Hugo } = await openPeople(halyard);
    const large = await requestMoney(url, David, -7_250.5);
    const small = await requestMoney(url, Anna, -380);
    await requestMoney(url, Hugo, 1_250);
    await requestMoney(url, David, 12_000);
    await openPositionOf(browser, url, Anna);
    const page = await openAsMember(browser, halyard, { name: 'First Clerk', role: 'finance' });
    const keys = createKeyboard(page);
    const heading = page.getByRole('heading', { level: 1 });
    const work = page.getByRole('region', { name: 'Waiting for you' });

    // The work list from the top: both withdrawals, then the deposits.
    await expect(work.getByRole('row').filter({ hasText: 'Deposits and credits' })).toHaveCount(2);
    await keys.press('Enter');
    await expect(heading).toHaveText(`Withdrawal ${large}`);
    await expect(page.getByText('DE02 1203 0000 0000 2020 51').first()).toBeVisible();
    await decide(page, keys, {
      action: 'Approve',
      fields: ['Identity and bank account checked'],
      goesNext: true,
    });
    await expect(heading).toHaveText(`Withdrawal ${small}`);
    await decide(page, keys, {
      action: 'Reject',
      fields: ['The customer asked to keep it'],
      goesNext: true,
    });
    await expect(heading).toHaveText(/^Deposit D/);
    await expect(page.getByText('€ 1,250.00').first()).toBeVisible();
    await decide(page, keys, {
      action: 'Confirm',
      fields: ['1250', 'On the statement of today'],
      goesNext: true,
    });
    await expect(page.getByText('€ 12,000.00').first()).toBeVisible();
    await decide(page, keys, { action: 'Put in review', fields: ['The sender is not known'] });
    await expect(page.getByText('In review', { exact: true }).first()).toBeVisible();

    // Another member gives the second approval and pays; then the bank returns the payment.
    const other = await openAsMember(browser, halyard, { name: 'Second Clerk', role: 'finance' });
    const otherKeys = createKeyboard(other);
    await openByName(other, otherKeys, { typed: large, found: large });
    await decide(other, otherKeys, { action: 'Approve', fields: ['Seen with my own eyes'] });
    await decide(other, otherKeys, {
      action: 'Mark as paid',
      fields: ['BANK-77', 'Paid by today’s run'],
    });
    const stages = other.getByRole('region', { name: 'Stages' });
    await expect(stages.getByRole('row').filter({ hasText: 'BANK-77' }).last()).toBeVisible();
    await decide(other, otherKeys, {
      action: 'Book a return',
      fields: ['The bank returned it: account closed'],
    });
    await expect(
      stages.getByRole('row').filter({ hasText: 'account closed' }).last(),
    ).toBeVisible();
    await other.context().close();

    // Shows the treasury, and compares a day of a provider with the ledger.
    await keys.press('g', 't');
    await expect(heading).toHaveText('Treasury');
    await expect(page.getByText(/^The books add up/)).toBeVisible();
    await keys.press('a');
    await expect(page.getByRole('combobox', { name: 'Provider' })).toBeFocused();
    await keys.type('Pay');
    await keys.press('Tab');
    await keys.type('01312026');
    await keys.tabTo(page.getByLabel('Reason'));
    await keys.type('The end of the month');
    await keys.press('Enter');
    await expect(page.getByText(/^Payments: 0 · match: 0/)).toBeVisible();
    await keys.press('Tab');

    // Corrects a wrong fill.
    await keys.press('g', 'p');
    await expect(heading).toHaveText('Positions');
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
    await keys.press('j', 'Enter');
    await expect(heading).toHaveText(/BTCUSD/);
    await decide(page, keys, { action: 'Correct', fields: ['12.50', 'Filled at a wrong price'] });
    await expect(page.getByText('€ 12.50').first()).toBeVisible();

    // Exports the list as a workbook.
    await keys.press('g', 'w');
    await expect(heading).toHaveText('Withdrawals');
    await keys.press('/');
    await expect(page.getByRole('textbox', { name: 'Search' })).toBeFocused();
    await keys.type(David.email);
    await expect(page.getByRole('table').getByRole('row').filter({ hasText: large })).toBeVisible();
    await keys.tabTo(page.getByRole('table').getByRole('link').first());
    await keys.press(await numberOf(page, 'Export'));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      confirm(page, keys, { action: 'Export', fields: ['For the auditor'] }),
    ]);
    expect(download.suggestedFilename()).toBe('withdrawals.xlsx');
    await page.context().close();
  },
);
