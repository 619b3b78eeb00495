// Settles the safeguards of customers who limit their losses each time their money has moved. One
// settling at a time of each customer; what moves meanwhile is settled after it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Committed } from '#engine/engine.ts';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';

const RETRY_MS = 1000;

export type LossWatchOptions = {
  readonly settle: (customerId: number) => Promise<void>;
  readonly log: Log;
};

export class LossWatch {
  readonly #options: LossWatchOptions;
  readonly #watched = new Set<number>();
  readonly #running = new Map<number, { isDue: boolean }>();
  readonly #closing = new AbortController();

  constructor(options: LossWatchOptions) {
    this.#options = options;
  }

  watch(customerId: number): void {
    this.#watched.add(customerId);
  }

  note({ accountIds, events }: Committed): void {
    if (this.#watched.size === 0 || !events.some(({ kind }) => movesMoney(kind))) return;
    for (const accountId of accountIds) this.settle(accountId);
  }

  settleAll(): void {
    for (const customerId of this.#watched) this.settle(customerId);
  }

  /** Now, or after the settling that runs. */
  settle(customerId: number): void {
    if (!this.#watched.has(customerId)) return;
    const running = this.#running.get(customerId);
    if (running === undefined) void this.#run(customerId);
    else running.isDue = true;
  }

  close(): void {
    this.#closing.abort();
  }

  async #run(customerId: number): Promise<void> {
    const running = { isDue: true };
    this.#running.set(customerId, running);
    const { signal } = this.#closing;
    while (running.isDue && !signal.aborted) {
      running.isDue = false;
      try {
        await this.#options.settle(customerId);
      } catch (error) {
        if (error instanceof Outage) running.isDue = true;
        else this.#options.log.error({ err: error, customerId }, 'safeguards could not be settled');
        await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
    this.#running.delete(customerId);
  }
}

function movesMoney(kind: Committed['events'][number]['kind']): boolean {
  return (
    kind === 'position-closed' ||
    kind === 'position-reduced' ||
    kind === 'financing-charged' ||
    kind === 'funds-posted'
  );
}
