// The content as readers get it, prepared once for all concurrent requests in a worker thread:
// cleaning every page would delay prices.
import { MINUTE_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';
import { TaskStopped } from '#platform/worker-pool/worker-pool.ts';
import type { Task, WorkerPool } from '#platform/worker-pool/worker-pool.ts';
import type { ContentBytes } from './content-bytes.ts';
import type { OperatorFacts } from './fill-in.ts';
import type { BrokenDocument, ShowInput, ShowOutput } from './show-content-task.ts';

/**
 * How long prepared content is used, because another program on this database can have changed it.
 */
const FRESH_FOR_MS = 5_000;
const SHOW_CONTENT: Task<ShowInput, ShowOutput> = {
  module: new URL('./show-content-task.ts', import.meta.url),
  timeoutMs: MINUTE_MS,
};

export type ShownContent = Omit<ShowOutput, 'broken'>;

export type Shown = {
  /** Returns the content. Throws an Outage if it can't be read. */
  read(): Promise<ShownContent>;
  facts(): OperatorFacts;
  /** Discards the prepared content; call it after a write. */
  forget(): void;
};

export type ShownOptions = {
  readonly clock: Clock;
  readonly workers: WorkerPool;
  readonly log: Log;
  readonly facts: Omit<OperatorFacts, 'year'>;
  readonly hidesPages: boolean;
  /** Reads the content as stored; returns the same record while unchanged. */
  readonly read: () => Promise<ContentBytes>;
};

type Made = { readonly sourceId: string; readonly year: number; readonly shown: ShownContent };

export function createShown(options: ShownOptions): Shown {
  const { clock, workers, hidesPages, read } = options;
  let kept: { readonly made: Promise<Made>; readonly atMs: number } | undefined;
  let last: Made | undefined;
  const report = createReport(options.log);
  const factsAt = (atMs: number): OperatorFacts => ({
    operatorName: options.facts.operatorName,
    operatorAddress: options.facts.operatorAddress,
    riskWarnings: options.facts.riskWarnings,
    year: new Date(atMs).getUTCFullYear(),
  });

  async function make(facts: OperatorFacts): Promise<Made> {
    const source = await read();
    const { year } = facts;
    if (last?.sourceId === source.id && last.year === year) return last;
    try {
      const { broken, ...shown } = await workers.run(SHOW_CONTENT, { source, facts, hidesPages });
      report(broken);
      last = { sourceId: source.id, year, shown };
      return last;
    } catch (cause) {
      if (!(cause instanceof TaskStopped)) throw cause;
      throw new Outage('content', 'The content takes too long to prepare.', { cause });
    }
  }

  return {
    read: async () => {
      const nowMs = clock.nowMs();
      if (kept === undefined || nowMs - kept.atMs >= FRESH_FOR_MS) {
        kept = { made: make(factsAt(nowMs)), atMs: nowMs };
      }
      const asked = kept;
      try {
        return (await asked.made).shown;
      } catch (error) {
        if (kept === asked) kept = undefined;
        throw error;
      }
    },
    facts: () => factsAt(clock.nowMs()),
    forget: () => {
      kept = undefined;
    },
  };
}

/** Logs a document that exceeds a limit once, and again after it was corrected. */
function createReport(log: Log): (broken: readonly BrokenDocument[]) => void {
  let reported = new Set<string>();
  return (broken) => {
    const names = broken.map(({ document, field, text }) => `${document}: ${field} ${text}`);
    for (const problem of names) {
      if (!reported.has(problem)) log.error({ problem }, 'content is too large to be shown');
    }
    reported = new Set(names);
  };
}
