// A command in progress: from `submit` to the answer after its commit.
import type { AccountCommand } from '@halyard/core/engine';
import { holdKey, releaseKey, reversalKey } from '@halyard/core/ledger';
import type { AccountId } from '@halyard/core/position';

import { hashContent } from './content-hash.ts';
import type { Outcome } from '../outcome.ts';

/**
 * The valid request ids: printable ASCII. The request handlers reject others, so one here is a bug.
 */
const REQUEST_ID = /^[\u0021-\u007e]{1,128}$/;

/** The commands that a customer sends and that happen when they are decided. */
const OF_CUSTOMERS: ReadonlySet<AccountCommand['kind']> = new Set([
  'open-position',
  'close-position',
  'close-positions',
  'update-position',
  'place-order',
  'amend-order',
  'cancel-order',
]);

export class PendingCommand {
  readonly requestId: string;
  /** The object that was submitted, by which observers know it. Its time can be another. */
  readonly submitted: AccountCommand;
  #command: AccountCommand;
  readonly contentHash: string;
  readonly outcome: Promise<Outcome>;
  readonly #resolvers: PromiseWithResolvers<Outcome>;

  constructor(requestId: string, command: AccountCommand) {
    if (!REQUEST_ID.test(requestId)) {
      throw new TypeError('A request id is 1 to 128 printable ASCII characters.');
    }
    const key = postingKeyOf(command);
    if (key !== undefined && key !== requestId) {
      throw new TypeError(`The request id of ${command.kind} is its posting's key, ${key}.`);
    }
    this.requestId = requestId;
    this.submitted = command;
    this.#command = command;
    this.contentHash = hashContent(command);
    this.#resolvers = Promise.withResolvers();
    this.outcome = this.#resolvers.promise;
    // Avoids an unhandled rejection, which would end the program, when nobody awaits the outcome.
    this.outcome.catch(() => undefined);
  }

  get command(): AccountCommand {
    return this.#command;
  }

  get accountId(): AccountId {
    return this.#command.accountId;
  }

  /** Sets the time of a customer's command; other commands keep theirs. */
  setTime(nowMs: number): void {
    if (OF_CUSTOMERS.has(this.#command.kind)) this.#command = { ...this.#command, atMs: nowMs };
  }

  answer(outcome: Outcome): void {
    this.#resolvers.resolve(outcome);
  }

  fail(error: Error): void {
    this.#resolvers.reject(error);
  }
}

/**
 * The unique key of the journal entry of a command about funds, which is also the command's id. So
 * a repeated command books nothing, and an entry that another account booked under this key is
 * found.
 */
export function postingKeyOf(command: AccountCommand): string | undefined {
  if (command.kind === 'post-funds') return command.posting.uniqueKey;
  if (command.kind === 'hold-funds') return holdKey(command.reference);
  if (command.kind === 'release-funds') return releaseKey(command.reference);
  return command.kind === 'take-back-funds' ? reversalKey(command.reference) : undefined;
}
