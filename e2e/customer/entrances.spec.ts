// Signing in without the usual password: a password reset, links, the second factor.
import { expect } from '@playwright/test';
import { holdClock, untilAttached } from '../support/clock.ts';
import { post, registerAccount } from '../support/customer.ts';
import { fillSignIn, forgive, haveSession, stored, test } from '../support/halyard.ts';
import { linkInMail } from '../support/mail.ts';
import { totp } from '../support/totp.ts';
import { EXTENDED } from '../support/extended.ts';

const NEW_PASSWORD = 'another horse battery';

test('asks for a link by mail and sets a new password with it [r-login-forgot-link] [r-forgot-form] [r-forgot-sent] [v-forgot-email-required] [v-forgot-email-pattern] [v-forgot-unknown] [c-forgot] [p-visitor-forgot]', async ({
  page,
  halyard,
  newcomer,
  problems,
}) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL(/\/password\/request$/);
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  const send = page.getByRole('button', { name: 'Send the link' });
  await send.click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByLabel('Email').fill('nobody.example');
  await send.click();
  await expect(page.getByText('invalid email address', { exact: true })).toBeVisible();
  await page.getByLabel('Email').fill('nobody@halyard.example');
  await send.click();
  await expect(page.getByText('Email is not exist.', { exact: true })).toBeVisible();
  forgive(problems, /status of 404/);
  await page.getByLabel('Email').fill(newcomer.email);
  await send.click();
  await expect(page.getByRole('heading', { name: 'Link sent' })).toBeVisible();

  await page.goto(await linkInMail(halyard.dataDir, newcomer.email, '/password/reset/'));
  const set = page.getByRole('button', { name: 'Set the password' });
  await page.getByLabel('New password', { exact: true }).fill('7 chars');
  await page.getByLabel('Repeat the new password').fill(NEW_PASSWORD);
  await set.click();
  await expect(page.getByText('New password has minimum 8 characters')).toBeVisible();
  await expect(page.getByText('The passwords do not match', { exact: true })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await set.click();
  await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Back to sign-in' }).click();
  await fillSignIn(page, { email: newcomer.email, password: NEW_PASSWORD });
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();

  await page.goto('/password/reset/no-such-code');
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Repeat the new password').fill(NEW_PASSWORD);
  await set.click();
  await expect(page.getByRole('alert').getByText('Url not valid')).toBeVisible();
  forgive(problems, /status of 404/);
});

test('redirects signed-in customers from the password reset, and says when a reset failed [r-forgot-logged-in] [x-forgot-other]', async ({
  page,
  context,
  halyard,
  newcomer,
  problems,
}) => {
  await page.goto('/password/request');
  await page.getByLabel('Email').fill(newcomer.email);
  await page.route('**/api/get/forgotPassword', (route) => route.abort());
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('alert').getByText(/couldn't reach the server/)).toBeVisible();
  forgive(problems, /ERR_FAILED/);

  await haveSession(context, halyard.url, newcomer.token);
  await page.goto('/password/request');
  await page.waitForURL('**/platform/BTCUSD');
});

test(
  'confirms an email by its link only after the button is pressed',
  EXTENDED,
  async ({ page, context, halyard, newcomer, problems }) => {
    const path = await linkInMail(halyard.dataDir, newcomer.email, '/email/confirm/');
    await haveSession(context, halyard.url, newcomer.token);
    await page.goto(path);
    await expect(page.getByText('Confirm that this email address is yours.')).toBeVisible();
    const confirm = page.getByRole('button', { name: 'Confirm' });
    expect(await isConfirmed(halyard.url, newcomer.token)).toBe(false);
    await confirm.click();
    await expect(
      page.getByRole('heading', { name: 'Your email address is confirmed' }),
    ).toBeVisible();
    expect(await isConfirmed(halyard.url, newcomer.token)).toBe(true);
    await page.goto('/email/confirm/no-such-code');
    await confirm.click();
    await expect(page.getByRole('alert').getByText('Url not valid')).toBeVisible();
    forgive(problems, /status of 404/);
  },
);

test('signs in by an auto-login link after two seconds, and rejects an invalid one [r-autologin-screen] [r-autologin-click] [r-autologin-error] [s-autologin] [c-autologin]', async ({
  page,
  halyard,
  problems,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/accounts/login/')) sent.push(request.method());
  });
  await holdClock(page);
  await page.goto('/autoLogin/no-such-code');
  const button = page.locator('button[hidden]');
  await untilAttached(page, button);
  await expect(button).toHaveCount(1);
  await expect(button).toBeHidden();
  await page.clock.runFor(1_900);
  expect(sent).toEqual([]);
  await page.clock.runFor(200);
  await expect(page.getByRole('alert').getByText('Url not valid', { exact: true })).toBeVisible();
  expect(sent).toEqual(['POST']);
  forgive(problems, /status of 404/);

  await halyard.operate('auto-login', halyard.customer.email);
  const path = await linkInMail(halyard.dataDir, halyard.customer.email, '/autoLogin/');
  await page.clock.resume();
  await page.goto(path);
  await page.waitForURL('**/platform/BTCUSD');
  expect(await stored(page, 'session')).not.toBeNull();
});

test('leads an auto-login with an incomplete profile to the form, and marks the customer as new [r-autologin-incomplete] [r-autologin-complete] [s-flag-autologin]', async ({
  page,
  halyard,
  newcomer,
}) => {
  for (const [{ email }, path, flag] of [
    [await registerAccount(halyard.url), '/my-account/info', 'true'],
    [newcomer, '/platform/BTCUSD', null],
  ] as const) {
    await halyard.operate('auto-login', email);
    await page.goto(await linkInMail(halyard.dataDir, email, '/autoLogin/'));
    await page.waitForURL(`**${path}`);
    expect(await stored(page, 'register')).toBe(flag);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await page.evaluate(() => localStorage.clear());
  }
});

test(
  'asks for a code only if the customer has a second factor',
  EXTENDED,
  async ({ page, halyard, newcomer, problems }) => {
    const { url } = halyard;
    const { token } = newcomer;
    const { secret } = await post<{ secret: string }>(url, 'accounts/secondFactor/enable', {
      token,
    });
    await post(url, 'accounts/secondFactor/confirm', { token, code: totp(secret) });
    await page.goto('/login');
    await fillSignIn(page, newcomer);
    const code = page.getByRole('textbox', { name: 'Code' });
    await expect(code).toBeFocused();
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
    await code.fill('000000');
    await code.press('Enter');
    await expect(page.getByText('The code is incorrect or has expired')).toBeVisible();
    forgive(problems, /status of 401/);
    await page.getByRole('button', { name: 'Start again' }).click();
    await fillSignIn(page, newcomer);
    await code.fill(totp(secret, 1));
    await code.press('Enter');
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    forgive(problems, /status of 401/);
  },
);

async function isConfirmed(url: string, token: string): Promise<boolean> {
  const { user } = await post<{ user: { email_confirmed: boolean } }>(url, 'accounts/get', {
    token,
  });
  return user.email_confirmed;
}
