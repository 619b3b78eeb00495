// Actions of staff in the back office, for tests.
import { type Browser, expect, type Page } from '@playwright/test';
import { haveSession, test as base, type Credentials, type Halyard } from '../support/halyard.ts';
import { readFirstRun } from '../support/program.ts';
import { totp } from '../support/totp.ts';

const POST = { method: 'POST', headers: { 'content-type': 'application/json' } } as const;

export type Staff = Credentials & { readonly totp_secret: string };

/**
 * Sessions of the demo admin by the program's address, because each code allows one sign-in. This
 * is no worker fixture, because tests with other worker fixtures start a separate program.
 */
const adminTokens = new Map<string, Promise<string>>();

export const test = base.extend<{ staff: Staff; office: Page }>({
  staff: async ({ halyard }, use) => {
    await use(await readStaff(halyard.dataDir));
  },
  /** Opens the back office with the admin signed in. */
  office: async ({ page, halyard, staff }, use) => {
    await haveStaffSession(page, await getAdminToken(halyard.url, staff));
    await page.goto('/backoffice');
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    await use(page);
  },
});

async function readStaff(dataDir: string): Promise<Staff> {
  return ((await readFirstRun(dataDir)) as { staff: Staff }).staff;
}

/**
 * Returns the admin's token. A code is rejected after a later one was used, so a test that signs
 * the admin in with the next code calls this first.
 */
export function getAdminToken(url: string, staff: Staff): Promise<string> {
  const { email, password, totp_secret: secret } = staff;
  const token = adminTokens.get(url) ?? login(url, { email, password, code: totp(secret) });
  adminTokens.set(url, token);
  return token;
}

async function login(url: string, body: Record<string, string>): Promise<string> {
  const response = await fetch(`${url}/api/backoffice/login`, {
    ...POST,
    body: JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data: { access_token: string } };
  return data.access_token;
}

/**
 * Sets up the authenticator app and a new password for a member whom the operator added, and signs
 * the member in.
 */
export async function enrol(url: string, credentials: Credentials): Promise<string> {
  return (await enrolWithSecret(url, credentials)).token;
}

/** As `enrol`; also returns the secret of the authenticator app. */
export async function enrolWithSecret(
  url: string,
  { email, password }: Credentials,
): Promise<{ readonly token: string; readonly secret: string }> {
  const response = await fetch(`${url}/api/backoffice/enrol`, {
    ...POST,
    body: JSON.stringify({ email, password }),
  });
  const { data } = (await response.json()) as { data: { secret: string } };
  const token = await login(url, { email, password, code: totp(data.secret) });
  const own = `own ${password}`;
  await fetch(`${url}/api/backoffice/password`, {
    method: 'POST',
    headers: { ...POST.headers, authorization: `Bearer ${token}` },
    body: JSON.stringify({ current_password: password, new_password: own, confirm_password: own }),
  });
  return { token, secret: data.secret };
}

/** Stores a session in the tab before any script of the page runs. */
export async function haveStaffSession(page: Page, token: string): Promise<void> {
  await page.addInitScript((text) => sessionStorage.setItem('halyard:session', text), token);
}

/** Opens a separate browser context for a customer, beside that of the member of staff. */
export async function openAsCustomer(browser: Browser, url: string, token: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  await haveSession(context, url, token);
  return await context.newPage();
}

/** Opens a list by the menu. */
export async function openList(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Returns a pattern for the address of a list that is filtered by a text. */
export function filteredBy(text: string): RegExp {
  return new RegExp(`[?&]filter=[^&]*${encodeURIComponent(text).replaceAll('.', '\\.')}`);
}

/** Opens the page of a customer by searching for the email. */
export async function openCustomer(page: Page, email: string): Promise<void> {
  await openList(page, 'Customers');
  await page.getByRole('textbox', { name: 'Search' }).fill(email);
  await expect(page).toHaveURL(filteredBy(email));
  const row = page.getByRole('table').getByRole('row').filter({ hasText: email });
  await row.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: /\(#\d+\)$/ })).toBeVisible();
}

/** Opens a tab of a record page. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
  await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible();
}

/** Presses a button of the page, fills in its dialog and confirms. */
export async function act(
  page: Page,
  name: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name });
  for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label).fill(value);
  await dialog.getByRole('button', { name, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Replaces the first password, on the page that requires it of a new member. */
export async function setOwnPassword(page: Page, first: string, own: string): Promise<void> {
  await page.getByLabel('Current password').fill(first);
  await page.getByLabel('New password', { exact: true }).fill(own);
  await page.getByLabel('Repeat the new password').fill(own);
  await page.getByRole('button', { name: 'Change your password' }).click();
}

/** Creates a member with this role, and opens the back office as that member. */
export async function openAsMember(
  browser: Browser,
  { url, operate }: Pick<Halyard, 'url' | 'operate'>,
  { name, role }: { readonly name: string; readonly role: string },
): Promise<Page> {
  const email = `${role}-${Date.now()}@halyard.example`;
  const made = await operate('staff', 'create', email, name, role);
  const password = /password (\S+?)\.?\s*$/im.exec(made.trim())?.[1] ?? '';
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await haveStaffSession(page, await enrol(url, { email, password }));
  await page.goto('/backoffice');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  // Waits until the work is shown, because the page handles keys from then on.
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible();
  return page;
}
