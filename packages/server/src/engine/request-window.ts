// The request ids seen lately. Older ones are found in the commands table; together they make
// sure that an id has one effect and one answer, for ever.
import type { AccountId } from '@halyard/core/position';

import type { EngineRefusal, Outcome } from './engine.ts';
import type { PendingCommand } from './pending-command.ts';

export const REMEMBERED_MAX = 100_000;

export const DUPLICATE_ID: Outcome = {
  kind: 'refused',
  refusal: { code: 'duplicate-id', facts: {} } satisfies EngineRefusal,
};

type Request = { readonly accountId: AccountId; readonly requestId: string };
export type Remembered = { readonly contentHash: string; readonly outcome: Promise<Outcome> };

/** Its answer for one who asks with this content. */
export function answerFor(remembered: Remembered, contentHash: string): Promise<Outcome> {
  return remembered.contentHash === contentHash
    ? remembered.outcome
    : Promise.resolve(DUPLICATE_ID);
}

export class RequestWindow {
  /** Answered ones, oldest first. */
  readonly #answered = new Map<string, Remembered>();
  /** These are never forgotten: nothing in the commands table speaks for them yet. */
  readonly #pending = new Map<string, PendingCommand>();

  get pendingCount(): number {
    return this.#pending.size;
  }

  listPending(): readonly PendingCommand[] {
    return [...this.#pending.values()];
  }

  find(request: Request): Remembered | undefined {
    const key = keyOf(request);
    return this.#pending.get(key) ?? this.#answered.get(key);
  }

  add(command: PendingCommand): void {
    this.#pending.set(keyOf(command), command);
  }

  /** The command is settled: its outcome, or the earlier one's of the same id, is remembered. */
  remember(command: PendingCommand, { contentHash, outcome }: Remembered): void {
    const key = keyOf(command);
    this.#pending.delete(key);
    this.#answered.set(key, { contentHash, outcome });
    if (this.#answered.size <= REMEMBERED_MAX) return;
    for (const oldest of this.#answered.keys()) {
      this.#answered.delete(oldest);
      break;
    }
  }

  /** The command had no effect that we know of; the same id may come again. */
  forget(command: PendingCommand): void {
    this.#pending.delete(keyOf(command));
  }
}

function keyOf({ accountId, requestId }: Request): string {
  return `${accountId} ${requestId}`;
}
