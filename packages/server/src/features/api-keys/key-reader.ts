// Reads keys from the database. Concurrent calls share one query, and only one query runs at a
// time, so that neither busy programs nor a flood of unknown keys slow down orders.
import { setImmediate } from 'node:timers/promises';
import type { KeyOfCustomer } from './api-key-store.ts';

const KEYS_PER_QUERY_MAX = 500;

export type FindKeys = (hashes: readonly string[]) => Promise<ReadonlyMap<string, KeyOfCustomer>>;
type Waiting = PromiseWithResolvers<KeyOfCustomer | undefined>;

export class KeyReader {
  readonly #find: FindKeys;
  /** A call joins only a query that has not begun: a later one might not show a revocation. */
  readonly #waiting = new Map<string, Waiting>();
  #isRunning = false;

  constructor(find: FindKeys) {
    this.#find = find;
  }

  /** Returns the key as stored at the time of the call or later; throws the query's error. */
  async read(hash: string): Promise<KeyOfCustomer | undefined> {
    const known = this.#waiting.get(hash);
    if (known !== undefined) return await known.promise;
    const waiting = Promise.withResolvers<KeyOfCustomer | undefined>();
    this.#waiting.set(hash, waiting);
    if (!this.#isRunning) void this.#run();
    return await waiting.promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    await setImmediate();
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting].slice(0, KEYS_PER_QUERY_MAX);
      for (const [hash] of batch) this.#waiting.delete(hash);
      try {
        const found = await this.#find(batch.map(([hash]) => hash));
        for (const [hash, { resolve }] of batch) resolve(found.get(hash));
      } catch (error) {
        for (const [, { reject }] of batch) reject(error);
      }
    }
    this.#isRunning = false;
  }
}
