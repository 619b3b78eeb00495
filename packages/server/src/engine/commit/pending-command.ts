// A command on its way: from `submit` to the answer after its commit.
import type { AccountCommand } from '@halyard/core/engine';
import { holdKey, releaseKey, takeBackKey } from '@halyard/core/ledger';
import type { AccountId } from '@halyard/core/position';

import { hashContent } from './content-hash.ts';
import type { Outcome } from '../engine.ts';

/** Printable ASCII; the edge refuses others, so here one is a bug. */
const REQUEST_ID = /^[\u0021-\u007e]{1,128}$/;

export class PendingCommand {
  readonly requestId: string;
  readonly command: AccountCommand;
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
    this.command = command;
    this.contentHash = hashContent(command);
    this.#resolvers = Promise.withResolvers();
    this.outcome = this.#resolvers.promise;
    // Nobody may be listening when it fails; that must not end the program.
    this.outcome.catch(() => undefined);
  }

  get accountId(): AccountId {
    return this.command.accountId;
  }

  answer(outcome: Outcome): void {
    this.#resolvers.resolve(outcome);
  }

  fail(error: Error): void {
    this.#resolvers.reject(error);
  }
}

/**
 * The unique key of the posting of a command about funds. It is the command's id too: so sent
 * again it books nothing more, and what another account booked under it is found.
 */
export function postingKeyOf(command: AccountCommand): string | undefined {
  if (command.kind === 'post-funds') return command.posting.uniqueKey;
  if (command.kind === 'hold-funds') return holdKey(command.reference);
  if (command.kind === 'release-funds') return releaseKey(command.reference);
  return command.kind === 'take-back-funds' ? takeBackKey(command.reference) : undefined;
}
