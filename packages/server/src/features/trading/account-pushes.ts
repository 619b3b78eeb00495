// After every commit that changes an account, its connected customer gets the lists and figures: at
// once, then at most once per interval, always the latest state.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';

export type PushesOptions = {
  readonly intervalMs: number;
  readonly isWatched: (accountId: number) => boolean;
  readonly push: (accountId: number) => Promise<void>;
  readonly log: Log;
};

export class AccountPushes {
  readonly #options: PushesOptions;
  readonly #running = new Map<number, { isDue: boolean }>();
  readonly #closing = new AbortController();

  constructor(options: PushesOptions) {
    this.#options = options;
  }

  note(accountIds: readonly number[]): void {
    for (const accountId of accountIds) {
      if (!this.#options.isWatched(accountId)) continue;
      const running = this.#running.get(accountId);
      if (running === undefined) void this.#run(accountId);
      else running.isDue = true;
    }
  }

  close(): void {
    this.#closing.abort();
  }

  async #run(accountId: number): Promise<void> {
    const running = { isDue: true };
    this.#running.set(accountId, running);
    const { signal } = this.#closing;
    while (running.isDue && !signal.aborted && this.#options.isWatched(accountId)) {
      running.isDue = false;
      await this.#push(accountId, running);
      await sleep(this.#options.intervalMs, undefined, { signal, ref: false }).catch(
        () => undefined,
      );
    }
    this.#running.delete(accountId);
  }

  async #push(accountId: number, running: { isDue: boolean }): Promise<void> {
    try {
      await this.#options.push(accountId);
    } catch (error) {
      if (error instanceof Outage) running.isDue = true;
      else this.#options.log.error({ err: error, accountId }, 'an account could not be pushed');
    }
  }
}
