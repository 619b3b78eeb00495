// The engine's statements: committing a batch and looking up request ids.
import type { AccountId } from '@halyard/core/position';

import type { Lane, Row } from '#platform/db/db.ts';

import { ADJUST_PARAMETERS } from './adjustment-rows.ts';
import { toArrayLiteral } from './array-literal.ts';
import { COMMIT_PARAMETERS } from './commit-columns.ts';
import type { Outcome } from '../outcome.ts';
import { postingKeyOf } from './pending-command.ts';
import { fromStored } from './stored-names.ts';
import type { EngineDatabase } from '../engine-database.ts';
import type { PendingCommand } from './pending-command.ts';

const COMMIT_TIMEOUT_MS = 10_000;
const LOOK_UP_TIMEOUT_MS = 5_000;

const COMMIT_CALL = `engine_commit(${listParameters(COMMIT_PARAMETERS, 1)})`;
const COMMIT = `select ${COMMIT_CALL}`;
// Adjusts and commits in one statement. PostgreSQL calls the function in `from` (the commit) before
// the one in the select list (the adjustment).
const COMMIT_AND_ADJUST = `select engine_adjust(${listParameters(
  ADJUST_PARAMETERS,
  COMMIT_PARAMETERS.length + 1,
)}) from ${COMMIT_CALL}`;

const LOOK_UP = `select c.account_id, c.request_id, c.content_hash, c.outcome
  from unnest($1::bigint[], $2::text[]) as asked (account_id, request_id)
  join commands c on c.account_id = asked.account_id and c.request_id = asked.request_id`;

// A journal entry's key is unique over all accounts, so an entry that another account booked under
// it is found, too.
const LOOK_UP_FUNDS = `select asked.account_id, asked.request_id, c.content_hash, c.outcome
  from unnest($1::bigint[], $2::text[]) as asked (account_id, request_id)
  join postings p on p.unique_key = asked.request_id
  join ledger_entries e on e.posting_id = p.id and e.customer_id <> asked.account_id
  join commands c on c.account_id = e.customer_id and c.request_id = p.unique_key`;

export type StoredAnswer = { readonly contentHash: string; readonly outcome: Outcome };

export class EngineStore {
  readonly #commits: Lane;
  readonly #lookUps: Lane;

  constructor(db: EngineDatabase) {
    this.#commits = db.openLane({ name: 'engine', statementTimeoutMs: COMMIT_TIMEOUT_MS });
    this.#lookUps = db.openLane({ name: 'look-up', statementTimeoutMs: LOOK_UP_TIMEOUT_MS });
  }

  /**
   * Writes a batch with these parameters. If it throws an Outage, it is unknown whether the batch
   * was written.
   */
  async commit(parameters: readonly unknown[], adjustments?: readonly unknown[]): Promise<void> {
    if (adjustments === undefined) await this.#commits.query(COMMIT, parameters, 'engine_commit');
    else {
      const all = [...parameters, ...adjustments];
      await this.#commits.query(COMMIT_AND_ADJUST, all, 'engine_commit_adjust');
    }
  }

  /** Returns the stored answers to these commands' ids; ids without an answer are absent. */
  async lookUp(
    commands: readonly PendingCommand[],
  ): Promise<ReadonlyMap<PendingCommand, StoredAnswer>> {
    const funds = commands.filter(({ command }) => postingKeyOf(command) !== undefined);
    const rows = [
      ...(await this.#find(LOOK_UP_FUNDS, funds)),
      ...(await this.#find(LOOK_UP, commands)),
    ];
    const answers = new Map<string, StoredAnswer>();
    for (const row of rows) {
      const { account_id: accountId, request_id: requestId } = row;
      answers.set(keyOf(Number(accountId), String(requestId)), toStoredAnswer(row));
    }
    const found = new Map<PendingCommand, StoredAnswer>();
    for (const command of commands) {
      const answer = answers.get(keyOf(command.accountId, command.requestId));
      if (answer !== undefined) found.set(command, answer);
    }
    return found;
  }

  async #find(text: string, commands: readonly PendingCommand[]): Promise<readonly Row[]> {
    if (commands.length === 0) return [];
    return this.#lookUps.query(text, [
      toArrayLiteral(commands.map(({ accountId }) => accountId)),
      toArrayLiteral(commands.map(({ requestId }) => requestId)),
    ]);
  }

  async close(): Promise<void> {
    await Promise.all([this.#commits.close(), this.#lookUps.close()]);
  }
}

/** Returns the named parameters of a call: `p_epoch => $1, p_batch => $2`, …. */
function listParameters(names: readonly string[], first: number): string {
  return names.map((name, index) => `${name} => $${first + index}`).join(', ');
}

function keyOf(accountId: AccountId, requestId: string): string {
  return `${accountId} ${requestId}`;
}

function toStoredAnswer(row: Row): StoredAnswer {
  // The values have the types that the engine wrote, which is the only writer of commands.
  return { contentHash: String(row.content_hash), outcome: fromStored(row.outcome) as Outcome };
}
