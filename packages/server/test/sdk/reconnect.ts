// Bots of both SDKs that trade and follow their accounts while the line is cut and the server restarts:
// nothing is missed, nothing comes twice, and at the end each knows what the server knows.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EntryOrder } from '@halyard/contract/v1/orders';
import * as z from 'zod/mini';
import { createClient, createKey, type ApiClient } from '../public-api/api-client.ts';
import { CUTS, startLineCutter, type Cut } from '../public-api/line-cutter.ts';
import { stagePrices } from '../support/staged-prices.ts';
import { signUpTrader, startServer, type TestServer } from '../support/start-server.ts';
import type { TestDatabase } from '../support/test-database.ts';
import { startBot, type Bot } from './bot-process.ts';

export const BOTS = ['sdk/typescript/test/reconnect-bot.ts', 'sdk/python/test/reconnect-bot.py'];
const SETTLES_WITHIN_MS = 20_000;
const POLL_MS = 50;
/** A cut comes at any moment of a round. */
const DELAY_MS = 120;
/** One round in so many restarts the server. */
const ROUNDS_PER_RESTART = 10;
const FIRST_RESTART = 7;

export type ReconnectOptions = {
  readonly database: TestDatabase;
  readonly cuts: number;
  readonly python: string | undefined;
  /** Without Python only the TypeScript bot runs. */
  readonly bots: readonly string[];
  readonly share: () => number;
  readonly onRound?: (round: number, kind: Cut | 'restart') => void;
};

const Report = z.object({
  trades: z.array(z.string()),
  ended: z.array(z.string()),
  snapshots: z.int(),
  repeated: z.int(),
  positions: z.array(z.string()),
  orders: z.array(EntryOrder),
});
type Report = z.infer<typeof Report>;

export type ReconnectResult = {
  readonly bot: string;
  readonly report: Report;
  /** What the bot missed, got twice or knows differently; empty when all is well. */
  readonly differences: readonly string[];
};

type Player = { readonly bot: Bot; readonly key: string; readonly account: string };

export async function runReconnects(options: ReconnectOptions): Promise<ReconnectResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
  const { database, cuts, share } = options;
  const start = async (): Promise<TestServer> =>
    await startServer({ database, environment: stagePrices(folder) });
  let server = await start();
  const cutter = await startLineCutter(server.url);
  const players: Player[] = [];
  try {
    for (const path of options.bots)
      players.push(await enter(server, cutter.url, { path, options }));
    for (let round = 0; round < cuts; round += 1) {
      await until(() => cutter.streams() === players.length);
      const trading = players.map(async ({ bot }) => await bot.ask({ op: 'trade', round }));
      const played = Promise.all(trading);
      // Its failure is that of the round; until then nobody awaits it.
      played.catch(() => undefined);
      await sleep(share() * DELAY_MS);
      const isRestart = round % ROUNDS_PER_RESTART === FIRST_RESTART;
      const kind = isRestart ? 'restart' : (CUTS[round % CUTS.length] ?? 'clean');
      options.onRound?.(round, kind);
      if (kind === 'restart') {
        await server.stop();
        server = await start();
        cutter.aim(server.url);
      } else {
        await until(() => cutter.streams() === players.length);
        cutter.cut(kind);
      }
      await played;
    }
    return await Promise.all(players.map(async (player) => await judge(server, player)));
  } finally {
    for (const { bot } of players) await bot.stop();
    cutter.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function enter(
  server: TestServer,
  url: string,
  { path, options }: { readonly path: string; readonly options: ReconnectOptions },
): Promise<Player> {
  const email = `${path.replaceAll(/\W/g, '-')}@example.com`;
  const session = await signUpTrader(server, email, '60000');
  const { key } = await createKey(server, session.access_token);
  const environment = { HALYARD_URL: url, HALYARD_KEY: key };
  const bot = await startBot({ path, python: options.python, environment });
  return { bot, key, account: String(session.user.id) };
}

/** Compares until both agree or the time is over. */
async function judge(server: TestServer, { bot, key, account }: Player): Promise<ReconnectResult> {
  const call = createClient(server, key);
  const deadlineMs = Date.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const report = z.parse(Report, await bot.ask({ op: 'report' }));
    const differences = compare(report, await readServer(call, account));
    if (differences.length === 0 || Date.now() > deadlineMs) {
      return { bot: bot.name, report, differences };
    }
    await sleep(POLL_MS);
  }
}

type Lists = Readonly<Record<'positions' | 'trades' | 'ended', readonly string[]>> & {
  readonly orders: readonly unknown[];
};

async function readServer(call: ApiClient, account: string): Promise<Lists> {
  const path = `/accounts/${account}`;
  const idsOf = async (list: string): Promise<string[]> =>
    (await readAll(call, `${path}/${list}`)).map(({ id }) => id);
  return {
    positions: await idsOf('positions?'),
    trades: await idsOf('trades?limit=200'),
    ended: await idsOf('orders?limit=200&status=ended'),
    orders: await readAll(call, `${path}/orders?limit=200`),
  };
}

const Rows = z.object({
  data: z.array(z.looseObject({ id: z.string() })),
  next_cursor: z.nullable(z.string()),
});

async function readAll(call: ApiClient, path: string): Promise<z.infer<typeof Rows>['data']> {
  const rows: z.infer<typeof Rows>['data'] = [];
  for (let page = path; ;) {
    const { data, next_cursor } = z.parse(Rows, (await call('GET', page)).json);
    rows.push(...data);
    if (next_cursor === null) return rows;
    page = `${path}&cursor=${next_cursor}`;
  }
}

function compare(report: Report, server: Lists): string[] {
  const kinds = ['positions', 'trades', 'ended'] as const;
  const lists = kinds.flatMap((kind) => compareIds(kind, report[kind], server[kind]));
  const [known, actual] = [report.orders, server.orders].map((orders) =>
    JSON.stringify((orders as { id: string }[]).toSorted((a, b) => Number(a.id) - Number(b.id))),
  );
  return known === actual ? lists : [...lists, `orders: ${known} instead of ${actual}`];
}

function compareIds(kind: string, known: readonly string[], actual: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const id of known) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [
    ...actual.filter((id) => !counts.has(id)).map((id) => `${kind}: ${id} is missing`),
    ...known.filter((id) => !actual.includes(id)).map((id) => `${kind}: ${id} is unknown`),
    ...[...counts].filter(([, count]) => count > 1).map(([id]) => `${kind}: ${id} came twice`),
  ];
}

async function until(holds: () => boolean): Promise<void> {
  const deadlineMs = Date.now() + SETTLES_WITHIN_MS;
  while (!holds()) {
    if (Date.now() > deadlineMs) throw new Error('the bots did not connect in time');
    await sleep(POLL_MS);
  }
}
