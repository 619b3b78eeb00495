// Affiliates sign in separately and see the customers whom they referred.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { fillSignIn, forgive, stored, test as base, type Credentials } from '../support/halyard.ts';
import { readFirstRun } from '../support/program.ts';
import { expectSound } from '../support/sound.ts';
import { EXTENDED } from '../support/extended.ts';

const COLUMNS = [
  'ID',
  'First name',
  'Last name',
  'Email',
  'Country',
  'Signed up (UTC)',
  'Source page',
  'First deposit',
];

const test = base.extend<{ partner: Credentials }>({
  partner: async ({ halyard }, use) => {
    const signIns = (await readFirstRun(halyard.dataDir)) as { affiliate: Credentials };
    await use(signIns.affiliate);
  },
});

async function signIn(page: Page, partner: Credentials): Promise<void> {
  await page.goto('/affiliate');
  await fillSignIn(page, partner);
  await expect(page.getByRole('region', { name: 'Sign-ups' }).first()).toBeVisible();
}

test('requires a separate affiliate sign-in [r-affiliate-login] [a-not-logged-in] [p-visitor-affiliate-login] [p-affiliate-separate] [v-affiliate-email-required] [v-affiliate-email-pattern] [v-affiliate-password]', async ({
  page,
  halyard,
  partner,
  problems,
}) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/affiliate/login')) sent += 1;
  });
  await page.goto('/affiliate');
  await expect(page.getByRole('heading', { name: 'For affiliates' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Email is required', { exact: true })).toBeVisible();
  await expect(page.getByText('Password is required', { exact: true })).toBeVisible();
  await fillSignIn(page, { email: 'nobody', password: 'x' });
  await expect(page.getByText('invalid email address', { exact: true })).toBeVisible();
  expect(sent).toBe(0);
  await fillSignIn(page, { email: partner.email, password: 'wrong' });
  await expect(page.getByText('Invalid credentials.')).toBeVisible();
  await fillSignIn(page, halyard.customer);
  await expect(page.getByText('Invalid credentials.')).toBeVisible();
  expect(sent).toBe(2);
  forgive(problems, /status of 401/);
});

test('lists the sign-ups with their columns, and how many of them deposited [r-affiliate-panel] [a-columns] [a-rate] [a-conversion-null] [o-affiliate-signups] [p-affiliate-bearer] [c-affiliate-login] [c-affiliate-get]', async ({
  page,
  partner,
}) => {
  const asked = page.waitForRequest('**/api/affiliate/get');
  const loggedIn = page.waitForRequest('**/api/affiliate/login');
  await signIn(page, partner);
  const login = (await loggedIn).postDataJSON() as Record<string, unknown>;
  expect(Object.keys(login).toSorted()).toEqual(['email', 'info', 'password']);
  const { token } = (await asked).postDataJSON() as { token: string };
  expect((await asked).headers()['authorization']).toBe(`Bearer ${token}`);
  const card = page.getByRole('region', { name: 'Sign-ups' }).first();
  await expect(card.getByRole('columnheader')).toHaveText(COLUMNS);
  await expect(card.getByRole('row')).toHaveCount(4);
  const anna = card.getByRole('row').filter({ hasText: 'anna@halyard.example' });
  await expect(anna).toContainText('Germany');
  await expect(anna).toContainText('€ 500.00');
  const ben = card.getByRole('row').filter({ hasText: 'ben@halyard.example' });
  await expect(ben.getByRole('cell').nth(6)).toHaveText('/about');
  await expect(ben.getByRole('cell').last()).toHaveText('–');
  await expect(card.getByText('Conversion rate').locator('..')).toContainText('33 %');
});

test('filters by the day of sign-up or of the first deposit, all three given [a-filter-where] [a-filter-period] [v-affiliate-filter] [c-affiliate-get-filter]', async ({
  page,
  partner,
}) => {
  await signIn(page, partner);
  const card = page.getByRole('region', { name: 'Sign-ups' }).first();
  await expect(card.getByRole('row')).toHaveCount(4);
  await expect(card.getByLabel('Filter by').getByRole('option')).toHaveText([
    'Choose',
    'Day of sign-up',
    'Day of first deposit',
  ]);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/affiliate/get')) asked += 1;
  });
  const apply = card.getByRole('button', { name: 'Apply' });
  await apply.click();
  await expect(card.getByText('This field is required')).toHaveCount(3);
  const today = new Date().toISOString().slice(0, 10);
  await card.getByLabel('Filter by').selectOption('transactions');
  await card.getByLabel('From').fill(today);
  await apply.click();
  await expect(card.getByText('This field is required')).toHaveCount(1);
  await card.getByLabel('Until').fill('2020-01-01');
  await apply.click();
  await expect(card.getByText('The end date is before the start date')).toBeVisible();
  expect(asked).toBe(0);
  await card.getByLabel('Until').fill(today);
  await apply.click();
  await expect(card.getByRole('row')).toHaveCount(2);
  await expect(card.getByText('Conversion rate').locator('..')).toContainText('100 %');
  await card.getByLabel('Filter by').selectOption('created_at');
  await card.getByLabel('From').fill('2020-01-01');
  await card.getByLabel('Until').fill('2020-01-02');
  await apply.click();
  await expect(card.getByText('Nothing in this period')).toBeVisible();
  await expect(card.getByText('Conversion rate').locator('..')).toContainText('0 %');
  await card.getByRole('button', { name: 'Show all' }).click();
  await expect(card.getByRole('row')).toHaveCount(4);
});

test(
  'shows referral links to copy and the pages that brought sign-ups, and exports the rows as CSV',
  EXTENDED,
  async ({ page, context, halyard, partner }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, partner);
    const links = page.getByRole('region', { name: 'Your links' }).first();
    const link = `${halyard.url}/?ref=demo-partner`;
    await expect(links.getByRole('row').filter({ hasText: link })).toContainText('3');
    await links.getByRole('button', { name: 'Copy the link with the code demo-partner' }).click();
    await expect(links.getByText('Copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    const pages = page.getByRole('region', { name: 'Source pages' }).first();
    await expect(pages.getByRole('row').filter({ hasText: '/register' })).toContainText('1');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('sign-ups.csv');
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv.split('\r\n')[0]).toContain('first_name,last_name,email,country,created_at');
    expect(csv.split('\r\n')).toHaveLength(5);
  },
);

test('signs the affiliate out in all tabs and leaves a customer signed in [a-logout-clears] [a-logout-path]', async ({
  page,
  context,
  halyard,
  partner,
  newcomer,
}) => {
  await page.goto('/affiliate');
  await page.evaluate((token) => localStorage.setItem('halyard:session', token), newcomer.token);
  await signIn(page, partner);
  const other = await context.newPage();
  await other.goto('/affiliate');
  await expect(other.getByRole('button', { name: 'Export CSV' })).toBeVisible();
  const token = (JSON.parse((await stored(page, 'affiliate')) ?? '{}') as { token: string }).token;
  await page.getByRole('button', { name: 'Logout' }).click();
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'For affiliates' })).toBeVisible();
    expect(new URL(tab.url()).pathname).toBe('/affiliate');
  }
  expect(await stored(page, 'affiliate')).toBeNull();
  expect(await stored(page, 'session')).toBe(newcomer.token);
  // The page signs out without waiting for the server's reply.
  const ask = async (): Promise<number> => {
    const asked = await fetch(`${halyard.url}/api/affiliate/get`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    return asked.status;
  };
  await expect.poll(ask).toBe(401);
});

test('changes the password and says when the session has ended [c-affiliate-password]', async ({
  page,
  halyard,
  problems,
}) => {
  const email = `partner-${Date.now()}@halyard.example`;
  const made = await halyard.operate('affiliate', 'create', email, 'Second Partner');
  const password = /password (\S+?)\.?\s*$/.exec(made.trim())?.[1] ?? '';
  await page.goto('/affiliate');
  await fillSignIn(page, { email, password });
  await expect(page.getByRole('heading', { name: 'Set your own password' })).toBeVisible();
  const card = page.getByRole('region', { name: 'Change password' });
  await card.getByLabel('New password', { exact: true }).fill('short');
  await card.getByLabel('Repeat the new password').fill('other');
  await card.getByRole('button', { name: 'Change the password' }).click();
  await expect(card.getByText('New password has minimum 8 characters')).toBeVisible();
  await expect(card.getByText('The passwords do not match')).toBeVisible();
  await card.getByLabel('New password', { exact: true }).fill('another long password');
  await card.getByLabel('Repeat the new password').fill('another long password');
  const sent = page.waitForRequest('**/api/affiliate/updatePassword');
  await card.getByRole('button', { name: 'Change the password' }).click();
  expect((await sent).headers()['authorization']).toMatch(/^Bearer \S+$/);
  await expect(page.getByText('No sign-ups through your links yet')).toBeVisible();
  await halyard.operate('affiliate', 'password', email);
  await page.getByLabel('Filter by').selectOption('created_at');
  await page.getByLabel('From').fill('2026-01-01');
  await page.getByLabel('Until').fill('2026-01-02');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  forgive(problems, /status of (401|403)/);
});

test('says what could not be loaded and retries', EXTENDED, async ({ page, partner, problems }) => {
  await page.route('**/api/affiliate/get', (route) => route.fulfill({ status: 503, body: '{}' }));
  await signIn(page, partner);
  const card = page.getByRole('region', { name: 'Sign-ups' }).first();
  await expect(card.getByText("This couldn't be loaded")).toBeVisible();
  await page.unroute('**/api/affiliate/get');
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card.getByRole('row')).toHaveCount(4);
  forgive(problems, /status of 503/);
});

test(
  'passes the accessibility check in both themes, at desktop and phone widths, and in German',
  EXTENDED,
  async ({ page, partner }) => {
    await page.goto('/affiliate');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Email is required').waitFor();
    await expectSound(page, 'affiliate-sign-in');
    await signIn(page, partner);
    await page.getByRole('region', { name: 'Source pages' }).first().waitFor();
    await expectSound(page, 'affiliate');
    await page.goto('/affiliate?lng=de');
    await expect(page.getByRole('heading', { name: 'Anmeldungen' })).toBeVisible();
    await page.getByRole('region', { name: 'Einstiegsseiten' }).first().waitFor();
    await expectSound(page, 'affiliate-de');
  },
);
