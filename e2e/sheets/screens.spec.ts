// Pictures of every screen but the trading desk for a visual check, on a desktop, a tablet and a
// phone, in both themes, in English and German. Run by hand:
// SCREENSHOTS=folder npx playwright test sheets/screens
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { post, registerAccount, type Customer } from '../support/customer.ts';
import { picture } from '../support/files.ts';
import { haveSession, test, type Halyard } from '../support/halyard.ts';

const FOLDER = process.env['SCREENSHOTS'] ?? 'results/screens';
const SECOND_MS = 1_000;

const LOOKS = [
  { name: 'desk-dark-en', theme: 'dark', language: 'en', width: 1440, height: 900 },
  { name: 'desk-light-de', theme: 'light', language: 'de', width: 1440, height: 900 },
  { name: 'tablet-dark-en', theme: 'dark', language: 'en', width: 1024, height: 768 },
  { name: 'tablet-light-de', theme: 'light', language: 'de', width: 1024, height: 768 },
  { name: 'phone-dark-de', theme: 'dark', language: 'de', width: 390, height: 844 },
  { name: 'phone-light-en', theme: 'light', language: 'en', width: 390, height: 844 },
] as const;

const VISITORS_PAGES = [
  '/login',
  '/register',
  '/password/request',
  '/password/reset/code',
  '/contact-us',
  '/404',
] as const;
const CUSTOMERS_PAGES = [
  '/my-account/info',
  '/my-account/password',
  '/my-account/documents',
  '/transactions/deposits',
  '/transactions/withdrawals',
  '/transactions/bonuses',
  '/payment/deposit',
  '/payment/withdraw',
  '/referrals',
  '/security',
  '/own-limits',
  '/notifications',
  '/statements',
  '/appropriateness',
  '/account-levels',
] as const;

for (const { name, theme, language, width, height } of LOOKS) {
  test.describe(name, () => {
    test.use({ viewport: { width, height }, actionTimeout: 15 * SECOND_MS });
    test.setTimeout(300 * SECOND_MS);
    test.beforeEach(async ({ page }) => {
      await page.addInitScript(
        ([chosenTheme, chosenLanguage]) => {
          localStorage.setItem('halyard:theme', chosenTheme);
          localStorage.setItem('halyard:language', chosenLanguage);
        },
        [theme, language] as const,
      );
    });

    test('visitors', async ({ page, problems }) => {
      for (const path of VISITORS_PAGES) await take(page, path, name);
      await page.goto('/register');
      await page.getByRole('main').getByRole('button').last().click();
      await keep(page, 'register-problems', name);
      problems.splice(0);
    });

    test('customers', async ({ page, context, halyard, trader, problems }) => {
      await haveHistory(page, halyard, trader);
      await haveSession(context, halyard.url, trader.token);
      for (const path of CUSTOMERS_PAGES) await take(page, path, name);
      const empty = await registerAccount(halyard.url);
      await haveSession(context, halyard.url, empty.token);
      await page.goto('/my-account/info');
      for (const path of [
        '/my-account/info',
        '/transactions/bonuses',
        '/payment/deposit',
        '/payment/withdraw',
        '/referrals',
        '/platform/EURUSD',
      ]) {
        await take(page, path, name, 'empty');
      }
      problems.splice(0);
    });
  });
}

/** Creates what a customer's pages show after a while. */
async function haveHistory(page: Page, halyard: Halyard, trader: Customer): Promise<void> {
  const { url, operate } = halyard;
  const { token, email } = trader;
  await operate('grant', 'bonus', email, '10.00', 'Welcome');
  const create = (body: object) => post(url, 'transactions/create', { token, ...body });
  await create({ amount: 250, method: 2 });
  await create({ amount: 1_234.5, method: 3 });
  const { user } = await post<{ user: { uniqid: string } }>(url, 'accounts/get', { token });
  for (const friend of ['Anna', 'Bernd']) {
    await post(url, 'accounts/register', {
      first_name: friend,
      last_name: 'Friend',
      email: `${friend}-${email}`,
      phone: '+493023125123',
      password: 'eight or more',
      agree: true,
      ref: user.uniqid,
    });
  }
  await post(url, 'accounts/safeguards/limit', {
    token,
    kind: 'loss',
    period: 'day',
    amount: 5_000,
  });
  await page.goto('/login');
  const file = await picture(page, 'document.jpg');
  for (const type of ['passport', 'address']) {
    const form = new FormData();
    form.append('type', type);
    form.append(
      'files',
      new Blob([new Uint8Array(file.buffer)], { type: file.mimeType }),
      file.name,
    );
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${url}/api/accounts/upload`, { method: 'POST', headers, body: form });
  }
  const printed = await operate('document', 'list', email);
  const [, id] = /^\s*#?(\d+)\b/m.exec(printed) ?? [];
  if (id !== undefined) await operate('document', 'reject', id, '--note=Older than three months');
}

async function take(page: Page, path: string, look: string, state = ''): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await keep(page, `${path.slice(1).replaceAll('/', '-')}${state && `-${state}`}`, look);
}

async function keep(page: Page, name: string, look: string): Promise<void> {
  await page.waitForTimeout(SECOND_MS / 2);
  const isCovered = (await page.getByRole('dialog').count()) > 0;
  await page.screenshot({ path: join(FOLDER, `${look}--${name}.png`), fullPage: !isCovered });
}
