// A command on its way: from `submit` to the answer after its commit.
import type { AccountCommand } from '@halyard/core/engine';
import type { AccountId } from '@halyard/core/position';

import { hashContent } from './content-hash.ts';
import type { Outcome } from './engine.ts';

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
