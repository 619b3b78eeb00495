// The account page: the customer's details, the ten fields of the profile, the password.
import { expect, type Locator, type Page } from '@playwright/test';
import { registerAccount } from '../support/customer.ts';
import { fillSignIn, forgive, haveSession, stored, test } from '../support/halyard.ts';
import { EXTENDED } from '../support/extended.ts';

const NEW_PASSWORD = 'another horse battery';
const PRIVATE = [
  ['/my-account/info', 'Save'],
  ['/payment/deposit', 'Payment method'],
  ['/payment/withdraw', 'From € 0.01 to € 10,000.00'],
  ['/transactions/deposits', 'Manual deposit'],
  ['/referrals', 'Copy'],
  ['/statements', 'Download the statement'],
] as const;
const MISSING = {
  'First name': 'First name is required',
  'Last name': 'Last name is required',
  Email: 'Email is required',
  Phone: 'Phone number is required',
  'Date of birth': 'Date of birth is required',
  Country: 'Country is required',
  'State or region': 'State or region is required',
  City: 'City is required',
  'Street and number': 'Street and number is required',
  'Postal code': 'Postal code is required',
} as const;

test('sends a customer with an incomplete profile to the form, and saves it only when complete [r-login-incomplete] [r-account-incomplete-text] [v-profile-warning] [v-profile-required] [v-profile-phone-valid] [v-generic-required] [v-generic-max] [s-flag-save-alert] [c-update] [c-countries]', async ({
  page,
  halyard,
}) => {
  const customer = await registerAccount(halyard.url);
  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/accounts/update')) saves.push(request.method());
  });
  await page.goto('/login');
  await fillSignIn(page, customer);
  await page.waitForURL('**/my-account/info');
  const activate = page.getByText('To activate your account you have to fill all the details');
  await expect(activate).toBeVisible();
  await expect(page.getByText(/Some details are missing/)).toBeVisible();

  const save = page.getByRole('button', { name: 'Save' });
  for (const name of ['First name', 'Last name', 'Email', 'Phone']) {
    await page.getByLabel(name, { exact: true }).fill('');
  }
  // It was derived from the phone number.
  await expect(page.getByLabel('Country')).not.toHaveValue('');
  await page.getByLabel('Country').selectOption('');
  await save.click();
  for (const [label, problem] of Object.entries(MISSING)) {
    await expect(page.getByText(problem, { exact: true })).toBeVisible();
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true');
  }
  await fillProfile(page, customer.email);
  await page.getByLabel('City').fill('B'.repeat(81));
  await page.getByLabel('Phone').fill('12');
  await save.click();
  await expect(page.getByText('City has maximum 80 characters')).toBeVisible();
  await expect(page.getByText('Phone number not valid', { exact: true })).toBeVisible();
  expect(saves).toEqual([]);

  await page.getByLabel('City').fill('Berlin');
  await page.getByLabel('Phone').fill('030 23125123');
  await save.click();
  await expect(page.getByText('The data was successfully saved', { exact: true })).toBeVisible();
  await expect(activate).toBeHidden();
  expect(saves).toEqual(['POST']);
  expect(await stored(page, 'register')).toBeNull();
  await page.reload();
  await expect(page.getByLabel('Country')).toHaveValue(/^\d+$/);
  await expect(page.getByLabel('Phone')).toHaveValue('+493023125123');
});

test('shows the customer’s details beside three tabs [r-account-root] [r-account-info] [r-account-password] [r-account-documents] [r-account-unknown] [r-account-tabs] [r-account-panel-name] [r-account-panel-email] [r-account-panel-location] [r-account-panel-joined] [r-account-panel-status] [r-account-panel-level] [r-account-panel-pin] [h-menu-account] [r-levels-page] [r-levels-link]', async ({
  page,
  context,
  halyard,
  newcomer,
}) => {
  await haveSession(context, halyard.url, newcomer.token);
  await page.goto('/platform/BTCUSD');
  await page.getByRole('banner').getByRole('link', { name: 'Level Standard' }).click();
  await page.waitForURL('**/account-levels');
  await expect(page.getByText('Your level is Standard')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'My Account' }).click();
  await page.waitForURL('**/my-account/info');
  const panel = page.getByRole('complementary', { name: 'Account overview' });
  await expect(panel.getByText('Test Customer')).toBeVisible();
  await expect(panel.getByText(newcomer.email)).toBeVisible();
  const today = new Date().toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  for (const [term, value] of [
    ['Location', 'Germany'],
    ['Joined', today],
    ['Status', 'Not Verified'],
    ['Level', 'Standard'],
    ['PIN', 'NONE'],
  ] as const) {
    await expect(factOf(panel, term)).toHaveText(value);
  }
  await expect(page.getByRole('region', { name: 'Personal details' })).toBeVisible();

  const tabs = page.getByRole('main').getByRole('navigation', { name: 'My account' });
  await expect(tabs.getByRole('link')).toHaveText([
    'Profile Overview',
    'Change Password',
    'Documents',
  ]);
  await tabs.getByRole('link', { name: 'Change Password' }).click();
  await expect(page).toHaveURL(/\/my-account\/password$/);
  await expect(page.getByRole('region', { name: 'Change password' })).toBeVisible();
  await tabs.getByRole('link', { name: 'Documents' }).click();
  await expect(page).toHaveURL(/\/my-account\/documents$/);
  await expect(page.getByRole('region', { name: 'Documents' })).toBeVisible();
  await page.goto('/my-account/anything');
  await page.waitForURL('**/my-account/info');

  await halyard.operate('customer', 'verify', newcomer.email);
  await page.reload();
  await expect(factOf(panel, 'Status')).toHaveText('Verified');
  for (const name of ['First name', 'Last name', 'Date of birth', 'Country']) {
    await expect(page.getByLabel(name, { exact: true })).toBeDisabled();
  }
  await page.getByLabel('City').fill('Hamburg');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The data was successfully saved', { exact: true })).toBeVisible();
});

test(
  'changes the email only after the password was entered',
  EXTENDED,
  async ({ page, context, halyard, newcomer, problems }) => {
    await haveSession(context, halyard.url, newcomer.token);
    await page.goto('/my-account/info');
    await page.getByLabel('Email').fill(halyard.customer.email);
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
    const password = dialog.getByLabel('Password', { exact: true });
    await expect(password).toBeFocused();
    await password.fill('not the password');
    await password.press('Enter');
    await expect(dialog.getByText('The password is incorrect')).toBeVisible();
    await password.fill(newcomer.password);
    await password.press('Enter');
    await expect(page.getByText('This email already exist', { exact: true })).toBeVisible();
    await expect(dialog).toBeHidden();

    const email = newcomer.email.replace('customer', 'renamed');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(password).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('alert')).toHaveCount(1);
    await page.getByRole('button', { name: 'Save' }).click();
    await password.fill(newcomer.password);
    await password.press('Enter');
    await expect(page.getByText('The data was successfully saved', { exact: true })).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Account overview' })).toContainText(
      email,
    );
    forgive(problems, /status of (401|409)/);
  },
);

test('changes the password after eight characters were entered twice [v-password-required] [v-password-min] [v-password-match] [c-update-password]', async ({
  page,
  context,
  halyard,
  newcomer,
}) => {
  await haveSession(context, halyard.url, newcomer.token);
  await page.goto('/my-account/password');
  const change = page.getByRole('button', { name: 'Change the password' });
  const first = page.getByLabel('New password', { exact: true });
  const second = page.getByLabel('Repeat the new password');
  await change.click();
  await expect(page.getByText('New password is required')).toBeVisible();
  await first.fill('7 chars');
  await second.fill('7 charz');
  await change.click();
  await expect(page.getByText('New password has minimum 8 characters')).toBeVisible();
  await expect(page.getByText('The passwords do not match', { exact: true })).toBeVisible();
  await first.fill(NEW_PASSWORD);
  await second.fill(NEW_PASSWORD);
  await change.click();
  await expect(page.getByText('Your password was changed')).toBeVisible();
  await expect(first).toHaveValue('');
  await page.getByRole('button', { name: 'Logout' }).click();
  await fillSignIn(page, { email: newcomer.email, password: NEW_PASSWORD });
  await page.waitForURL('**/platform/BTCUSD');
});

test('opens the private pages to customers only [p-account-check] [p-customer-account] [p-customer-payment] [p-customer-deposits] [p-customer-withdrawals] [p-customer-transactions] [p-customer-referrals]', async ({
  page,
  context,
  halyard,
  trader,
}) => {
  for (const [path] of PRIVATE) {
    await page.goto(path);
    await page.waitForURL('**/login');
  }
  await haveSession(context, halyard.url, trader.token);
  for (const [path, words] of PRIVATE) {
    await page.goto(path);
    await expect(page.getByText(words, { exact: true }).first()).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
});

test('shows the country from the cached list and refreshes the list in the background [c-countries-cached]', async ({
  page,
  context,
  halyard,
  newcomer,
}) => {
  await haveSession(context, halyard.url, newcomer.token);
  await page.goto('/my-account/info');
  const location = factOf(
    page.getByRole('complementary', { name: 'Account overview' }),
    'Location',
  );
  await expect(location).toHaveText('Germany');
  const kept = JSON.parse((await stored(page, 'countries')) ?? '[]') as { alpha2: string }[];
  expect(kept).toContainEqual(expect.objectContaining({ alpha2: 'DE', name: 'Germany' }));

  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/api/get/countries', async (route) => {
    await held;
    await route.continue();
  });
  const answered = page.waitForResponse('**/api/get/countries');
  await page.evaluate(() => {
    const key = 'halyard:countries';
    const text = localStorage.getItem(key) ?? '';
    localStorage.setItem(key, text.replace('Germany', 'Kept Germany'));
  });
  await page.reload();
  await expect(location).toHaveText('Kept Germany');
  goOn();
  expect((await answered).status()).toBe(200);
  await expect(location).toHaveText('Germany');
  expect(await stored(page, 'countries')).not.toContain('Kept Germany');
});

test('signs the customer out if the countries cannot be loaded [s-fail-countries]', async ({
  page,
  context,
  halyard,
  newcomer,
  problems,
}) => {
  await haveSession(context, halyard.url, newcomer.token);
  await page.route('**/api/get/countries', (route) =>
    route.fulfill({
      status: 403,
      json: { status: 'error', code: 'forbidden', message: 'no', data: null },
    }),
  );
  await page.goto('/my-account/info');
  await page.waitForURL('**/login');
  expect(await stored(page, 'session')).toBeNull();
  forgive(problems, /status of 403/);
});

async function fillProfile(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Test');
  await page.getByLabel('Last name').fill('Customer');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('+49 30 23125123');
  await page.getByLabel('Date of birth').fill('1990-12-31');
  await page.getByLabel('Country').selectOption('Germany');
  await page.getByLabel('State or region').fill('Berlin');
  await page.getByLabel('City').fill('Berlin');
  await page.getByLabel('Street and number').fill('Unter den Linden 1');
  await page.getByLabel('Postal code').fill('10117');
}

function factOf(panel: Locator, term: string): Locator {
  const fact = panel.locator('dl > div', { has: panel.page().getByText(term, { exact: true }) });
  return fact.getByRole('definition');
}
