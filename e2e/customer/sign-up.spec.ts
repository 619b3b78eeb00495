// A visitor opens an account: each invalid field shows an error, and the account can't trade until
// it is verified.
import { expect, type Locator, type Page } from '@playwright/test';
import { forgive, stored, test } from '../support/halyard.ts';
import { fillTicket, greetingOf, ticketOf } from '../support/platform.ts';

const PROBLEMS = {
  'First name': 'First name is required',
  'Last name': 'Last name is required',
  Email: 'Email is required',
  Phone: 'Phone number is required',
  Password: 'Password is required',
  'I agree to the Terms & Conditions': 'You must to agree to Terms & Conditions',
} as const;

test('shows an error at every invalid field and sends nothing [r-register-form] [v-register-first-name] [v-register-last-name] [v-register-email-required] [v-register-email-pattern] [v-register-password] [v-register-phone-required] [v-register-phone-valid] [v-register-agree] [v-register-phone-gate] [v-generic-min] [v-generic-max]', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/register') && request.method() === 'POST') sent.push('register');
  });
  await page.goto('/register');
  await submit(page);
  for (const [label, problem] of Object.entries(PROBLEMS)) {
    await expect(page.getByText(problem, { exact: true })).toBeVisible();
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(page.getByLabel('First name')).toBeFocused();

  await fillForm(page, 'somebody.example');
  await page.getByLabel('Phone').fill('+49 30 12');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await submit(page);
  await expect(page.getByText('invalid email address', { exact: true })).toBeVisible();
  await expect(page.getByText('Phone number not valid', { exact: true })).toBeVisible();
  await expect(page.getByText('Password has minimum 8 characters', { exact: true })).toBeVisible();

  await page.getByLabel('First name').fill('A'.repeat(81));
  await page.getByLabel('Last name').fill('B'.repeat(81));
  await page.getByLabel('Email').fill(`${'c'.repeat(250)}@halyard.example`);
  await page.getByLabel('Phone').fill('+49 30 23125123');
  await page.getByLabel('Password', { exact: true }).fill('d'.repeat(129));
  await submit(page);
  for (const problem of [
    'First name has maximum 80 characters',
    'Last name has maximum 80 characters',
    'Email has maximum 254 characters',
    'Password has maximum 128 characters',
  ]) {
    await expect(page.getByText(problem, { exact: true })).toBeVisible();
  }
  expect(sent).toEqual([]);
});

test('shows an already registered email as an error of its field [v-register-duplicate]', async ({
  page,
  halyard,
  problems,
}) => {
  await page.goto('/register');
  await fillForm(page, halyard.customer.email);
  await submit(page);
  await expect(page.getByText('This email already exist', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(/\/register$/);
  forgive(problems, /status of 409/);
});

test('says that the sign-up failed and can be sent again [x-register-other]', async ({
  page,
  problems,
}) => {
  await page.goto('/register');
  await fillForm(page, `late-${Date.now()}@halyard.example`);
  await page.route('**/api/accounts/register', (route) => route.abort());
  await submit(page);
  await expect(page.getByRole('alert').getByText(/could not be opened/)).toBeVisible();
  await expect(submitOf(page)).toBeEnabled();
  forgive(problems, /ERR_FAILED/);
});

test('signs up, stores the referrer, and cannot trade before verification [s-register] [r-register-success] [c-register] [p-visitor-register] [s-flag-register] [s-flag-storage] [o-ref-stored] [o-ref-once] [e-register-ref] [e-register-country] [e-info-register] [e-ip-lookup] [e-ip-cached] [v-trade-not-verified] [s-form-disabled] [s-form-loading]', async ({
  page,
}) => {
  const lookups: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/ip-info')) lookups.push(request.method());
  });
  await page.goto('/login?ref=FIRST');
  await page.goto('/register?ref=SECOND');
  expect(JSON.parse((await stored(page, 'attribution')) ?? '')).toEqual({
    ref: 'FIRST',
    sourcePage: '/login',
  });

  await fillForm(page, `newcomer-${Date.now()}@halyard.example`);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/accounts/register', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const sent = page.waitForRequest('**/api/accounts/register');
  await submit(page);
  const request = await sent;
  await expect(submitOf(page)).toBeDisabled();
  await expect(submitOf(page)).toHaveAttribute('data-loading', 'true');
  answer.resolve();
  const body = request.postDataJSON() as Record<string, string>;
  expect(body).toMatchObject({ ref: 'FIRST', country: 'DE', phone: '+493023125123' });
  expect(JSON.parse(body['info'] ?? '')).toMatchObject({ ip: '127.0.0.1', source_page: '/login' });
  expect(lookups).toEqual(['GET']);

  await page.waitForURL('**/my-account/info');
  await expect(greetingOf(page, 'New Comer')).toBeVisible();
  await expect(page.getByRole('banner').getByText('Not Verified').first()).toBeVisible();
  expect(await stored(page, 'register')).toBe('true');

  await page.getByRole('banner').getByRole('link', { name: 'Platform' }).click();
  await page.waitForURL('**/platform/BTCUSD');
  await fillTicket(page, { side: 'Buy', amount: '1', leverage: '1×' });
  await expect(ticketOf(page).getByText('The account is not verified')).toBeVisible();
  await expect(ticketOf(page).getByRole('button', { name: 'Buy BTCUSD' })).toBeDisabled();
  await expect(page.getByText('No positions to show')).toBeVisible();
});

async function fillForm(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('New');
  await page.getByLabel('Last name').fill(' Comer ');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('+49 30 23125123');
  await page.getByLabel('Password', { exact: true }).fill('eight or more');
  const terms = page.getByRole('main').getByRole('link', { name: 'Terms & Conditions' });
  await expect(terms).toHaveAttribute('href', '/terms-conditions');
  await expect(terms).toHaveAttribute('target', '_blank');
  await page.getByLabel('I agree to the Terms & Conditions').check();
}

function submitOf(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: 'Open account' });
}

async function submit(page: Page): Promise<void> {
  await submitOf(page).click();
}
