// A large withdrawal: two members approve it, each with an authenticator app, and a transfer pays
// it.
import { expect, type Browser, type Page } from '@playwright/test';
import { post } from '../support/customer.ts';
import { forgive, type Halyard } from '../support/halyard.ts';
import { totp } from '../support/totp.ts';
import { act, openAsCustomer, setOwnPassword, test } from './office.ts';
import { EXTENDED } from '../support/extended.ts';

test(
  'pays a large withdrawal only after a second approval, and shows the customer its progress',
  EXTENDED,
  async ({ browser, page: first, halyard, trader, problems }) => {
    const { operate, url } = halyard;
    await operate('customer', 'confirm-email', trader.email);
    const { transaction_id: id } = await post<{ transaction_id: string }>(
      url,
      'transactions/create',
      { token: trader.token, amount: -6000, method: 'withdraw', comments: 'To my bank' },
    );
    const customer = await openAsCustomer(browser, url, trader.token);
    const stage = async (text: string): Promise<void> => {
      await customer.goto('/transactions/withdrawals');
      await expect(customer.getByRole('row').filter({ hasText: id })).toContainText(text);
    };

    await signInAsNew(first, halyard, 'First Approver');
    // A member without an authenticator app is asked to set one up.
    forgive(problems, /status of 403/);
    await openWithdrawal(first, id);
    await expect(first.getByText('To my bank')).toBeVisible();
    await act(first, 'Approve', { Reason: 'Identity and bank account checked' });
    await stage('Waiting for second approval');

    await expect(
      first.getByText(/^You gave the first approval\. .*: Finance, Admin\.$/),
    ).toBeVisible();
    await expect(first.getByRole('button', { name: 'Reject' })).toBeVisible();
    await expect(first.getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await expect(first.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0);

    const others = await newTab(browser, url);
    await signInAsNew(others, halyard, 'Second Approver');
    await openWithdrawal(others, id);
    await expect(others.getByText(/^First approved by First Approver\./)).toBeVisible();
    await act(others, 'Approve', { Reason: 'Seen with my own eyes' });
    await stage('Approved; payment in progress');

    await act(others, 'Mark as paid', { Reference: 'BANK-77', Reason: 'Paid by today’s run' });
    await stage('Paid; your bank may take a few days');
    const stages = others.getByRole('region', { name: 'Stages' });
    await expect(
      stages.getByRole('row').filter({ hasText: 'Seen with my own eyes' }),
    ).toBeVisible();
    const paid = stages.getByRole('row').filter({ hasText: 'Withdrawal paid' });
    await expect(paid).toContainText('BANK-77');
    await others.context().close();
    await customer.context().close();
  },
);

async function newTab(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  return await context.newPage();
}

/** Signs in a member whom an admin has just added, with a new authenticator app. */
async function signInAsNew(page: Page, { operate }: Halyard, name: string): Promise<void> {
  const email = `${name.replaceAll(' ', '-').toLowerCase()}-${Date.now()}@halyard.example`;
  const made = await operate('staff', 'create', email, name, 'finance');
  const password = /password (\S+?)\.?\s*$/im.exec(made.trim())?.[1] ?? '';
  await page.goto('/backoffice');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  await page
    .getByLabel('Code from your authenticator app')
    .fill(totp(await page.locator('code').innerText()));
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await setOwnPassword(page, password, `own ${password}`);
  await expect(page.getByText(`${name} · Finance`)).toBeVisible();
}

/** Opens the withdrawal from the work list. */
async function openWithdrawal(page: Page, id: string): Promise<void> {
  await page.getByRole('link', { name: 'Withdrawals to approve' }).click();
  await page.getByRole('table').getByRole('link', { name: id }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Withdrawal ${id}` })).toBeVisible();
}
