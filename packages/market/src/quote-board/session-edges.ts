// Checks the states of symbols when their market opens, closes, or has been open without a tick for
// too long.
import type { Clock, Scheduler } from '#clock/clock.ts';
import { firstTickDueMs } from './board-entry.ts';
import type { Kept } from './board-entry.ts';

export type SessionEdgesOptions = {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Called when the state of the symbols with these hours may have changed. */
  readonly onEdge: (sessionId: string) => void;
};

/** One timer per trading session; `close` ends them. */
export class SessionEdges {
  readonly #options: SessionEdgesOptions;
  readonly #cancels = new Map<string, () => void>();

  constructor(options: SessionEdgesOptions) {
    this.#options = options;
  }

  /** Watches the sessions for a board that has received ticks since `watchedFromMs`. */
  watch(kept: Kept | undefined, watchedFromMs: number): void {
    if (kept === undefined || this.#cancels.has(kept.sessionId)) return;
    this.#watchNext(kept, watchedFromMs);
  }

  forget(sessionId: string): void {
    this.#cancels.get(sessionId)?.();
    this.#cancels.delete(sessionId);
  }

  close(): void {
    for (const cancel of this.#cancels.values()) cancel();
    this.#cancels.clear();
  }

  #watchNext(kept: Kept, watchedFromMs: number): void {
    const { sessions, sessionId } = kept;
    const { clock, scheduler, onEdge } = this.#options;
    const nowMs = clock.nowMs();
    const span = sessions.span(sessionId, nowMs);
    const tickDueMs = firstTickDueMs(span, watchedFromMs);
    const dueMs = nowMs < tickDueMs ? Math.min(tickDueMs, span.untilMs) : span.untilMs;
    if (dueMs === Infinity) return;
    const cancel = scheduler.after(dueMs - nowMs, () => {
      onEdge(sessionId);
      this.#watchNext(kept, watchedFromMs);
    });
    this.#cancels.set(sessionId, cancel);
  }
}
