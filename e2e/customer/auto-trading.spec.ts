// Automatic trading: consent to the server's text before it is switched on, and the record of its
// trades.
import { expect, type Page } from '@playwright/test';
import { forgive, haveSession, test } from '../support/halyard.ts';
import { EXTENDED } from '../support/extended.ts';

test('turns automatic trading on after consent, and off at once [t-summary-auto] [t-summary-deposit] [s-auto-on] [s-auto-off] [c-auto-trading]', async ({
  page,
  context,
  halyard,
  trader,
}) => {
  await haveSession(context, halyard.url, trader.token);
  await page.goto('/platform/BTCUSD');
  const summary = page.getByRole('region', { name: 'Account figures' });
  await expect(summary.getByRole('link', { name: 'Deposit' })).toHaveAttribute(
    'href',
    '/payment/deposit',
  );
  await expect(summary.getByRole('link', { name: 'Withdraw' })).toHaveAttribute(
    'href',
    '/payment/withdraw',
  );
  const toggle = summary.getByRole('switch', { name: 'AutoTrading' });
  await expect(toggle).not.toBeChecked();
  await summary.getByRole('button', { name: 'Record' }).click();
  const record = page.getByRole('dialog', { name: 'AutoTrading' });
  await expect(
    record.getByText('AutoTrading is off. You have not accepted its terms.', { exact: true }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await toggle.click({ force: true });
  const dialog = page.getByRole('dialog', { name: 'Turn on AutoTrading' });
  const { version, texts } = await consentOf(halyard.url);
  // The text refers to it by this name.
  expect(texts['en']).toContain('described under "Automatic trading"');
  const description = dialog.getByRole('region', { name: 'Automatic trading' });
  await expect(description.getByText('EMA 20 crosses above EMA 50')).toBeVisible();
  await expect(dialog.getByText(texts['en'] ?? '')).toBeVisible();
  await expect(dialog.getByText(`Version ${version}`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(toggle).not.toBeChecked();

  await toggle.click({ force: true });
  const sent = page.waitForRequest('**/api/accounts/autoTrading');
  await dialog.getByRole('button', { name: 'I agree, turn it on' }).click();
  expect((await sent).postDataJSON()).toEqual({ auto_trading: 1, consent_version: version });
  await expect(page.getByText('AutoTrading is on', { exact: true })).toBeVisible();
  await expect(toggle).toBeChecked();
  expect(await flagOf(halyard.url, trader.token)).toBe(1);
  await summary.getByRole('button', { name: 'Record' }).click();
  await expect(record.getByText(/^AutoTrading is on and watches .*BTCUSD/)).toBeVisible();
  await expect(record.getByText('No trades yet')).toBeVisible();
  for (const term of ['Closed trades', 'Won', 'Lost', 'Worst drawdown']) {
    await expect(record.getByText(term, { exact: true })).toBeVisible();
  }
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(toggle).toBeChecked();
  await toggle.click({ force: true });
  await expect(page.getByText(/AutoTrading is off/)).toBeVisible();
  await expect(toggle).not.toBeChecked();
  expect(await flagOf(halyard.url, trader.token)).toBe(0);
  await summary.getByRole('button', { name: 'Record' }).click();
  await expect(record.getByText('AutoTrading is off.', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  // Consent to a text is asked for only once.
  await toggle.click({ force: true });
  await expect(toggle).toBeChecked();
  await expect(dialog).toBeHidden();
});

test(
  'shows the strategy’s trades with reasons, losses and gains alike',
  EXTENDED,
  async ({ page, context, halyard, trader }) => {
    await haveSession(context, halyard.url, trader.token);
    await haveRecord(page);
    await page.goto('/platform/BTCUSD');
    await page.getByRole('button', { name: 'Record' }).click();
    const record = page.getByRole('dialog', { name: 'AutoTrading' });
    await expect(record.locator('dl > div')).toHaveText([
      'Closed trades2',
      'Won1',
      'Lost1',
      'Open0',
      'P/L−€ 7.50',
      'Return−0.08 %',
      'Worst drawdown€ 12.50',
    ]);
    const rows = record.getByRole('row');
    await expect(rows.nth(1)).toContainText(/Sell.*BTCUSD.*EMA 21 crossed.*Stop Loss.*−€ 12\.50/s);
    await expect(rows.nth(2)).toContainText(/Buy.*BTCUSD.*AI Trade: EMA 21 turned\..*\+€ 5\.00/s);
    await expect(record.getByText('ATR is too small.')).toBeVisible();
  },
);

test(
  'reports that older trades failed to load, and shows them after a retry',
  EXTENDED,
  async ({ page, context, halyard, trader, problems }) => {
    await haveSession(context, halyard.url, trader.token);
    let isBroken = true;
    await page.route('**/api/accounts/autoTrading/record', async (route) => {
      const { before = 61, limit = 50 } = route.request().postDataJSON() as RecordBody;
      if (isBroken && before !== 61) return route.fulfill({ status: 500, json: BROKEN });
      const response = await route.fetch();
      const answer = (await response.json()) as { data: object };
      const count = Math.min(limit, before - 1);
      const trades = Array.from({ length: count }, (_, index) => toTrade(before - 1 - index));
      Object.assign(answer.data, { trades });
      return route.fulfill({ response, json: answer });
    });
    await page.goto('/platform/BTCUSD');
    await page.getByRole('button', { name: 'Record' }).click();
    const record = page.getByRole('dialog', { name: 'AutoTrading' });
    const rows = record.getByRole('row').filter({ hasText: 'BTCUSD' });
    await expect(rows).toHaveCount(50);
    const older = record.getByRole('button', { name: 'Show older trades' });
    await older.click();
    await expect(record.getByText("This couldn't be loaded")).toBeVisible();
    isBroken = false;
    await older.click();
    await expect(rows).toHaveCount(60);
    await expect(older).toHaveCount(0);
    forgive(problems, /status of 500/);
  },
);

const BROKEN = { status: 'error', code: 'internal', message: 'Something went wrong' };

type RecordBody = { readonly before?: number; readonly limit?: number };

function toTrade(id: number) {
  return {
    id,
    symbol: 'BTCUSD',
    direction: 'buy',
    amount: 250,
    leverage: 2,
    open_rate: 40_000,
    open_date: '2026-11-01T10:00:00.000Z',
    stop_lost: null,
    take_profit: null,
    closed_rate: 40_400,
    close_date: '2026-11-01T12:00:00.000Z',
    closingReason: 2,
    profit: 5,
    reason: null,
    exit_reason: null,
  };
}

/** The strategy may wait for days, so the test adds its trades to the server's reply. */
async function haveRecord(page: Page): Promise<void> {
  const trade = {
    symbol: 'BTCUSD',
    amount: 250,
    leverage: 2,
    open_rate: 40_000,
    open_date: '2026-11-01T10:00:00.000Z',
    stop_lost: null,
    take_profit: null,
    close_date: '2026-11-01T12:00:00.000Z',
    reason: { code: 'ema-cross', facts: {}, text: 'EMA 21 crossed above EMA 55.' },
  };
  const lost = { ...trade, id: 2, direction: 'sell', closed_rate: 41_000, closingReason: 1 };
  const won = { ...trade, id: 1, direction: 'buy', closed_rate: 40_400, closingReason: 4 };
  const turned = { code: 'opposite-cross', facts: {}, text: 'EMA 21 turned.' };
  const wide = { code: 'spread-too-wide', facts: {}, text: 'ATR is too small.' };
  await page.route('**/api/accounts/autoTrading/record', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    Object.assign(answer.data, {
      summary: {
        trades: 2,
        won: 1,
        lost: 1,
        profit: -7.5,
        return_percent: -0.08,
        worst_drawdown: 12.5,
        open: 0,
      },
      trades: [
        { ...lost, profit: -12.5, exit_reason: null },
        { ...won, profit: 5, exit_reason: turned },
      ],
      unfollowed: [{ ...wide, symbol: 'EURUSD', candle_end: '2026-11-01T13:00:00.000Z' }],
    });
    await route.fulfill({ response, json: answer });
  });
}

async function consentOf(url: string): Promise<{ version: string; texts: Record<string, string> }> {
  const response = await fetch(`${url}/api/accounts/autoTrading/consent`);
  const { data } = (await response.json()) as {
    data: { version: string; texts: Record<string, string> };
  };
  return data;
}

/** The flag as the server stores it. */
async function flagOf(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/api/accounts/get`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { data } = (await response.json()) as { data: { user: { auto_trading: number } } };
  return data.user.auto_trading;
}
