// Account statements for customers.
import type { BodyOf, ReplyOf } from '@halyard/contract/route';
import { createStatement } from '@halyard/contract/statements';
import type { Instrument } from '@halyard/core/instrument';
import { bind } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import { makeStatement } from './make-statement.ts';
import type { StatementDeps } from './make-statement.ts';

export type Statements = {
  readonly routes: readonly RouteBinding[];
  /** Creates the statement of a period; rejects an invalid period, and one with too many lines. */
  makeStatement(
    customerId: number,
    body: BodyOf<typeof createStatement>,
  ): Promise<Answer<ReplyOf<typeof createStatement>>>;
};

export type StatementsOptions = Omit<StatementDeps, 'instruments'> & {
  readonly instruments: readonly Instrument[];
};

export function createStatements(options: StatementsOptions): Statements {
  const instruments = new Map(options.instruments.map((one) => [one.symbol, one]));
  const deps = { ...options, instruments };
  return {
    routes: [
      bind(createStatement, async ({ caller, body }) =>
        makeStatement(deps, caller.subjectId, body),
      ),
    ],
    makeStatement: async (customerId, body) => await makeStatement(deps, customerId, body),
  };
}
