// Metrics of the database and the disk, read at a scrape and at most every few seconds.
import { statfs } from 'node:fs/promises';
import { createLedgerSum } from '#engine/engine.ts';
import { readPaymentFigures } from '#features/payments/payments.ts';
import { readClockSkew } from '#platform/clock-skew/clock-skew.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Files } from '#platform/files/files.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { Counter, Gauge, type Registry } from '#platform/metrics/metrics.ts';

export type StoreMetricsParts = {
  readonly db: Database;
  readonly files: Pick<Files, 'root'>;
  readonly jobs: Pick<Jobs, 'countWaiting' | 'onGivenUp'>;
  readonly clock: Clock;
};

/** The label of a deposit without a card provider. */
const NO_PROVIDER = 'none';

/** Returns the function that updates the gauges; it throws while the database is unavailable. */
export function observeStores(registry: Registry, parts: StoreMetricsParts): () => Promise<void> {
  const updates = [
    observePool(registry, parts),
    observeDisk(registry, parts),
    observeClock(registry, parts),
    observeJobs(registry, parts),
    observeMoney(registry, parts),
  ];
  const up = new Gauge({
    name: 'halyard_database_up',
    help: '1 when the database answered the last scrape.',
    registers: [registry],
  });
  return async () => {
    up.set(0);
    for (const update of updates) await update();
    up.set(1);
  };
}

type Update = () => void | Promise<void>;

function observePool(registry: Registry, { db }: StoreMetricsParts): Update {
  const connections = new Gauge({
    name: 'halyard_database_connections',
    help: 'Connections of the pool by state, and calls that wait for one.',
    labelNames: ['state'] as const,
    registers: [registry],
  });
  return () => {
    const { open, idle, waiting } = db.poolUse();
    connections.set({ state: 'busy' }, open - idle);
    connections.set({ state: 'idle' }, idle);
    connections.set({ state: 'waiting' }, waiting);
  };
}

function observeClock(registry: Registry, { db, clock }: StoreMetricsParts): Update {
  const skew = new Gauge({
    name: 'halyard_clock_skew_seconds',
    help: "How far the database's clock is ahead of the program's.",
    registers: [registry],
  });
  return async () => skew.set((await readClockSkew({ db, clock })).skewMs / 1_000);
}

function observeDisk(registry: Registry, { files }: StoreMetricsParts): Update {
  const registers = [registry];
  const free = new Gauge({
    name: 'halyard_data_disk_free_bytes',
    help: 'Space that is left to the program on the disk of DATA_DIR.',
    registers,
  });
  const size = new Gauge({
    name: 'halyard_data_disk_size_bytes',
    help: 'Size of the disk of DATA_DIR.',
    registers,
  });
  return async () => {
    const { bavail, blocks, bsize } = await statfs(files.root);
    free.set(bavail * bsize);
    size.set(blocks * bsize);
  };
}

function observeJobs(registry: Registry, { jobs }: StoreMetricsParts): Update {
  const registers = [registry];
  const labelNames = ['queue', 'kind'] as const;
  const waiting = new Gauge({
    name: 'halyard_jobs_waiting',
    help: 'Queued work that is neither done nor given up.',
    labelNames,
    registers,
  });
  const late = new Gauge({
    name: 'halyard_jobs_late_seconds',
    help: 'Time since the oldest due work of a kind should have begun.',
    labelNames,
    registers,
  });
  const givenUp = new Counter({
    name: 'halyard_jobs_given_up_total',
    help: 'Queued work that failed in its last attempt.',
    labelNames,
    registers,
  });
  jobs.onGivenUp(({ queue, kind }) => givenUp.inc({ queue, kind }));
  return async () => {
    for (const { queue, kind, count, lateMs } of await jobs.countWaiting()) {
      waiting.set({ queue, kind }, count);
      late.set({ queue, kind }, lateMs / 1_000);
      givenUp.inc({ queue, kind }, 0);
    }
  };
}

function observeMoney(registry: Registry, { db, clock }: StoreMetricsParts): Update {
  const registers = [registry];
  const deposits = new Gauge({
    name: 'halyard_deposits_last_hour',
    help: 'Deposits that were requested within the last hour, by provider and present status.',
    labelNames: ['provider', 'status'] as const,
    registers,
  });
  const withdrawals = new Gauge({
    name: 'halyard_withdrawals_waiting',
    help: 'Withdrawals that are neither paid nor rejected.',
    registers,
  });
  const oldest = new Gauge({
    name: 'halyard_withdrawals_oldest_seconds',
    help: 'Time since the oldest waiting withdrawal was requested.',
    registers,
  });
  const imbalance = new Gauge({
    name: 'halyard_ledger_imbalance_cents',
    help: 'Sum of all journal lines. Anything but zero is an accounting error.',
    registers,
  });
  const sumLedger = createLedgerSum(db);
  return async () => {
    const figures = await readPaymentFigures(db.kysely, clock.nowMs());
    deposits.reset();
    for (const { provider, status, count } of figures.deposits) {
      deposits.set({ provider: provider ?? NO_PROVIDER, status }, count);
    }
    withdrawals.set(figures.withdrawalsWaiting);
    oldest.set(figures.withdrawalsOldestMs / 1_000);
    const cents = await sumLedger();
    if (cents !== undefined) imbalance.set(cents);
  };
}
