// The messages that the browser sends to the server, as the requirements name them.
import { expect, type Page } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';
import { openOf, openPosition, rowOf } from '../support/platform.ts';

test.use({ feed: 'staged' });

test.beforeEach(async ({ context, halyard, trader }) => {
  await haveSession(context, halyard.url, trader.token);
});

type Frame = { readonly channel: string; readonly event: string; readonly message: unknown };

test('trades over one socket channel and receives prices over another [c-ws-account-channel] [c-ws-prices-channel] [c-emit-positions] [c-emit-balance] [c-emit-open] [c-emit-close] [c-emit-update] [c-listen-price] [c-listen-balance] [c-listen-positions] [v-trade-leverage-required]', async ({
  page,
  trader,
}) => {
  const joined: string[] = [];
  const sent: Frame[] = [];
  const heard: Frame[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      if (String(payload).startsWith('40/')) joined.push(String(payload));
      sent.push(...readFrame(payload));
    });
    socket.on('framereceived', ({ payload }) => heard.push(...readFrame(payload)));
  });
  await page.goto('/platform/BTCUSD');
  await openPosition(page, { side: 'Buy', amount: '123.45', leverage: '2×' }, 'BTCUSD');
  const row = rowOf(openOf(page), 'BTCUSD');
  await row.getByRole('button', { name: 'SL/TP of Buy BTCUSD' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByRole('textbox', { name: 'Take profit', exact: true }).fill('41000');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
  await row.getByRole('button', { name: 'Close Buy BTCUSD' }).click();
  await expect(row).toHaveCount(0);

  expect(joined).toContain(`40/positions,${JSON.stringify({ token: trader.token })}`);
  expect(joined.some((packet) => packet.startsWith('40/prices,'))).toBe(true);
  const dataUser = trader.token;
  const id: unknown = expect.any(Number);
  expect(only(sent, 'positions', 'openPosition')).toEqual([
    expect.objectContaining({
      dataUser,
      direction: 'buy',
      amount: 123.45,
      leverage: 2,
      price: 40_020.2,
      symbol: 'BTCUSD',
    }),
  ]);
  expect(only(sent, 'positions', 'updatePosition')).toEqual([
    expect.objectContaining({ dataUser, id, stop_lost: null, take_profit: 41_000 }),
  ]);
  expect(only(sent, 'positions', 'closePosition')).toEqual([
    expect.objectContaining({ dataUser, id, price: 40_000 }),
  ]);
  expect(only(sent, 'positions', 'positions').length).toBeGreaterThan(0);
  expect(only(sent, 'positions', 'balance').length).toBeGreaterThan(0);
  expect(only(heard, 'prices', 'price')[0]).toHaveProperty('BTCUSD.sell', 40_000);
  await expect(() => {
    expect(only(heard, 'positions', 'positions').at(-1)).toMatchObject({ open: [] });
    expect(only(heard, 'positions', 'balance').at(-1)).toMatchObject({ invested: 0 });
  }).toPass();
});

test('requests the assets and the balance [c-assets] [c-get-balance]', async ({ page }) => {
  const assets = page.waitForResponse('**/api/get/assets');
  await page.goto('/platform/BTCUSD');
  expect((await assets).request().method()).toBe('GET');
  expect(await dataOf(await assets)).toContainEqual(expect.objectContaining({ symbol: 'BTCUSD' }));

  const balance = page.waitForResponse('**/api/accounts/getBalance');
  await page.goto('/payment/withdraw');
  await expect(page.getByText('From € 0.01 to € 10,000.00')).toBeVisible();
  expect((await balance).request().method()).toBe('POST');
  expect(await dataOf(await balance)).toMatchObject({
    balance: 10_000,
    positions: { open: [], history: [] },
  });
});

/** The event that a packet of the live feed carries, if it carries one. */
function readFrame(payload: string | Buffer): readonly Frame[] {
  const [, channel = '', packed] = /^42\/(\w+),\d*(\[.*)$/s.exec(String(payload)) ?? [];
  if (packed === undefined) return [];
  const [event, message] = JSON.parse(packed) as [string, unknown];
  return [{ channel, event, message }];
}

function only(frames: readonly Frame[], channel: string, event: string): readonly unknown[] {
  return frames
    .filter((frame) => frame.channel === channel && frame.event === event)
    .map(({ message }) => message);
}

async function dataOf(response: Awaited<ReturnType<Page['waitForResponse']>>): Promise<unknown> {
  return ((await response.json()) as { data: unknown }).data;
}
