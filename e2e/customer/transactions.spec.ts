// The tabs for each kind of transaction.
import { expect, type Page } from '@playwright/test';
import { holdClock, untilAttached } from '../support/clock.ts';
import { forgive, haveSession, stored, test } from '../support/halyard.ts';
import { EXTENDED } from '../support/extended.ts';

test('lists each transaction type on its tab, or says that there are none [r-tx-types] [r-tx-unknown] [r-tx-root] [r-tx-columns] [r-tx-number] [r-tx-empty] [r-tx-plus-deposit] [s-tx-deposits] [s-tx-bonuses] [s-tx-credits] [h-menu-transactions] [c-transactions]', async ({
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

test(
  'keeps the text of the new-withdrawal link inside the screen of a phone',
  EXTENDED,
  async ({ page, context, halyard, newcomer }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await haveSession(context, halyard.url, newcomer.token);
    await page.goto('/transactions/withdrawals');
    const link = page.getByRole('link', { name: 'New withdrawal' });
    await expect(link).toBeVisible();
    const overflowPx = await link.evaluate((box) => [
      box.scrollWidth - box.clientWidth,
      box.scrollHeight - box.clientHeight,
      document.documentElement.scrollWidth - window.innerWidth,
    ]);
    for (const px of overflowPx) expect(px).toBeLessThanOrEqual(0);
  },
);

test('shows the swipe hint of the table once [r-tx-swipe-shown] [r-tx-swipe-hidden] [r-tx-swipe-once]', async ({
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

test(
  'keeps older transactions loaded while newer ones change',
  EXTENDED,
  async ({ page, context, halyard, newcomer, problems }) => {
    await haveSession(context, halyard.url, newcomer.token);
    const book = Array.from({ length: 60 }, (_, index) => toWithdrawal(60 - index));
    await answerFrom(page, book);
    await page.goto('/transactions/withdrawals');
    const rows = page.getByRole('rowgroup').last().getByRole('row');
    await expect(rows).toHaveCount(50);
    const older = page.getByRole('button', { name: 'Show older transactions' });
    await page.route('**/api/transactions/get?*before=*', (route) => route.fulfill(BROKEN));
    await older.click();
    const failed = page.getByText("This couldn't be loaded");
    await expect(failed).toBeVisible();
    await expect(rows).toHaveCount(50);
    await page.unroute('**/api/transactions/get?*before=*');
    await older.click();
    await expect(rows).toHaveCount(60);
    await expect(older).toHaveCount(0);
    await expect(failed).toHaveCount(0);

    // A withdrawal on the first page is cancelled, and a new one moves another to the next page.
    const [newest] = book;
    if (newest === undefined) throw new Error('The book has no rows.');
    book.unshift(toWithdrawal(61));
    await page.route('**/api/transactions/cancel', (route) => {
      Object.assign(newest, { transaction_status: 'Cancelled', stage: 'withdrawal-cancelled' });
      const data = { status: 'success', transaction_id: newest.transaction_id };
      return route.fulfill({ json: { status: 'success', data } });
    });
    const cancel = page.getByRole('button', { name: `Cancel ${newest.transaction_id}` });
    await cancel.click();
    await expect(cancel).toHaveCount(0);
    await expect(rows).toHaveCount(61);
    await expect(rows.first()).toContainText(toWithdrawal(61).transaction_id);
    const shown = await page.locator('tbody td:nth-child(5)').allTextContents();
    expect(shown).toEqual(book.map((one) => one.transaction_id));
    forgive(problems, /status of 500/);
  },
);

const BROKEN = {
  status: 500,
  json: { status: 'error', code: 'internal', message: 'Something went wrong' },
};

/** Creating this many withdrawals takes long, so the test adds them to the server's replies. */
async function answerFrom(page: Page, book: readonly Withdrawal[]): Promise<void> {
  await page.route('**/api/transactions/get?*', (route) => {
    const { searchParams } = new URL(route.request().url());
    const before = searchParams.get('before');
    const from = before === null ? 0 : book.findIndex((one) => one.transaction_id === before) + 1;
    const data = book.slice(from, from + Number(searchParams.get('limit')));
    return route.fulfill({ json: { status: 'success', data } });
  });
}

type Withdrawal = ReturnType<typeof toWithdrawal>;

function toWithdrawal(number: number) {
  return {
    transaction_id: `W${String(number).padStart(18, '0')}`,
    transaction_type: 'Withdrawal',
    transaction_type_id: 6,
    transaction_status: 'Pending',
    amount: -number,
    created_at: '2026-01-01T00:00:00.000Z',
    method_id: 6,
    stage: 'withdrawal-waiting-for-us',
    original_id: null,
  };
}
