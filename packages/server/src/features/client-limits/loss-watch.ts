// Checks customers' loss limits each time their money has moved. One check at a time per customer,
// repeated if money moves meanwhile; and few customers at a time, because a start checks all and
// others need the database.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Committed } from '#engine/engine.ts';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';

const RETRY_MS = 1000;
const SETTLED_AT_ONCE_MAX = 4;

export type LossWatchOptions = {
  readonly settle: (customerId: number) => Promise<void>;
  readonly log: Log;
};

export class LossWatch {
  readonly #options: LossWatchOptions;
  readonly #watched = new Set<number>();
  /** The customers to check, in due order. */
  readonly #due = new Set<number>();
  readonly #running = new Set<number>();
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

  /** Checks a customer now, or after the current check. */
  settle(customerId: number): void {
    if (!this.#watched.has(customerId)) return;
    this.#due.add(customerId);
    this.#fill();
  }

  close(): void {
    this.#closing.abort();
  }

  #fill(): void {
    for (const customerId of this.#due) {
      if (this.#running.size === SETTLED_AT_ONCE_MAX || this.#closing.signal.aborted) return;
      if (this.#running.has(customerId)) continue;
      this.#due.delete(customerId);
      void this.#run(customerId);
    }
  }

  async #run(customerId: number): Promise<void> {
    this.#running.add(customerId);
    const { signal } = this.#closing;
    try {
      await this.#options.settle(customerId);
    } catch (error) {
      if (error instanceof Outage) this.#due.add(customerId);
      else this.#options.log.error({ err: error, customerId }, 'safeguards could not be settled');
      await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
    this.#running.delete(customerId);
    this.#fill();
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
