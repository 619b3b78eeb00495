// Recent request ids. Older ones are in the commands table. Together they ensure that an id has one
// effect and one answer permanently.
import type { EngineRejection, Outcome } from '../outcome.ts';
import { postingKeyOf } from './pending-command.ts';
import type { PendingCommand } from './pending-command.ts';

export const REMEMBERED_MAX = 100_000;

export const DUPLICATE_ID: Outcome = {
  kind: 'refused',
  rejection: { code: 'duplicate-id', facts: {} } satisfies EngineRejection,
};

type Request = Pick<PendingCommand, 'accountId' | 'requestId' | 'command'>;
export type Remembered = { readonly contentHash: string; readonly outcome: Promise<Outcome> };

/** Returns the known outcome of an id if the content is the same, and otherwise `duplicate-id`. */
export function answerFor<Known>(
  known: { readonly contentHash: string; readonly outcome: Known },
  contentHash: string,
): Known | Outcome {
  return known.contentHash === contentHash ? known.outcome : DUPLICATE_ID;
}

export class RequestWindow {
  /** The answered ids, oldest first. */
  readonly #answered = new Map<string, Remembered>();
  /**
   * An iterator at the oldest answered id. It stays in place, because a new iterator would first
   * skip all removed entries.
   */
  readonly #oldest = this.#answered.keys();
  /**
   * The pending ids. They are never dropped, because the commands table does not contain them yet.
   */
  readonly #pending = new Map<string, PendingCommand>();

  get pendingCount(): number {
    return this.#pending.size;
  }

  listPending(): readonly PendingCommand[] {
    return [...new Set(this.#pending.values())];
  }

  findAnswered(request: Request): Remembered | undefined {
    const [own] = keysOf(request);
    return this.#answered.get(own);
  }

  /**
   * Returns the pending command with this id. The caller waits for one with other content, because
   * it can still fail, which makes its id available again.
   */
  findPending(request: Request): PendingCommand | undefined {
    const waiting = keysOf(request).map((key) => this.#pending.get(key));
    return waiting.find((command) => command !== undefined);
  }

  add(command: PendingCommand): void {
    for (const key of keysOf(command)) this.#pending.set(key, command);
  }

  /**
   * Called when the command has ended. Stores its outcome, or that of the earlier command with its
   * id.
   */
  remember(command: PendingCommand, { contentHash, outcome }: Remembered): void {
    this.forget(command);
    // Only the account's own key is stored. When another account booked the journal entry under the
    // same key, the commands table decides: it also knows whether this account was answered before.
    const [own] = keysOf(command);
    this.#answered.set(own, { contentHash, outcome });
    if (this.#answered.size > REMEMBERED_MAX) this.#forgetOldest();
  }

  /** Called when the command had no effect: its id can be used again. */
  forget(command: PendingCommand): void {
    for (const key of keysOf(command)) this.#pending.delete(key);
  }

  #forgetOldest(): void {
    const { value: oldest } = this.#oldest.next();
    if (oldest !== undefined) this.#answered.delete(oldest);
  }
}

/**
 * The key of a journal entry is unique over all accounts, so its command is found under any
 * account.
 */
function keysOf({
  accountId,
  requestId,
  command,
}: Request): readonly [own: string, ...others: string[]] {
  const key = `${accountId} ${requestId}`;
  return postingKeyOf(command) === undefined ? [key] : [key, `funds ${requestId}`];
}
