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

/** What is known of an id, for a caller with this content. */
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
   * Returns the pending command with this id. One with other content can still fail, or turn out to
   * be too late for its id.
   */
  findPending(request: Request): PendingCommand | undefined {
    const waiting = keysOf(request).map((key) => this.#pending.get(key));
    return waiting.find((command) => command !== undefined);
  }

  add(command: PendingCommand): void {
    for (const key of keysOf(command)) this.#pending.set(key, command);
  }

  /** The command has ended: stores its outcome, or that of the earlier command with its id. */
  remember(command: PendingCommand, { contentHash, outcome }: Remembered): void {
    this.forget(command);
    // For a journal entry that another account booked under the same key, the table is
    // authoritative: it also knows whether this account was answered before.
    const [own] = keysOf(command);
    this.#answered.set(own, { contentHash, outcome });
    if (this.#answered.size > REMEMBERED_MAX) this.#forgetOldest();
  }

  /** The command had no known effect, so its id can be used again. */
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
