// Withdrawals: what prevents them, the request, and the payment by staff.
import { expect } from '@playwright/test';
import { post } from '../support/customer.ts';
import { forgive, haveSession, test } from '../support/halyard.ts';
import { balanceOf } from '../support/platform.ts';
import { totp } from '../support/totp.ts';

test('offers no withdrawal from an empty account [v-withdraw-no-margin]', async ({
  page,
  context,
  halyard,
  newcomer,
}) => {
  await haveSession(context, halyard.url, newcomer.token);
  await page.goto('/platform/BTCUSD');
  await page
    .getByRole('region', { name: 'Account figures' })
    .getByRole('link', { name: 'Withdraw' })
    .click();
  await page.waitForURL('**/payment/withdraw');
  await expect(page.getByText("You don't have balance to withdraw", { exact: true })).toBeVisible();
  await expect(page.getByLabel('Amount')).toHaveCount(0);
});

test('requests a withdrawal, which staff approve and pay [r-payment-withdraw] [o-withdraw-agreement] [v-withdraw-amount] [v-withdraw-comments] [v-withdraw-max] [e-withdraw-negative] [e-withdraw-method] [e-withdraw-comments] [s-withdraw-request] [s-withdraw-message] [s-withdraw-redirect] [s-tx-withdrawals] [r-tx-plus-withdraw]', async ({
  page,
  context,
  halyard,
  trader,
  problems,
}) => {
  const { operate, url } = halyard;
  await haveSession(context, url, trader.token);
  await page.goto('/transactions/withdrawals');
  await page.getByRole('link', { name: 'New withdrawal' }).click();
  await page.waitForURL('**/payment/withdraw');
  await expect(
    page.getByText('We refund your original payment method first. Enter an IBAN for the rest.'),
  ).toBeVisible();
  const submit = page.getByRole('button', { name: 'Withdraw' });
  await submit.click();
  await expect(page.getByText('Amount is required')).toBeVisible();
  await expect(page.getByText('Comments is required')).toBeVisible();
  await expect(page.getByText('This field is required')).toBeVisible();
  await page.getByLabel('Amount').fill('10000.01');
  await submit.click();
  await expect(
    page.getByText('Maximum withdraw can be € 10,000.00', { exact: true }),
  ).toBeVisible();
  // The form shows no preview of an amount that can't be withdrawn.
  await expect(page.locator('output', { hasText: 'You get' })).toHaveCount(0);
  await page.getByLabel('Amount').fill('400');
  await expect(page.getByText('From € 0.01 to € 10,000.00')).toBeVisible();
  await expect(page.locator('output', { hasText: 'You get' })).toContainText(
    'Fee€ 0.00By bank transfer€ 400.00You get€ 400.00',
  );
  await page.getByLabel('Comments').fill('To my bank');
  await page.getByLabel(/about seven business days/).check();

  // First the email must be confirmed, which staff have done meanwhile.
  await submit.click();
  await expect(page.getByRole('alert').getByText(/Confirm your email address first/)).toBeVisible();
  forgive(problems, /status of 403/);
  await page.getByRole('button', { name: 'Resend the link' }).click();
  await expect(page.getByText(`We sent a link to ${trader.email}.`)).toBeVisible();
  await operate('customer', 'confirm-email', trader.email);

  // Then the second factor is required, which was turned on in another browser.
  const { token } = trader;
  const { secret } = await post<{ secret: string }>(url, 'accounts/secondFactor/enable', { token });
  await post(url, 'accounts/secondFactor/confirm', { token, code: totp(secret) });
  const sent = page.waitForRequest('**/api/transactions/create');
  await submit.click();
  expect((await sent).postDataJSON()).toMatchObject({
    amount: -400,
    method: 'withdraw',
    comments: 'To my bank',
  });
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  const contacted = page.getByText(/Your Account Manager Will Contact You Shortly/);
  // The code that turned the factor on counts for some minutes; later a new code is required.
  await dialog.or(contacted).first().waitFor();
  if (await dialog.isVisible()) {
    await dialog.getByLabel('Code').fill(totp(secret, 1));
    await dialog.getByLabel('Code').press('Enter');
    forgive(problems, /status of 401/);
  }
  await expect(contacted).toBeVisible();
  await page.waitForURL('**/platform/BTCUSD');
  await expect.poll(() => balanceOf(page)).toBe(960_000);

  await page.goto('/transactions/withdrawals');
  const row = page.getByRole('row').filter({ hasText: 'Withdrawal' });
  await expect(row).toContainText('−€ 400.00');
  await expect(row).toContainText('Waiting for our approval');
  const id = (await row.getByRole('cell').nth(4).innerText()).trim();
  await operate('withdrawal', 'approve', id);
  await operate('withdrawal', 'pay', id, 'BANK-1');
  await page.reload();
  await expect(row).toContainText('Approved');
  await expect(row).toContainText('Paid; your bank may take a few days');
});
