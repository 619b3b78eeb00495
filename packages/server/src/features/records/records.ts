// What customers may take with them: statements of their account.
import { createStatement } from '@halyard/contract/statements';
import type { Instrument } from '@halyard/core/instrument';
import { bind } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { makeStatement } from './make-statement.ts';
import type { StatementDeps } from './make-statement.ts';

export type Records = { readonly routes: readonly RouteBinding[] };

export type RecordsOptions = Omit<StatementDeps, 'instruments'> & {
  readonly instruments: readonly Instrument[];
};

export function createRecords(options: RecordsOptions): Records {
  const instruments = new Map(options.instruments.map((one) => [one.symbol, one]));
  const deps = { ...options, instruments };
  return {
    routes: [
      bind(createStatement, async ({ caller, body }) =>
        makeStatement(deps, caller.subjectId, body),
      ),
    ],
  };
}
