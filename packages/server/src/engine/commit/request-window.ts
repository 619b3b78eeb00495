// The request ids seen lately. Older ones are found in the commands table; together they make
// sure that an id has one effect and one answer, for ever.
import type { EngineRefusal, Outcome } from '../engine.ts';
import { postingKeyOf } from './pending-command.ts';
import type { PendingCommand } from './pending-command.ts';

export const REMEMBERED_MAX = 100_000;

export const DUPLICATE_ID: Outcome = {
  kind: 'refused',
  refusal: { code: 'duplicate-id', facts: {} } satisfies EngineRefusal,
};

type Request = Pick<PendingCommand, 'accountId' | 'requestId' | 'command'>;
export type Remembered = { readonly contentHash: string; readonly outcome: Promise<Outcome> };

/** What is known of an id, for one who asks with this content. */
export function answerFor<Known>(
  known: { readonly contentHash: string; readonly outcome: Known },
  contentHash: string,
): Known | Outcome {
  return known.contentHash === contentHash ? known.outcome : DUPLICATE_ID;
}

export class RequestWindow {
  /** Answered ones, oldest first. */
  readonly #answered = new Map<string, Remembered>();
  /** It stays where it is: a new one would first pass by all that was forgotten. */
  readonly #oldest = this.#answered.keys();
  /** These are never forgotten: nothing in the commands table speaks for them yet. */
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

  /** One with other content may still fail, or be found to have come too late for its id. */
  findPending(request: Request): PendingCommand | undefined {
    const waiting = keysOf(request).map((key) => this.#pending.get(key));
    return waiting.find((command) => command !== undefined);
  }

  add(command: PendingCommand): void {
    for (const key of keysOf(command)) this.#pending.set(key, command);
  }

  /** The command is settled: its outcome, or the earlier one's of the same id, is remembered. */
  remember(command: PendingCommand, { contentHash, outcome }: Remembered): void {
    this.forget(command);
    // Of what another account booked under the same key the table speaks: it also knows whether
    // this account was answered before.
    const [own] = keysOf(command);
    this.#answered.set(own, { contentHash, outcome });
    if (this.#answered.size > REMEMBERED_MAX) this.#forgetOldest();
  }

  /** The command had no effect that we know of; the same id may come again. */
  forget(command: PendingCommand): void {
    for (const key of keysOf(command)) this.#pending.delete(key);
  }

  #forgetOldest(): void {
    const { value: oldest } = this.#oldest.next();
    if (oldest !== undefined) this.#answered.delete(oldest);
  }
}

/** A posting's key is unique over all accounts, so its command is found under any of them. */
function keysOf({
  accountId,
  requestId,
  command,
}: Request): readonly [own: string, ...others: string[]] {
  const key = `${accountId} ${requestId}`;
  return postingKeyOf(command) === undefined ? [key] : [key, `funds ${requestId}`];
}
