// What the operator's payment settings change for customers, on a program of its own.
import { expect } from '@playwright/test';
import { openAccount, post } from '../support/customer.ts';
import { haveSession, test as base } from '../support/halyard.ts';
import { launchProgram, READY_WITHIN_MS, type Program } from '../support/program.ts';

const test = base.extend<object, { program: Program }>({
  program: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const program = await launchProgram({
        DEMO: 'off',
        DEPOSIT_METHODS: 'bank',
        WITHDRAWAL_FEE: '2.50',
      });
      await use(program);
      await program.close();
    },
    { scope: 'worker', timeout: READY_WITHIN_MS + 10_000 },
  ],
  baseURL: async ({ program }, use) => use(program.url),
});

test('offers only configured methods, and lists a fee and a returned payout [k-card-configured] [s-tx-withdrawals]', async ({
  page,
  context,
  program,
}) => {
  const { url, operate } = program;
  const { token, email } = await openAccount(url);
  await haveSession(context, url, token);
  await page.goto('/payment/deposit');
  const dialog = page.getByRole('dialog', { name: 'Deposit' });
  const methods = dialog.getByRole('group', { name: 'Payment method' }).locator('label');
  await expect(methods).toHaveText(['Bank transfer']);

  await operate('customer', 'confirm-email', email);
  await operate('credit', email, '1000.00', 'Money to withdraw');
  const { transaction_id: id } = await post<{ transaction_id: string }>(
    url,
    'transactions/create',
    { token, amount: -100, method: 'withdraw', comments: 'To my bank' },
  );
  await operate('withdrawal', 'approve', id);
  await operate('withdrawal', 'pay', id, 'BANK-1');
  await operate('withdrawal', 'bounce', id, 'Account closed');
  await page.goto('/transactions/withdrawals');
  const rowOf = (type: string) =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name: type, exact: true }) });
  await expect(page.getByRole('row')).toHaveCount(4);
  await expect(rowOf('Withdrawal')).toContainText('−€ 97.50');
  await expect(rowOf('Withdrawal fee')).toContainText('−€ 2.50');
  await expect(rowOf('Withdrawal returned')).toContainText('€ 97.50');

  // With the keys of one provider there is a card.
  await page.goto('about:blank');
  await program.stop();
  await program.start({
    PAYMENTS: 'live',
    IKAJO_KEY: 'client',
    IKAJO_PASSWORD: 'password',
    IKAJO_URL: 'https://secure.example.com/payment/auth',
  });
  await page.goto('/payment/deposit');
  await expect(methods).toHaveText(['Card', 'Bank transfer']);
});
