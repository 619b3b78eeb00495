// The embedded database has one session. Whoever uses it holds it alone; the urgent go first.
import { Outage } from '#platform/outage/outage.ts';

import type { Urgency } from '../connection.ts';

export const WAITING_MAX = 10_000;

export class SessionQueue {
  readonly #urgent: (() => void)[] = [];
  readonly #usual: (() => void)[] = [];
  #isHeld = false;

  /** Resolves when the session is the caller's; it must call what it gets exactly once. */
  async take(urgency: Urgency): Promise<() => void> {
    if (this.#isHeld) await this.#turn(urgency);
    this.#isHeld = true;
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      this.#giveBack();
    };
  }

  #turn(urgency: Urgency): Promise<void> {
    if (this.#urgent.length + this.#usual.length >= WAITING_MAX) {
      throw new Outage('busy', 'Too many calls wait for the database.');
    }
    const waiting = urgency === 'urgent' ? this.#urgent : this.#usual;
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  }

  /** The session passes straight to the next one, so nobody can slip in between. */
  #giveBack(): void {
    const next = this.#urgent.shift() ?? this.#usual.shift();
    if (next === undefined) this.#isHeld = false;
    else next();
  }
}
