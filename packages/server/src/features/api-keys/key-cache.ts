// Keys in memory, so that the calls of a busy program read the database once a second and not at
// each call.
//
// 1. A cached key is used for at most a second, after which changes by other processes apply. A key
// in use is read again before that, so that no call of a busy program waits for it.
//
// 2. Changes by this process apply at their commit: the customer's keys leave the cache before it,
// and every call reads the database until the transaction must have ended.
import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import type { KeyOfCustomer } from './api-key-store.ts';

const FRESH_MS = SECOND_MS;
const READ_AGAIN_AFTER_MS = FRESH_MS / 2;
/** Longer than a statement and its transaction may last. */
const HELD_MS = MINUTE_MS;
const KEYS_MAX = 10_000;

type Cached = { readonly found: KeyOfCustomer; readonly readAtMs: number; isReadAgain: boolean };

export class KeyCache {
  readonly #clock: Clock;
  readonly #byHash = new Map<string, Cached>();
  readonly #changing = new Map<number, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the key with this hash if it was read within the last second. */
  find(hash: string): KeyOfCustomer | undefined {
    const cached = this.#byHash.get(hash);
    if (cached === undefined) return undefined;
    if (this.#clock.nowMs() - cached.readAtMs < FRESH_MS) return cached.found;
    this.#byHash.delete(hash);
    return undefined;
  }

  /** Returns, once for each reading, whether a key that is in use should be read again. */
  isDue(hash: string): boolean {
    const cached = this.#byHash.get(hash);
    if (cached === undefined || cached.isReadAgain) return false;
    cached.isReadAgain = this.#clock.nowMs() - cached.readAtMs >= READ_AGAIN_AFTER_MS;
    return cached.isReadAgain;
  }

  /** Adds a key that was read from `readAtMs` on. Above the limit the oldest key is removed. */
  add(hash: string, found: KeyOfCustomer, readAtMs: number): void {
    const changingAtMs = this.#changing.get(found.key.customerId);
    if (changingAtMs !== undefined) {
      if (this.#clock.nowMs() - changingAtMs < HELD_MS) return;
      this.#changing.delete(found.key.customerId);
    }
    this.#byHash.delete(hash);
    this.#byHash.set(hash, { found, readAtMs, isReadAgain: false });
    removeOldest(this.#byHash);
  }

  remove(hash: string): void {
    this.#byHash.delete(hash);
  }

  /** Call it before a transaction commits that changes a customer's keys or access. */
  hold(customerId: number): void {
    this.#changing.delete(customerId);
    this.#changing.set(customerId, this.#clock.nowMs());
    removeOldest(this.#changing);
    for (const [hash, { found }] of this.#byHash) {
      if (found.key.customerId === customerId) this.#byHash.delete(hash);
    }
  }
}

/** A Map keeps the order of insertion. */
function removeOldest<Key>(map: Map<Key, unknown>): void {
  if (map.size <= KEYS_MAX) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
