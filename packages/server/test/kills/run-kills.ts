// Faults of every kind while customers trade, one after the other, and the judgement at the end.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkHistory, HistoryRecorder } from '@halyard/testkit';
import type { Finding } from '@halyard/testkit';
import { openDatabase } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { createTradingClient, signUp } from '../support/trading-client.ts';
import { createChance } from '../simulation/chance.ts';
import { Customer } from './customer.ts';
import { beginFault } from './faults.ts';
import type { Fault } from './faults.ts';
import { EDGES, Installation } from './installation.ts';
import type { Network } from './namespaces.ts';
import { readStoredHistory } from './stored-history.ts';

const CUSTOMERS = 6;
const START_EUROS = '100000';
const LOAD_MS = [700, 2_000] as const;
const ANSWERED_WITHIN_MS = 60_000;
const SAMPLE_MS = 100;
const POLL_MS = 10;

export type KillsResult = {
  readonly findings: readonly Finding[];
  readonly orders: number;
  readonly reads: number;
  readonly unknown: number;
  /** What programs said that ended by themselves. */
  readonly crashes: readonly string[];
};

export type KillsOptions = {
  readonly network: Network;
  readonly folder: string;
  readonly seed: number;
  readonly faults: readonly Fault[];
  /** No fault begins later, by the monotonic clock. */
  readonly untilMs: number;
  /** False: the standby of PostgreSQL can miss commits, which the checker must find. */
  readonly isSynchronous: boolean;
  /** `interruptedMs`: until an order was answered that was sent after the fault. */
  readonly onFault: (fault: Fault, what: string, interruptedMs: number) => void;
};

export async function runKills(options: KillsOptions): Promise<KillsResult> {
  const { network, folder } = options;
  const installation = await Installation.start(folder, network, options.isSynchronous);
  const { url } = installation.database;
  const db = await openDatabase({ url, directory: '', onError: () => undefined });
  try {
    return await runFaults(options, installation, db);
  } finally {
    await db.close();
    await installation.stop();
  }
}

async function runFaults(
  { network, seed, faults, untilMs, onFault }: KillsOptions,
  installation: Installation,
  db: Database,
): Promise<KillsResult> {
  const chance = createChance(seed);
  const recorder = new HistoryRecorder();
  /** When the last order was sent that is answered. */
  const answered = { sentAtMs: 0 };
  const { customers, numbers } = await gather(installation, db, {
    recorder,
    onAnswer: (sentAtMs) => {
      answered.sentAtMs = Math.max(answered.sentAtMs, sentAtMs);
    },
  });
  const sampler = sampleLease(db);
  const trading = customers.map(async (customer) => await customer.trade());
  try {
    for (const fault of faults) {
      if (performance.now() > untilMs) break;
      await sleep(chance.between(...LOAD_MS));
      const { what, atMs, mend } = await beginFault(fault, { installation, network, chance });
      const mended = mend();
      mended.catch(() => undefined);
      await untilAnswered(answered, atMs);
      onFault(fault, what, Math.round(performance.now() - atMs));
      await mended;
      await installation.untilWhole();
    }
  } finally {
    for (const customer of customers) customer.stop();
    await Promise.all(trading);
  }
  for (const customer of customers) await customer.finish();
  const { history } = recorder;
  const stored = await readStoredHistory(db, numbers, await sampler.end());
  return {
    findings: checkHistory(history, stored),
    orders: history.writes.filter(({ result }) => result.kind === 'ok').length,
    reads: history.reads.length,
    crashes: installation.crashes,
    unknown: history.writes.filter(({ result }) => result.kind === 'unknown').length,
  };
}

async function gather(
  installation: Installation,
  db: Database,
  own: {
    readonly recorder: HistoryRecorder;
    readonly onAnswer: (sentAtMs: number) => void;
  },
): Promise<{ readonly customers: readonly Customer[]; readonly numbers: Map<number, number> }> {
  const edges = EDGES.map((name) => installation.urlOf(name));
  const [first = ''] = edges;
  const customers: Customer[] = [];
  const numbers = new Map<number, number>();
  for (let account = 1; account <= CUSTOMERS; account += 1) {
    const email = `kills-${account}@example.test`;
    const session = await signUp(first, { email, password: randomUUID() });
    await installation.operate('customer', 'verify', email);
    await installation.operate('credit', email, START_EUROS, 'test funds');
    const [row] = await db.query('select id from customers where email = $1', [email]);
    numbers.set(Number(row?.id), account);
    const client = createTradingClient(first, session);
    customers.push(new Customer({ ...own, client, account, edges }));
  }
  return { customers, numbers };
}

async function untilAnswered(answered: { sentAtMs: number }, afterMs: number): Promise<void> {
  while (answered.sentAtMs < afterMs) {
    if (performance.now() - afterMs > ANSWERED_WITHIN_MS) {
      throw new Error('No order was answered in time after a fault.');
    }
    await sleep(POLL_MS);
  }
}

/** Reads the epoch and the last batch again and again. */
function sampleLease(db: Database): {
  end(): Promise<readonly { readonly epoch: number; readonly batch: number }[]>;
} {
  const samples: { epoch: number; batch: number }[] = [];
  const running = { isOn: true };
  const sample = async (): Promise<void> => {
    const [row] = await db.query('select epoch, batch from engine_lease', []).catch(() => []);
    if (row === undefined) return;
    const next = { epoch: Number(row.epoch), batch: Number(row.batch) };
    const last = samples.at(-1);
    if (last?.epoch === next.epoch && last.batch === next.batch) return;
    // A new owner has not committed yet.
    if (last?.batch === next.batch && next.epoch > last.epoch) samples.pop();
    samples.push(next);
  };
  const sampling = (async () => {
    while (running.isOn) {
      await sample();
      await sleep(SAMPLE_MS);
    }
  })();
  return {
    end: async () => {
      running.isOn = false;
      await sampling;
      return samples;
    },
  };
}
