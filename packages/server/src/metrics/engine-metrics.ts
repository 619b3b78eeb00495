import type { EngineObserver } from '#engine/engine.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import { Counter, Gauge, Histogram, type Registry } from '#platform/metrics/metrics.ts';

/**
 * The histogram's steps in seconds. The 1 ms step shows a local database, the 10 s step the timeout
 * of a commit.
 */
const COMMIT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const BATCH_COMMANDS = [0, 1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000];

export type EngineMetrics = {
  readonly observer: EngineObserver;
  refresh(engine: Pick<EngineOwner, 'isReady' | 'waiting'>): void;
};

export function createEngineMetrics(registry: Registry): EngineMetrics {
  const registers = [registry];
  const orders = new Counter({
    name: 'halyard_orders_total',
    help: 'Account commands that the engine committed, by kind and outcome (done or rejected).',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  });
  const rejections = new Counter({
    name: 'halyard_order_rejections_total',
    help: 'Account commands that the engine rejected, by rejection code.',
    labelNames: ['code'] as const,
    registers,
  });
  const commits = new Histogram({
    name: 'halyard_order_commit_duration_seconds',
    help: 'Duration of the database statement that commits one batch.',
    buckets: COMMIT_SECONDS,
    registers,
  });
  const batches = new Histogram({
    name: 'halyard_engine_batch_size',
    help: 'Account commands in one committed batch.',
    buckets: BATCH_COMMANDS,
    registers,
  });
  const terms = new Counter({
    name: 'halyard_engine_terms_total',
    help: 'Times that the engine took the lease and loaded the accounts.',
    registers,
  });
  const queue = new Gauge({
    name: 'halyard_engine_queue_length',
    help: 'Commands without an answer, and quotes, that wait for the engine.',
    labelNames: ['of'] as const,
    registers,
  });
  const lease = new Gauge({
    name: 'halyard_lease_held',
    help: '1 while this program holds the lease and accepts orders, 0 while it stands by.',
    registers,
  });
  return {
    observer: {
      termBegan: () => terms.inc(),
      committed: ({ durationMs, answers }) => {
        commits.observe(durationMs / 1_000);
        batches.observe(answers.length);
        for (const { command, outcome } of answers) {
          const isDone = outcome.kind === 'done';
          orders.inc({ kind: command.submitted.kind, outcome: isDone ? 'done' : 'rejected' });
          if (outcome.kind === 'refused') rejections.inc({ code: outcome.rejection.code });
        }
      },
    },
    refresh: (engine) => {
      const { commands, quotes } = engine.waiting();
      queue.set({ of: 'commands' }, commands);
      queue.set({ of: 'quotes' }, quotes);
      lease.set(engine.isReady() ? 1 : 0);
    },
  };
}
