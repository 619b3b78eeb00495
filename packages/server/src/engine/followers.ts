// Who follows which accounts.
import type { AccountId } from '@halyard/core/position';
import { groupDurable } from './commit/account-of.ts';
import type { AccountChange, Followed } from './engine-interface.ts';
import type { Committed } from './outcome.ts';

type Listener = (change: AccountChange) => void;

const BEGUN = Promise.resolve();

export class Followers {
  readonly #byAccount = new Map<AccountId, Set<Listener>>();

  follow(accountId: AccountId, listener: Listener): Followed {
    const listeners = this.#byAccount.get(accountId) ?? new Set();
    this.#byAccount.set(accountId, listeners);
    // A function of its own, so that the same listener can follow twice.
    const own: Listener = (change) => listener(change);
    listeners.add(own);
    return {
      begun: BEGUN,
      end: () => {
        listeners.delete(own);
        if (listeners.size === 0 && this.#byAccount.get(accountId) === listeners) {
          this.#byAccount.delete(accountId);
        }
      },
    };
  }

  /** Returns what to tell each listener of a commit. */
  listCalls({ accountIds, events }: Committed): readonly (() => void)[] {
    const calls: (() => void)[] = [];
    if (this.#byAccount.size === 0) return calls;
    const byAccount = groupDurable(events);
    for (const accountId of accountIds) {
      const listeners = this.#byAccount.get(accountId);
      if (listeners === undefined) continue;
      const change = { events: byAccount.get(accountId) ?? [] };
      for (const listener of listeners) calls.push(() => listener(change));
    }
    return calls;
  }
}
