// Pictures of the trading desk for a visual check, at six widths in both themes, with positions,
// entry orders, an OCO pair, alerts and history.
// Run by hand: SCREENSHOTS=folder npx playwright test sheets/desk
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { post, type Customer } from '../support/customer.ts';
import { haveSession, test, type Halyard } from '../support/halyard.ts';
import { openDeskTab, openOf, openPosition, priceOf, rowOf } from '../support/platform.ts';

const FOLDER = process.env['SCREENSHOTS'] ?? 'results/desk';
const SECOND_MS = 1_000;
const PHONE_BELOW_PX = 600;
const WAITING = /^(Loading|Wird geladen|Kursverlauf wird geladen)/;

const SIZES = [
  [390, 844],
  [768, 1_024],
  [1_024, 768],
  [1_280, 720],
  [1_440, 900],
  [1_920, 1_080],
] as const;
const LOOKS = [
  { theme: 'dark', language: 'en' },
  { theme: 'light', language: 'de' },
] as const;
const TABS = ['positions', 'orders', 'history', 'alerts'] as const;
const KINDS = ['market', 'limit', 'stop'] as const;
const VIEWS = ['markets', 'chart', 'positions', 'orders', 'account'] as const;

test.use({ actionTimeout: 20 * SECOND_MS });

for (const look of LOOKS) {
  test(`the desk, ${look.theme}`, async ({ page, context, halyard, trader, problems }) => {
    await haveSession(context, halyard.url, trader.token);
    await haveContents(page, halyard, trader);
    await dress(page, look);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.goto('/platform/BTCUSD');
      await page.getByRole('application').first().waitFor();
      const keep = (name: string) => shoot(page, `${look.theme}-${width}-${name}`);
      await (width < PHONE_BELOW_PX ? takePhone(page, keep) : takeDesk(page, keep));
      await page.goto('/performance');
      await page.waitForLoadState('networkidle');
      await keep('performance');
      await page.goto('/practice/BTCUSD');
      await page.getByRole('application').first().waitFor();
      await keep('practice');
    }
    problems.splice(0);
  });

  test(`first steps, ${look.theme}`, async ({ page, context, halyard, newcomer, problems }) => {
    await haveSession(context, halyard.url, newcomer.token);
    await page.goto('/my-account/info');
    await dress(page, look);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const keep = (name: string) => shoot(page, `${look.theme}-${width}-${name}`);
      await page.goto('/my-account/info');
      await page.getByRole('main').getByRole('button').first().waitFor();
      await keep('first-account');
      await page.evaluate(() => localStorage.removeItem('halyard:practice-tour'));
      await page.goto('/practice/BTCUSD');
      await page.getByRole('application').first().waitFor();
      await keep('first-practice');
      await page.goto('/platform/BTCUSD');
      await page.getByRole('application').first().waitFor();
      await keep('first-live');
    }
    problems.splice(0);
  });
}

type Keep = (name: string) => Promise<void>;

async function takeDesk(page: Page, keep: Keep): Promise<void> {
  for (const [at, name] of TABS.entries()) {
    await page.getByRole('tab').nth(at).click();
    await keep(`tab-${name}`);
    if (name !== 'history') continue;
    await page.getByRole('tabpanel').locator('button[aria-pressed=false]').first().click();
    await keep('tab-past-orders');
  }
  await page.getByRole('tab').first().click();
  await takeDialogs(page, keep);
  const ticket = page.locator('form', { has: page.getByRole('radio') }).first();
  for (const [at, name] of KINDS.entries()) {
    await ticket.getByRole('radio').nth(at).check({ force: true });
    await ticket.locator('input[inputmode=decimal]').first().fill('500');
    await page.waitForTimeout(SECOND_MS / 2);
    if (name === 'stop') await ticket.locator('button[aria-expanded=false]').first().click();
    await keep(`ticket-${name}`);
  }
  const lists = page.getByRole('navigation').getByRole('combobox');
  if (await lists.first().isVisible()) {
    await lists
      .first()
      .selectOption({ index: (await lists.first().locator('option').count()) - 1 });
    await page.getByRole('dialog').waitFor();
    await keep('watchlists');
    await page.keyboard.press('Escape');
  }
  for (const name of [/^(Two charts|Zwei Charts)$/, /^(Four charts|Vier Charts)$/]) {
    const choice = page.getByRole('button', { name });
    if (!(await choice.isVisible())) continue;
    await choice.click();
    await page.waitForTimeout(SECOND_MS);
    await keep(name.source.includes('Two') ? 'two-charts' : 'four-charts');
  }
  const one = page.getByRole('button', { name: /^(One chart|Ein Chart)$/ });
  if (await one.isVisible()) await one.click();
}

/** What opens from a position's row, and the settings. */
async function takeDialogs(page: Page, keep: Keep): Promise<void> {
  const row = page.getByRole('tabpanel').first().locator('tbody tr').first();
  for (const [at, name] of ['details', 'levels'].entries()) {
    await row.getByRole('button').nth(at).click();
    await keep(name);
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('?');
  await keep('settings');
  await page.keyboard.press('Escape');
}

async function takePhone(page: Page, keep: Keep): Promise<void> {
  const views = page.getByRole('main').getByRole('navigation').last().getByRole('button');
  for (const [at, name] of VIEWS.entries()) {
    await views.nth(at).click();
    await keep(`view-${name}`);
    if (name !== 'positions' && name !== 'orders') continue;
    const tabs = page.getByRole('tab');
    for (let tab = 1; tab < (await tabs.count()); tab += 1) {
      await tabs.nth(tab).click();
      await keep(`view-${name}-${tab}`);
    }
    if ((await tabs.count()) > 0) await tabs.first().click();
  }
  await views.nth(1).click();
  await page
    .locator('main button')
    .filter({ hasText: /^\p{L}+ [\d.,]+$/u })
    .first()
    .click();
  const ticket = page.getByRole('dialog');
  for (const [at, name] of KINDS.entries()) {
    await ticket.getByRole('radio').nth(at).check({ force: true });
    await ticket.locator('input[inputmode=decimal]').first().fill('500');
    await page.waitForTimeout(SECOND_MS / 2);
    if (name === 'stop') await ticket.locator('button[aria-expanded=false]').first().click();
    await keep(`ticket-${name}`);
  }
  await page.keyboard.press('Escape');
}

/** Positions, a closed one, two orders that cancel each other, further orders and two alerts. */
async function haveContents(page: Page, { url }: Halyard, { token }: Customer): Promise<void> {
  await page.setViewportSize({ width: 1_440, height: 900 });
  for (const symbol of ['ETHUSD', 'BTCUSD']) {
    await page.goto(`/platform/${symbol}`);
    await openPosition(page, { side: 'Buy', amount: '750', leverage: '2×' }, symbol);
    await openPosition(page, { side: 'Sell', amount: '120', leverage: '1×' }, symbol);
  }
  await page.getByRole('button', { name: 'Close Sell BTCUSD' }).click();
  await expect(rowOf(openOf(page), 'BTCUSD')).toHaveCount(1);
  const bid = await priceOf(page, 'Sell');
  const at = (factor: number) => Number((bid * factor).toFixed(2));
  const place = (order: object) =>
    post<{ order: { id: number } }>(url, 'accounts/orders/place', {
      token,
      symbol: 'BTCUSD',
      leverage: 2,
      direction: 'buy',
      amount: 250,
      expiry: 'gtc',
      ...order,
    });
  const first = await place({ kind: 'limit', price: at(0.99), stop_distance: 500 });
  await place({ kind: 'stop', price: at(1.01), oco: first.order.id });
  const third = await place({ kind: 'limit', price: at(0.97), trailing_distance: 900 });
  await place({ kind: 'stop', price: at(0.98), direction: 'sell', expiry: 'day' });
  await post(url, 'accounts/orders/cancel', { token, id: third.order.id });
  for (const factor of [1.02, 0.985]) {
    const rate = String(at(factor));
    await post(url, 'accounts/priceAlerts/create', { token, symbol: 'BTCUSD', side: 'sell', rate });
  }
  await openDeskTab(page, 'Orders');
}

async function dress(page: Page, look: (typeof LOOKS)[number]): Promise<void> {
  await page.evaluate(({ theme, language }) => {
    localStorage.setItem('halyard:theme', theme);
    localStorage.setItem('halyard:language', language);
  }, look);
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(SECOND_MS / 2);
  await expect(page.getByText(WAITING)).toHaveCount(0);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}
