// A program that trades and follows its account through forced cuts: nothing is missed, nothing comes
// twice, and at the end it knows what the server knows. `STREAM_CUTS` says how many.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listTrades } from '@halyard/contract/v1/accounts';
import { EntryOrder, listOrders, MarketOrder } from '@halyard/contract/v1/orders';
import { listPositions } from '@halyard/contract/v1/trading';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eventually } from '../support/eventually.ts';
import { stagePrices } from '../support/staged-prices.ts';
import { signUpTrader, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { createClient, createKey, limitOrder, order, type ApiClient } from './api-client.ts';
import { CUTS, startLineCutter, type LineCutter } from './line-cutter.ts';
import { Follower } from './stream-client.ts';

const CUTS_COUNT = Number(process.env['STREAM_CUTS'] ?? 24);
const RESTARTS = 2;
/** Cuts come at different moments of a round. */
const DELAYS = 7;
const DELAY_MS = 12;
const TIMEOUT_MS = 60_000 + CUTS_COUNT * 5_000;

describeOnDatabase('streams through cuts', (database) => {
  let folder = '';
  let server: TestServer;
  let cutter: LineCutter;
  const start = async (): Promise<TestServer> =>
    await startServer({ database, environment: stagePrices(folder) });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
    server = await start();
    cutter = await startLineCutter(server.url);
  });
  afterAll(async () => {
    cutter.close();
    const { printed } = await server.operator('audit');
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
    expect(printed.at(-1)).toContain('everything agrees');
  });

  it(
    'misses nothing, gets nothing twice and ends with the state of the server',
    async () => {
      const session = await signUpTrader(server, 'cuts@example.com', '60000');
      const { key } = await createKey(server, session.access_token);
      const account = String(session.user.id);
      const follower = new Follower(`account:${account}`, () => ({ url: cutter.url, key }));
      const restartAt = new Set(
        Array.from({ length: RESTARTS }, (_, at) => Math.floor(((at + 1) * CUTS_COUNT) / 3)),
      );
      for (let round = 0; round < CUTS_COUNT; round += 1) {
        const cut = CUTS[round % CUTS.length] ?? 'clean';
        const call = createClient(server, key);
        await eventually(() => expect(follower.isConnected).toBe(true));
        const trading = trade(call, account, round);
        await sleep((round % DELAYS) * DELAY_MS);
        // What was on its way may still come; a cut that met no connection is made again.
        await eventually(() => {
          expect(follower.isConnected).toBe(true);
          follower.isConnected = false;
          expect(cutter.cut(cut)).toBe(true);
        });
        await trading;
        if (!restartAt.has(round)) continue;
        await server.stop();
        server = await start();
        cutter.aim(server.url);
      }
      await expectSame(createClient(server, key), account, follower);
      follower.close();
      expect(follower.problems).toEqual([]);
      expect(follower.trades.size).toBe(CUTS_COUNT);
      expect(follower.endedOrders.size).toBe(CUTS_COUNT);
    },
    TIMEOUT_MS,
  );
});

/** Opens two positions and closes one, places two orders and cancels one. */
async function trade(call: ApiClient, account: string, round: number): Promise<void> {
  const orders = `/accounts/${account}/orders`;
  const name = (part: string): string => `round-${round}-${part}`;
  const place = async (body: object): Promise<unknown> =>
    (await call('POST', orders, { body })).json;
  const terms = { margin: '20' };
  const first = await place(order({ ...terms, client_order_id: name('a') }));
  const limit = await place(limitOrder({ ...terms, client_order_id: name('b') }));
  await place(limitOrder({ ...terms, price: '38000', client_order_id: name('c') }));
  const { position } = z.parse(MarketOrder, first);
  const headers = { 'idempotency-key': name('close') };
  const path = `/accounts/${account}/positions/${position.id}/close`;
  expect((await call('POST', path, { body: {}, headers })).status).toBe(200);
  const { id } = z.parse(EntryOrder, limit);
  expect((await call('DELETE', `${orders}/${id}`)).status).toBe(200);
  await place(order({ ...terms, client_order_id: name('d') }));
}

async function expectSame(call: ApiClient, account: string, follower: Follower): Promise<void> {
  const path = `/accounts/${account}`;
  const open = await readAll(call, `${path}/positions`, listPositions.reply);
  const pending = await readAll(call, `${path}/orders?limit=200`, listOrders.reply);
  const trades = await readAll(call, `${path}/trades?limit=200`, listTrades.reply);
  const ended = await readAll(call, `${path}/orders?limit=200&status=ended`, listOrders.reply);
  await eventually(() => {
    expect([...follower.positions.keys()].toSorted()).toEqual(idsOf(open));
    expect([...follower.trades].toSorted()).toEqual(idsOf(trades));
    expect([...follower.endedOrders].toSorted()).toEqual(idsOf(ended));
    expect(byId([...follower.orders.values()])).toEqual(byId(pending));
  });
}

type Listed = { readonly id: string };

/** All pages of a list. */
async function readAll<Row extends Listed>(
  call: ApiClient,
  path: string,
  reply: z.ZodMiniType<{ readonly data: readonly Row[]; readonly next_cursor: string | null }>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: string = cursor === '' ? path : `${path}&cursor=${cursor}`;
    const read = z.parse(reply, (await call('GET', page)).json);
    rows.push(...read.data);
    cursor = read.next_cursor;
  }
  return rows;
}

function idsOf(rows: readonly Listed[]): string[] {
  return rows.map(({ id }) => id).toSorted();
}

function byId(rows: readonly Listed[]): readonly Listed[] {
  return rows.toSorted((left, right) => Number(left.id) - Number(right.id));
}
