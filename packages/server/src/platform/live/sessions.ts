// The sockets of each session, so that they close when it ends: at once when notified, and within a
// few seconds otherwise (it expired, or another process ended it).
import type { Log } from '#platform/log/log.ts';

const CLEANUP_MS = 2000;
const SESSIONS_PER_QUESTION_MAX = 1000;

export type FindEndedSessions = (sessionIds: readonly string[]) => Promise<readonly string[]>;

type Closable = { disconnect(): void };

export class SessionSockets {
  readonly #sockets = new Map<string, Set<Closable>>();
  readonly #findEnded: FindEndedSessions;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;

  constructor(findEnded: FindEndedSessions, log: Log) {
    this.#findEnded = findEnded;
    this.#log = log;
    this.#scheduleSweep();
  }

  add(sessionId: string, socket: Closable): void {
    const sockets = this.#sockets.get(sessionId) ?? new Set();
    this.#sockets.set(sessionId, sockets.add(socket));
  }

  delete(sessionId: string, socket: Closable): void {
    const sockets = this.#sockets.get(sessionId);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#sockets.delete(sessionId);
  }

  disconnect(sessionId: string): void {
    for (const socket of this.#sockets.get(sessionId) ?? []) socket.disconnect();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #scheduleSweep(): void {
    this.#timer = setTimeout(() => {
      void this.#cleanup().then(() => {
        if (this.#timer !== undefined) this.#scheduleSweep();
      });
    }, CLEANUP_MS);
  }

  async #cleanup(): Promise<void> {
    const ids = [...this.#sockets.keys()];
    try {
      for (let from = 0; from < ids.length; from += SESSIONS_PER_QUESTION_MAX) {
        const asked = ids.slice(from, from + SESSIONS_PER_QUESTION_MAX);
        for (const ended of await this.#findEnded(asked)) this.disconnect(ended);
      }
    } catch (error) {
      // The connections stay open: nothing can be traded in the meantime, because every command
      // checks the session again.
      this.#log.warn({ err: error }, 'the sessions of open sockets cannot be checked');
    }
  }
}
