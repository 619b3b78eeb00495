// A customer corrects the errors of the sign-in form, signs in, returns to the requested page, and
// signs out in every tab.
import { expect, type Page } from '@playwright/test';
import { fillSignIn, forgive, haveSession, stored, test } from '../support/halyard.ts';
import { greetingOf } from '../support/platform.ts';
import { EXTENDED } from '../support/extended.ts';

test('shows field errors and sends nothing [v-login-email-required] [v-login-email-pattern] [v-login-password-required] [v-trim] [r-login-form]', async ({
  page,
}) => {
  const sent = noteCalls(page, '/api/accounts/login');
  await page.goto('/login');
  const submit = page.getByRole('main').getByRole('button', { name: 'Log in' });
  await submit.click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();

  await page.getByLabel('Email').fill('  nobody.example  ');
  await page.getByLabel('Password', { exact: true }).focus();
  await expect(page.getByLabel('Email')).toHaveValue('nobody.example');
  await page.getByLabel('Password', { exact: true }).fill('anything');
  await submit.click();
  await expect(page.getByText('invalid email address', { exact: true })).toBeVisible();
  expect(sent).toEqual([]);
});

test('rejects wrong credentials and accepts the right ones by keyboard alone [x-login-credentials] [s-login] [c-login] [p-visitor-login] [r-login-complete] [e-info-login] [e-info-json] [e-info-fields]', async ({
  page,
  halyard,
  problems,
}) => {
  const sent = noteCalls(page, '/api/accounts/login');
  await page.goto('/login');
  await fillSignIn(page, { email: halyard.customer.email, password: 'not the password' });
  await expect(page.getByRole('alert').getByText('Invalid credentials.')).toBeVisible();
  forgive(problems, /status of 401/);

  await page.getByLabel('Email').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(halyard.customer.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/platform/BTCUSD');
  await expect(greetingOf(page, 'Demo Customer')).toBeVisible();

  const info: unknown = JSON.parse(sent[1]?.info ?? '');
  expect(Object.keys(info as object)).toEqual(
    expect.arrayContaining(['ip', 'country_short', 'country_long', 'city']),
  );
});

test('returns a visitor to the requested page after sign-in, and keeps the session [p-customer-platform] [s-session-stored] [c-bearer] [c-get] [r-home-logged-in] [h-greeting] [h-pin] [h-badge] [h-level] [h-menu-platform] [h-menu-economics]', async ({
  page,
  trader,
}) => {
  await page.goto('/platform/ETHUSD');
  await page.waitForURL('**/login');
  await page.getByRole('link', { name: 'Open an account' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  // The sign-up form also has an email and a password, and stays until the sign-in form has loaded.
  await expect(page.getByRole('main').getByRole('button', { name: 'Log in' })).toBeVisible();
  await fillSignIn(page, trader);
  await page.waitForURL('**/platform/ETHUSD');

  const account = page.waitForRequest('**/api/accounts/get');
  await page.reload();
  expect((await account).headers()['authorization']).toMatch(/^Bearer \S{40,}$/);
  await expect(page.getByRole('heading', { name: 'ETHUSD', level: 1 })).toBeAttached();
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Economics' })).toHaveAttribute(
    'href',
    '/economic-calendar',
  );
  for (const text of ['Hello, Test Customer', 'PIN NONE', 'Verified', 'Level Standard']) {
    await expect(header.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expect(header.getByRole('link', { name: 'Platform' })).toHaveAttribute(
    'href',
    '/platform/BTCUSD',
  );
  await page.goto('/');
  await page.waitForURL('**/platform/BTCUSD');
});

test('signs out in this tab and in the other [s-signout-clears] [s-signout-path] [h-logout]', async ({
  page,
  context,
  halyard,
  newcomer,
}) => {
  await haveSession(context, halyard.url, newcomer.token);
  const other = await context.newPage();
  await other.goto('/platform/ETHUSD');
  await page.goto('/platform/BTCUSD');
  await expect(greetingOf(other, 'Test Customer')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  expect(await stored(page, 'session')).toBeNull();

  await other.waitForURL('**/login');
  await expect(other.getByText('You signed out in another tab.')).toBeVisible();
  await fillSignIn(other, newcomer);
  await other.waitForURL('**/platform/ETHUSD');
  // All tabs share the session, including the one that signed out.
  await page.waitForURL('**/platform/BTCUSD');
});

test(
  'a session that the server ended leads to sign-in with a message [s-fail-account]',
  EXTENDED,
  async ({ page, context, halyard, newcomer, problems }) => {
    await haveSession(context, halyard.url, newcomer.token);
    await fetch(`${halyard.url}/api/accounts/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${newcomer.token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    await page.goto('/platform/BTCUSD');
    await page.waitForURL('**/login');
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    expect(await stored(page, 'session')).toBeNull();
    forgive(problems, /status of 401/);
  },
);

/** Records the bodies of the page's requests to an address. */
function noteCalls(page: Page, path: string): { readonly info: string }[] {
  const bodies: { readonly info: string }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(path)) bodies.push(request.postDataJSON());
  });
  return bodies;
}
