// When sessions were last used, collected and written every few seconds, so that no call waits for
// the database. After an Outage, which is logged, the remaining ones are written later.
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { updateLastUses } from './session-store.ts';

const WRITE_INTERVAL_MS = 3_000;
const USES_PER_STATEMENT = 5_000;
/**
 * How many uses can wait: as many as there are cached sessions. Above that the oldest entries are
 * dropped.
 */
const WAITING_MAX = 50_000;

export type LastUsesOptions = { readonly db: Database; readonly log: Log };

/** Owns the pending writes and their timer; `close` writes them. */
export class LastUses {
  readonly #options: LastUsesOptions;
  readonly #waiting = new Map<string, number>();
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LastUsesOptions) {
    this.#options = options;
  }

  note(sessionId: string, atMs: number): void {
    this.#waiting.set(sessionId, atMs);
    const [longest] = this.#waiting.keys();
    if (this.#waiting.size > WAITING_MAX && longest !== undefined) this.#waiting.delete(longest);
    this.#schedule();
  }

  async close(): Promise<void> {
    await this.#flush();
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#flush();
    }, WRITE_INTERVAL_MS);
    this.#timer.unref();
  }

  /** Writes what is pending, after the current write. */
  #flush(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      try {
        await this.#write();
      } catch (err) {
        this.#options.log.warn({ err }, 'the last uses of sessions could not be written');
        this.#schedule();
      }
    });
    return this.#writing;
  }

  async #write(): Promise<void> {
    const uses = [...this.#waiting];
    for (let from = 0; from < uses.length; from += USES_PER_STATEMENT) {
      const written = uses.slice(from, from + USES_PER_STATEMENT);
      await updateLastUses(this.#options.db.kysely, written);
      for (const [sessionId, atMs] of written) {
        if (this.#waiting.get(sessionId) === atMs) this.#waiting.delete(sessionId);
      }
    }
  }
}
