// The security of the account, and the limits that customers set for themselves.
import { expect } from '@playwright/test';
import { post } from '../support/customer.ts';
import { fillSignIn, forgive, haveSession, test } from '../support/halyard.ts';
import { addAuthenticator } from '../support/passkeys.ts';
import { totp } from '../support/totp.ts';
import { EXTENDED } from '../support/extended.ts';

const DAY_MS = 86_400_000;

test('turns the second factor on by a first code and off again', async ({
  page,
  context,
  halyard,
  newcomer,
  problems,
}) => {
  await haveSession(context, halyard.url, newcomer.token);
  await page.goto('/security');
  const card = page.getByRole('region', { name: 'Second factor' });
  await expect(card.getByText('Off', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Turn on' }).click();
  await expect(card.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const secret = await card.locator('code').innerText();
  await card.getByLabel('Code').fill(totp(secret));
  await card.getByRole('button', { name: 'Confirm' }).click();
  await expect(card.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  const codes = card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  expect(await codes.count()).toBeGreaterThanOrEqual(8);
  const recovery = await codes.first().innerText();
  await card.getByRole('button', { name: 'I have saved them' }).click();
  await expect(card.getByText('On', { exact: true })).toBeVisible();

  // Without the authenticator app, a recovery code signs the customer in.
  await page.getByRole('button', { name: 'Logout' }).click();
  await fillSignIn(page, newcomer);
  await page.getByRole('textbox', { name: 'Code' }).fill(recovery);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/platform/BTCUSD');
  await page.goto('/security');
  await card.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await dialog
    .or(card.getByText('Off', { exact: true }))
    .first()
    .waitFor();
  if (await dialog.isVisible()) {
    await dialog.getByLabel('Code').fill(totp(secret, 1));
    await dialog.getByLabel('Code').press('Enter');
  }
  await expect(card.getByText('Off', { exact: true })).toBeVisible();
  forgive(problems, /status of 401/);
});

test(
  'offers a second factor after sign-in until it is postponed for a week',
  EXTENDED,
  async ({ page, newcomer }) => {
    const dialog = page.getByRole('dialog', { name: 'Protect your account' });
    const signInOn = async (day: number): Promise<void> => {
      // Changes only the browser's date, so that the account seems this old.
      await page.clock.setSystemTime(Date.now() + day * DAY_MS);
      await page.goto('/login');
      await fillSignIn(page, newcomer);
      await page.waitForURL('**/platform/BTCUSD');
      await page.getByRole('application').waitFor();
    };
    const leave = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.waitForURL('**/login');
    };
    await signInOn(0);
    await leave();
    await signInOn(2);
    await dialog.getByRole('button', { name: 'Remind me in 7 days' }).click();
    await expect(dialog).toBeHidden();
    await leave();
    await signInOn(8);
    await expect(dialog).toBeHidden();
    await leave();
    await signInOn(10);
    await dialog.getByRole('button', { name: 'Set it up now' }).click();
    await expect(page.getByRole('region', { name: 'Second factor' })).toBeVisible();
    await expect(dialog).toBeHidden();
  },
);

test(
  'adds a passkey, signs in with it alone, and removes it',
  EXTENDED,
  async ({ page, halyard, newcomer, problems }) => {
    // Passkeys belong to a domain name, so an IP address can't have any.
    const site = halyard.url.replace('127.0.0.1', 'localhost');
    await addAuthenticator(page);
    await page.goto(`${site}/login`);
    await fillSignIn(page, newcomer);
    await page.waitForURL('**/platform/BTCUSD');
    await page.goto(`${site}/security`);
    const card = page.getByRole('region', { name: 'Passkeys' });
    await card.getByRole('button', { name: 'Add a passkey' }).click();
    const row = card.getByRole('listitem').filter({ hasText: 'Passkey of' });
    await expect(row).toContainText('Never used');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL('**/platform/BTCUSD');
    await page.goto(`${site}/security`);
    await expect(row).toContainText('last used');
    await row.getByRole('button', { name: /^Remove/ }).click();
    const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
    // A sign-in with a passkey doesn't replace the password for this change.
    await dialog.getByLabel('Password', { exact: true }).fill(newcomer.password);
    await dialog.getByLabel('Password', { exact: true }).press('Enter');
    await expect(row).toHaveCount(0);
    forgive(problems, /status of 401/);
  },
);

test(
  'lists the customer’s sessions and ends the others',
  EXTENDED,
  async ({ page, context, halyard, newcomer }) => {
    const { email, password } = newcomer;
    const other = await post<{ access_token: string }>(halyard.url, 'accounts/login', {
      email,
      password,
    });
    await haveSession(context, halyard.url, newcomer.token);
    await page.goto('/security');
    const card = page.getByRole('region', { name: 'Where you are signed in' });
    await expect(card.getByRole('listitem')).toHaveCount(2);
    await expect(card.getByText('This device', { exact: true })).toHaveCount(1);
    await card.getByRole('button', { name: /^Sign out/ }).click();
    await expect(card.getByRole('listitem')).toHaveCount(1);
    await expect(post(halyard.url, 'accounts/get', { token: other.access_token })).rejects.toThrow(
      '401',
    );
  },
);

test(
  'sets client limits, and blocks deposits and openings during a time-out',
  EXTENDED,
  async ({ page, context, halyard, newcomer, problems }) => {
    await haveSession(context, halyard.url, newcomer.token);
    await page.goto('/own-limits');
    const row = page.getByRole('listitem').filter({ hasText: 'Deposits per day' });
    await expect(row).toContainText('No limit');
    await row.getByRole('textbox').fill('300');
    await row.getByRole('button', { name: 'Set' }).click();
    await expect(row).toContainText('€ 0.00 of € 300.00');
    await row.getByRole('textbox').fill('500');
    await row.getByRole('button', { name: 'Set' }).click();
    await expect(row).toContainText('Changes to € 500.00');
    await row.getByRole('button', { name: /^Keep the limit/ }).click();
    await expect(row).not.toContainText('Changes to');

    await page.getByRole('button', { name: 'Start time-out' }).click();
    await expect(page.getByText('This field is required')).toBeVisible();
    await page.getByLabel("I understand that this can't be shortened").first().check();
    await page.getByRole('button', { name: 'Start time-out' }).click();
    await expect(page.getByText(/You are on a time-out until/)).toBeVisible();
    await page.goto('/payment/deposit');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('250');
    await dialog.getByRole('button', { name: 'Deposit' }).click();
    await expect(dialog.getByRole('alert').getByText(/You are on a time-out/)).toBeVisible();
    forgive(problems, /status of 403/);
  },
);
