// Transactions of every kind, each on its tab.
import { expect } from '@playwright/test';
import { holdClock, untilAttached } from '../support/clock.ts';
import { haveSession, stored, test } from '../support/halyard.ts';

test('lists each kind on its tab, and says so where there is none [r-tx-types] [r-tx-unknown] [r-tx-root] [r-tx-columns] [r-tx-number] [r-tx-empty] [r-tx-plus-deposit] [s-tx-deposits] [s-tx-bonuses] [s-tx-credits] [h-menu-transactions] [c-transactions]', async ({
  page,
  context,
  halyard,
  trader,
}) => {
  await halyard.operate('grant', 'bonus', trader.email, '10.00', 'Welcome');
  await halyard.operate('grant', 'referral', trader.email, '20.00', 'A friend');
  await halyard.operate('grant', 'credit', trader.email, '30.00', 'For a while');
  await haveSession(context, halyard.url, trader.token);
  await page.goto('/my-account/info');
  await page.getByRole('banner').getByRole('link', { name: 'Transactions' }).click();
  await page.waitForURL('**/transactions/deposits');
  await expect(page.getByRole('columnheader')).toHaveText([
    '#',
    'Amount',
    'Type',
    'Status',
    'Number',
    'Time',
  ]);
  const rows = page.getByRole('rowgroup').last().getByRole('row');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('€ 10,000.00');
  await expect(rows).toContainText('Manual deposit');
  await expect(rows).toContainText('Credited to your account');
  await expect(rows.getByRole('cell').nth(4)).toHaveText(/^D[0-9A-Z]{18}$/);
  await expect(page.getByRole('link', { name: 'New deposit' })).toHaveAttribute(
    'href',
    '/payment/deposit',
  );

  const tabs = page.getByRole('navigation', { name: 'Transactions' });
  await tabs.getByRole('link', { name: 'Bonuses' }).click();
  await expect(page).toHaveURL(/\/transactions\/bonuses$/);
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Referral bonus');
  await expect(page.getByRole('link', { name: /^New/ })).toHaveCount(0);
  await tabs.getByRole('link', { name: 'Credits' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Credit');
  await tabs.getByRole('link', { name: 'Withdrawals' }).click();
  await expect(page.getByText('No data to show', { exact: true })).toBeVisible();
  await page.goto('/transactions/anything');
  await page.waitForURL('**/transactions/deposits');
});

test('shows once that the table can be pushed sideways [r-tx-swipe-shown] [r-tx-swipe-hidden] [r-tx-swipe-once]', async ({
  page,
  context,
  halyard,
  newcomer,
}) => {
  await haveSession(context, halyard.url, newcomer.token);
  const hint = page.locator('[data-swipe-hint]');
  await holdClock(page);
  await page.goto('/transactions');
  await untilAttached(page, hint);
  await page.clock.runFor(1_900);
  await expect(hint).toBeVisible();
  await page.clock.runFor(200);
  await expect(hint).toBeHidden();
  expect(await stored(page, 'swipe-hint')).toBe('true');
  await page.reload();
  await untilAttached(page, page.getByText('No data to show'));
  await expect(hint).toHaveCount(0);
});
