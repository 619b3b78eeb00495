import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/db/db.ts';

const EVERY_MS = 100;

export type LeaseSample = { readonly epoch: number; readonly batch: number };

/** Reads the epoch of the engine and its last batch again and again. */
export class LeaseSampler {
  readonly #db: Database;
  readonly #sampling: Promise<void>;
  readonly #samples: LeaseSample[] = [];
  #isOn = true;

  constructor(db: Database) {
    this.#db = db;
    this.#sampling = this.#run();
  }

  /** Returns the samples since the last call, after the last one of before. */
  take(): readonly LeaseSample[] {
    return this.#samples.splice(0, Math.max(0, this.#samples.length - 1)).concat(this.#samples);
  }

  async end(): Promise<void> {
    this.#isOn = false;
    await this.#sampling;
  }

  async #run(): Promise<void> {
    while (this.#isOn) {
      await this.#sample();
      await sleep(EVERY_MS);
    }
  }

  async #sample(): Promise<void> {
    const query = this.#db.query('select epoch, batch from engine_lease', []);
    const [row] = await query.catch(() => []);
    if (row === undefined) return;
    const next = { epoch: Number(row.epoch), batch: Number(row.batch) };
    if (next.batch === 0) return;
    const last = this.#samples.at(-1);
    if (last?.epoch === next.epoch && last.batch === next.batch) return;
    // A new owner has not committed yet.
    if (last?.batch === next.batch && next.epoch > last.epoch) this.#samples.pop();
    this.#samples.push(next);
  }
}
