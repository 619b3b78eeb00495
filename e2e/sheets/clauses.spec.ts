// Pictures of the clauses that a customer's walk found failing or could not see, at the widths where
// that was: docs/evidence/walk.md names them. Run by hand:
// SCREENSHOTS=folder npx playwright test sheets/clauses
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { openAccount, post } from '../support/customer.ts';
import { haveSession, test as base } from '../support/halyard.ts';
import { openDeskTab, openOf, openPosition, rowOf } from '../support/platform.ts';
import { launchProgram, READY_WITHIN_MS, type Program } from '../support/program.ts';

const FOLDER = process.env['SCREENSHOTS'] ?? 'results/screens';
const QUALITY_PERCENT = 70;
const SETTLED_AFTER_MS = 500;
const DESK = { width: 1_440, height: 900 };
const TABLET = { width: 1_024, height: 768 };
const PHONE = { width: 390, height: 844 };
const ORDER = { side: 'Buy', amount: '1000', leverage: '2×' } as const;

type Theme = 'dark' | 'light';

const test = base.extend<object, { program: Program }>({
  program: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const settings = { DEMO: 'off', DEPOSIT_METHODS: 'bank', WITHDRAWAL_FEE: '2.50' };
      const program = await launchProgram(settings);
      await use(program);
      await program.close();
    },
    { scope: 'worker', timeout: READY_WITHIN_MS + 10_000 },
  ],
});

test.use({ feed: 'staged' });

test.beforeEach(async ({ page, problems }) => {
  // Errors of the browser don't fail a picture.
  page.on('close', () => problems.splice(0));
  await page.addInitScript(() => localStorage.setItem('halyard:consent', 'necessary'));
});

test('forms', async ({ page }) => {
  for (const [path, theme, button] of [
    ['/register', 'dark', 'Open account'],
    ['/contact-us', 'light', 'Send'],
  ] as const) {
    await show(page, { path, theme, size: DESK });
    await page.getByLabel('First name').fill('A'.repeat(81));
    await page.getByLabel('Last name').fill('B'.repeat(81));
    await page.getByRole('main').getByRole('button', { name: button }).click();
    await expect(page.getByText('First name has maximum 80 characters')).toBeVisible();
    await keep(page, `v-generic-max-${path.slice(1)}-1440-${theme}`);
  }
});

test('positions', async ({ page, context, halyard, trader }) => {
  await halyard.operate('customer', 'protect', trader.email);
  await haveSession(context, halyard.url, trader.token);
  await answerAsStrategy(page);
  await show(page, { path: '/platform/BTCUSD', theme: 'dark', size: DESK });
  for (const symbol of ['BTCUSD', 'BTCUSD', 'ETHUSD']) {
    if (!page.url().endsWith(symbol)) await page.goto(`/platform/${symbol}`);
    await openPosition(page, ORDER, symbol);
  }
  await openOf(page).getByRole('button', { name: 'Close Buy BTCUSD' }).first().click();
  await expect(rowOf(await openDeskTab(page, 'History'), 'BTCUSD')).toContainText('AI Trade');
  await page.goto('/platform/BTCUSD');
  await rowOf(openOf(page), 'BTCUSD').getByRole('button', { name: 'SL/TP of Buy BTCUSD' }).click();
  const levels = page.getByRole('dialog');
  await levels.getByRole('textbox', { name: 'Stop loss' }).fill('39000');
  await levels.getByRole('textbox', { name: 'Take profit' }).fill('41000');
  await levels.getByRole('button', { name: 'Save' }).click();
  await expect(levels).toHaveCount(0);
  for (const [name, size, theme] of [
    ['e-position-protected-s-position-ai-1440', DESK, 'dark'],
    ['t-positions-columns-t-history-columns-1024', TABLET, 'dark'],
    ['t-positions-columns-t-history-columns-1024', TABLET, 'light'],
    ['t-positions-sltp-390', PHONE, 'dark'],
    ['t-positions-sltp-390', PHONE, 'light'],
  ] as const) {
    await show(page, { path: '/platform/BTCUSD', theme, size });
    await rowOf(openOf(page), 'BTCUSD').waitFor();
    await openOf(page).evaluate((card) => card.scrollIntoView());
    await keep(page, `${name}-${theme}`);
  }
  for (const theme of ['dark', 'light'] as const) {
    await show(page, { path: '/platform/BTCUSD', theme, size: PHONE });
    await rowOf(openOf(page), 'BTCUSD').waitFor();
    await keep(page, `t-summary-figures-390-${theme}`);
  }
});

test('account, announcement and idle warning', async ({ page, context, halyard, newcomer }) => {
  await haveSession(context, halyard.url, newcomer.token);
  await page.route('**/api/accounts/get', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { user: object } };
    Object.assign(answer.data.user, { pin: '4711' });
    await route.fulfill({ response, json: answer });
  });
  await show(page, { path: '/my-account/info', theme: 'light', size: DESK });
  await page.getByRole('complementary', { name: 'Account overview' }).getByText('4711').waitFor();
  await keep(page, 'r-account-panel-pin-1440-light');
  const text = '<p>Trading in <strong>BTCUSD</strong> pauses at noon.</p>';
  await halyard.operate('popup', 'create', 'Maintenance', text, 'language=en');
  await show(page, { path: '/platform/BTCUSD', theme: 'dark', size: PHONE });
  const announcement = page.getByRole('dialog', { name: 'Maintenance' });
  await announcement.waitFor();
  await keep(page, 'c-popup-390-dark');
  await announcement.getByRole('button').last().click();
  await expect(announcement).toHaveCount(0);
  await page.clock.install();
  await show(page, { path: '/platform/BTCUSD', theme: 'dark', size: DESK });
  await page.getByRole('application').waitFor();
  await page.clock.fastForward('19:15');
  await page.getByRole('dialog', { name: 'Are you still there?' }).waitFor();
  await keep(page, 'k-idle-debounce-1440-dark');
});

test('payments', async ({ page, context, halyard, trader }) => {
  await haveSession(context, halyard.url, trader.token);
  for (const provider of ['Ikajo', 'PayWay']) {
    await page.route('**/api/config', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { data: { payment_methods: { title: string }[] } };
      const methods = json.data.payment_methods.filter(({ title }) => title === provider);
      Object.assign(json.data, { payment_methods: methods });
      await route.fulfill({ response, json });
    });
    await show(page, { path: '/payment/deposit', theme: 'light', size: DESK });
    await page.getByRole('dialog').getByLabel('Amount').fill('250');
    await page.getByRole('dialog').getByRole('button', { name: 'Deposit' }).click();
    await page.getByLabel('Card number').waitFor();
    await keep(page, `c-direct-post-${provider.toLowerCase()}-1440`);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

test('payment settings', async ({ page, context, program }) => {
  const { url, operate } = program;
  const { token, email } = await openAccount(url);
  await operate('customer', 'confirm-email', email);
  await operate('credit', email, '1000.00', 'Money to withdraw');
  const body = { token, amount: -100, method: 'withdraw', comments: 'To my bank' };
  const { transaction_id: id } = await post<{ transaction_id: string }>(
    url,
    'transactions/create',
    body,
  );
  await operate('withdrawal', 'approve', id);
  await operate('withdrawal', 'pay', id, 'BANK-1');
  await operate('withdrawal', 'bounce', id, 'Account closed');
  await haveSession(context, url, token);
  await show(page, { path: `${url}/transactions/withdrawals`, theme: 'light', size: DESK });
  await page.getByRole('row').nth(3).waitFor();
  await keep(page, 's-tx-withdrawals-1440-light');
  await show(page, { path: `${url}/payment/deposit`, theme: 'dark', size: DESK });
  await page.getByRole('dialog').getByText('Bank transfer').waitFor();
  await keep(page, 'k-card-configured-1440-dark');
});

type Look = {
  readonly path: string;
  readonly theme: Theme;
  readonly size: { readonly width: number; readonly height: number };
};

async function show(page: Page, { path, theme, size }: Look): Promise<void> {
  await page.setViewportSize(size);
  await page.goto(path);
  await page.evaluate((name) => localStorage.setItem('halyard:theme', name), theme);
  await page.reload();
}

async function keep(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(SETTLED_AFTER_MS);
  const session = await page.context().newCDPSession(page);
  const format = { format: 'webp', quality: QUALITY_PERCENT } as const;
  const { data } = await session.send('Page.captureScreenshot', format);
  await session.detach();
  await writeFile(join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'));
}

/** The strategy may wait for days, so the test writes its reason into the server's lists. */
async function answerAsStrategy(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const isText = typeof message === 'string';
      const text = '"closingReason":';
      socket.send(isText ? message.replaceAll(`${text}0`, `${text}4`) : message);
    });
  });
}
