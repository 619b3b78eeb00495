// A split that is booked while the market is closed, with restarts before and after it: what is open is
// worth what it was worth, and nothing trades at a price of before.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PositionAnswer } from '@halyard/contract/live';
import type { MarketQuote } from '@halyard/contract/market';
import type { BalanceData } from '@halyard/contract/trading';
import { HOUR_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { signInStaff } from '../support/staff.ts';
import { stagePrices, STILL } from '../support/staged-prices.ts';
import { dataOf, send, signUpTrader, startServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY } from '../support/trader.ts';

describeOnDatabase('a symbol that is split while its market is closed', (database) => {
  it('keeps adjusted prices over restarts, and does not resume at unadjusted ones', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'halyard-split-'));
    const environment = stagePrices(folder);
    let server = await startServer({ database, environment });
    const restart = async (): Promise<void> => {
      await server.stop();
      server = await startServer({ database, environment });
    };
    const { token: staff } = await signInStaff(server, 'dealing@staff.example', 'dealing');
    const { access_token: token } = await signUpTrader(server, 'split@example.com', '5000');
    const act = async (action: string, input: object = {}) => {
      const body = { reason: 'the exchange announced it', ...input };
      const path = `/api/backoffice/symbols/BTCUSD/${action}`;
      const { envelope } = await server.post<object>(path, body, { token: staff });
      return envelope.status === 'error' ? envelope.code : envelope.data;
    };
    const split = async (newUnits: number, oldUnits: number, id: string) =>
      await act('split', { new_units: newUnits, old_units: oldUnits, request_id: id });
    const equity = async (): Promise<number> =>
      dataOf((await server.post<BalanceData>('/api/accounts/getBalance', {}, { token })).envelope)
        .equity;
    const hours = async (lines: string) =>
      (await server.operator('terms', 'BTCUSD', 'hours', lines, 'a', 'split')).code;
    const quoted = async () =>
      dataOf((await server.get<Record<string, MarketQuote>>('/api/market/quotes')).envelope)[
        'BTCUSD'
      ];

    await eventually(async () => expect((await quoted())?.state).toBe('live'));
    const socket = await server.connect('/positions', token);
    const order = { ...BUY, amount: '1000.00' };
    const { position } = dataOf(await send<PositionAnswer>(socket, 'openPosition', order));
    const worth = await equity();
    const past = new Date(Date.now() - HOUR_MS).toISOString().slice(11, 14);
    expect(await hours(`Mon-Sun ${past}00-${past}01`)).toBe(0);
    await act('halt');
    await restart();
    expect(await equity()).toBe(worth);
    expect(await split(2, 1, 'first')).toMatchObject({ positions: 1 });
    expect(await equity()).toBe(worth);
    await restart();
    expect(await equity()).toBe(worth);

    expect(await hours('shipped')).toBe(0);
    // The file goes on as if nothing had happened.
    const rejections = async () =>
      dataOf(
        (
          await server.get<{ rejections: { reason: string }[] }>('/api/backoffice/symbols/BTCUSD', {
            token: staff,
          })
        ).envelope,
      ).rejections.map(({ reason }) => reason);
    await eventually(async () => expect(await rejections()).toContain('split'));
    expect(await act('resume')).toBe('split-not-quoted');
    expect((await server.operator('resume', 'BTCUSD')).code).toBe(1);
    expect(await split(1, 2, 'second')).toMatchObject({ positions: 1 });
    await restart();
    expect(await equity()).toBe(worth);
    expect(await act('resume')).toMatchObject({ changed: true });
    const isLive = { sell: STILL.sell, state: 'live' };
    await eventually(async () => expect(await quoted()).toMatchObject(isLive));
    const again = await server.connect('/positions', token);
    dataOf(await send(again, 'closePosition', { id: position.id }));
    const { printed } = await server.operator('audit');
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
    expect(printed.at(-1)).toContain('everything agrees');
  }, 120_000);
});
