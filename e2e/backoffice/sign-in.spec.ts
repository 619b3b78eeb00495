// Sign-in of staff, and the settings of a member's own account.
import { expect } from '@playwright/test';
import { EXTENDED } from '../support/extended.ts';
import { forgive } from '../support/halyard.ts';
import { addAuthenticator } from '../support/passkeys.ts';
import { totp } from '../support/totp.ts';
import {
  enrol,
  enrolWithSecret,
  getAdminToken,
  haveStaffSession,
  setOwnPassword,
  test,
} from './office.ts';

test(
  'rejects a sign-in without the code of the authenticator app',
  EXTENDED,
  async ({ page, halyard, staff, problems }) => {
    await getAdminToken(halyard.url, staff);
    await page.goto('/backoffice/customers');
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('This field is required')).toHaveCount(2);
    await page.getByLabel('Email').fill(staff.email);
    await page.getByLabel('Password').fill(staff.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Enter the code from your authenticator app')).toBeVisible();
    await page.getByLabel('Code from your authenticator app').fill('000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('The code is incorrect or has expired')).toBeVisible();
    await page.getByLabel('Code from your authenticator app').fill(totp(staff.totp_secret, 1));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByText('You are signed out.')).toBeVisible();
    await expect(page).toHaveTitle('Sign in · Back office');
    expect(await page.evaluate(() => sessionStorage.getItem('halyard:session'))).toBeNull();
    forgive(problems, /status of 401/);
  },
);

test('sets up the authenticator app of a new member, who changes the password and ends another session', async ({
  page,
  halyard,
  problems,
}) => {
  const email = `new-${Date.now()}@halyard.example`;
  const made = await halyard.operate('staff', 'create', email, 'New Member', 'support');
  const password = /password (\S+?)\.?\s*$/im.exec(made.trim())?.[1] ?? '';
  await page.goto('/backoffice');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const secret = await page.locator('code').innerText();
  await page.getByLabel('Code from your authenticator app').fill(totp(secret));
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(page.getByText('Someone else set your password.')).toBeVisible();
  await setOwnPassword(page, password, password);
  await expect(page.getByText('The new password must differ from the current one')).toBeVisible();
  const own = `own ${password}`;
  await setOwnPassword(page, password, own);
  await expect(page.getByText('New Member · Support')).toBeVisible();

  await page.getByRole('link', { name: /^Your account/ }).click();
  await expect(page.getByText('This session')).toBeVisible();
  await page.getByLabel('Current password').fill(own);
  await page.getByLabel('New password', { exact: true }).fill('another long password');
  await page.getByLabel('Repeat the new password').fill('another password');
  await page.getByRole('button', { name: 'Change your password' }).click();
  await expect(page.getByText('The passwords do not match')).toBeVisible();
  await page.getByLabel('Repeat the new password').fill('another long password');
  await page.getByRole('button', { name: 'Change your password' }).click();
  await expect(page.getByText('Your password was changed')).toBeVisible();
  forgive(problems, /status of (403|422)/);
});

test(
  'adds a passkey with password and code, signs in with it alone, and removes it with itself',
  EXTENDED,
  async ({ page, halyard }) => {
    // Passkeys belong to a domain name, so an IP address can't have any.
    const site = halyard.url.replace('127.0.0.1', 'localhost');
    const email = `key-${Date.now()}@halyard.example`;
    const made = await halyard.operate('staff', 'create', email, 'Key Holder', 'support');
    const password = /password (\S+?)\.?\s*$/im.exec(made.trim())?.[1] ?? '';
    const { token, secret } = await enrolWithSecret(halyard.url, { email, password });
    await addAuthenticator(page);
    await page.goto(`${site}/backoffice`);
    await page.evaluate((text) => sessionStorage.setItem('halyard:session', text), token);
    await page.goto(`${site}/backoffice/account`);
    const card = page.getByRole('region', { name: 'Your passkeys' });
    await card.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill('My laptop');
    await dialog.getByLabel('Current password').fill(`own ${password}`);
    await dialog.getByLabel('Code from your authenticator app').fill(totp(secret, 1));
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
    const row = card.getByRole('row').filter({ hasText: 'My laptop' });
    await expect(row).toContainText('Never');

    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(row).not.toContainText('Never');
    await row.getByRole('button', { name: 'Remove: My laptop' }).click();
    const removal = page.getByRole('dialog', { name: 'Remove the passkey' });
    await removal.getByLabel('Current password').fill(`own ${password}`);
    await removal.getByLabel('Use a passkey instead of the code').check();
    await removal.getByRole('button', { name: 'Remove the passkey' }).click();
    await expect(row).toHaveCount(0);
  },
);

test('shows a role only what it may see and do', EXTENDED, async ({ page, halyard }) => {
  const email = `content-${Date.now()}@halyard.example`;
  const made = await halyard.operate('staff', 'create', email, 'Content Only', 'dealing');
  const password = /password (\S+?)\.?\s*$/im.exec(made.trim())?.[1] ?? '';
  await haveStaffSession(page, await enrol(halyard.url, { email, password }));
  await page.goto('/backoffice/customers');
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  const headers = page.getByRole('table').getByRole('columnheader');
  await expect(headers.filter({ hasText: 'Cash' })).toBeVisible();
  await expect(headers.filter({ hasText: 'Email' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(sections.getByRole('link', { name: 'Customers' })).toBeVisible();
  await expect(sections.getByRole('link', { name: 'Staff' })).toHaveCount(0);
  await expect(sections.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
  await page.goto('/backoffice/staff');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});
