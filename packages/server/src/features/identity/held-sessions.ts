import type { StoredSession } from './session-store.ts';

const SESSIONS_MAX = 50_000;

export type HeldSession = StoredSession & { lastUsedAtMs: number; lastWrittenAtMs: number };

/**
 * Sessions in memory, by token hash and by id; above the limit the one cached longest is removed.
 */
export class HeldSessions {
  readonly #byHash = new Map<string, HeldSession>();
  readonly #byId = new Map<string, HeldSession>();

  findByHash(tokenHash: string): HeldSession | undefined {
    return this.#byHash.get(tokenHash);
  }

  findById(sessionId: string): HeldSession | undefined {
    return this.#byId.get(sessionId);
  }

  add(session: HeldSession): void {
    this.#byHash.set(session.tokenHash, session);
    this.#byId.set(session.id, session);
    if (this.#byId.size <= SESSIONS_MAX) return;
    const [oldestId] = this.#byId.keys();
    if (oldestId !== undefined) this.remove(oldestId);
  }

  clear(): void {
    this.#byId.clear();
    this.#byHash.clear();
  }

  remove(sessionId: string): void {
    const session = this.#byId.get(sessionId);
    if (session === undefined) return;
    this.#byId.delete(sessionId);
    this.#byHash.delete(session.tokenHash);
  }
}
