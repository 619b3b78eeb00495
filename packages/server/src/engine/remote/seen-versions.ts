import type { AccountId } from '@halyard/core/position';
import type { Version } from '../engine-interface.ts';
import { isOlder } from './wire.ts';

/** For so many accounts the batch is remembered, and for all of them the epoch. */
const ACCOUNTS_MAX = 100_000;

const FIRST: Version = { epoch: 0, batch: 0 };

/** The newest version of each account that this program has seen. */
export class SeenVersions {
  readonly #byAccount = new Map<AccountId, Version>();
  #epoch = 0;

  /** Returns the version that a further answer about the account must have. */
  find(id: AccountId): Version {
    const ofEpoch = { epoch: this.#epoch, batch: 0 };
    const own = this.#byAccount.get(id) ?? FIRST;
    return isOlder(own, ofEpoch) ? ofEpoch : own;
  }

  /** Returns whether a newer version than this one was seen. */
  isNewer(id: AccountId, at: Version): boolean {
    return isOlder(at, this.find(id));
  }

  /** Returns whether an owner that has lost the lease answered so. */
  isOfEarlierEpoch({ epoch }: Version): boolean {
    return epoch < this.#epoch;
  }

  note(id: AccountId, at: Version): void {
    this.noteEpoch(at);
    const known = this.#byAccount.get(id);
    if (known !== undefined && !isOlder(known, at)) return;
    this.#byAccount.delete(id);
    this.#byAccount.set(id, at);
    if (this.#byAccount.size <= ACCOUNTS_MAX) return;
    for (const [oldest] of this.#byAccount) {
      this.#byAccount.delete(oldest);
      return;
    }
  }

  /** An owner of an earlier epoch has lost the lease, whatever it still answers. */
  noteEpoch({ epoch }: Version): void {
    this.#epoch = Math.max(this.#epoch, epoch);
  }
}
