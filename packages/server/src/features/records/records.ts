// Account statements and data exports for customers.
import { getExport, readExportPart, requestExport } from '@halyard/contract/own-data';
import type { BodyOf, ReplyOf } from '@halyard/contract/route';
import { createStatement } from '@halyard/contract/statements';
import type { Instrument } from '@halyard/core/instrument';
import type { Files } from '#platform/files/files.ts';
import { bind, ok } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import type { Keyring } from '#platform/keyring/keyring.ts';
import { createVault } from '#platform/vault/vault.ts';
import { makeStatement } from './make-statement.ts';
import type { StatementDeps } from './make-statement.ts';
import { readExportPart as readPart } from './read-export-part.ts';
import type { ReadPartDeps } from './read-export-part.ts';
import { requestExport as request, viewExport } from './request-export.ts';
import type { RequestExportDeps } from './request-export.ts';
import { handleExports } from './run-export.ts';
import type { RunExportDeps } from './run-export.ts';
import { eraseExportsOf, repeatCleanup } from './clean-up-exports.ts';

export { partContext as exportPartContext } from './make-export.ts';

export type Records = {
  readonly routes: readonly RouteBinding[];
  /** Creates the statement of a period; rejects an invalid period, and one with too many lines. */
  makeStatement(
    customerId: number,
    body: BodyOf<typeof createStatement>,
  ): Promise<Answer<ReplyOf<typeof createStatement>>>;
  /** Deletes every export of a customer, including one in progress. */
  eraseExportsOf(customerId: number): Promise<void>;
};

type Deps = StatementDeps & RequestExportDeps & ReadPartDeps & RunExportDeps;

export type RecordsOptions = Omit<Deps, 'instruments' | 'vault'> & {
  readonly instruments: readonly Instrument[];
  readonly files: Files;
  readonly keyring: Keyring;
};

/** The folder of exports below DATA_DIR. */
export const EXPORTS_FOLDER = 'exports';
/** The first encryption key. */
export const EXPORTS_KEY = 'exports-1';

export function createRecords(options: RecordsOptions): Records {
  const instruments = new Map(options.instruments.map((one) => [one.symbol, one]));
  const vault = createVault({ ...options, folder: EXPORTS_FOLDER, firstKey: EXPORTS_KEY });
  const deps = { ...options, instruments, vault };
  handleExports(deps);
  repeatCleanup(deps);
  return {
    routes: [
      bind(createStatement, async ({ caller, body }) =>
        makeStatement(deps, caller.subjectId, body),
      ),
      bind(getExport, async ({ caller }) => ok(await viewExport(deps, caller.subjectId))),
      bind(requestExport, async ({ caller, body, ip }) =>
        request(deps, { caller, ip, code: body.code }),
      ),
      bind(readExportPart, async ({ caller, body, ip }) =>
        readPart(deps, { caller, ip, body: body }),
      ),
    ],
    makeStatement: async (customerId, body) => await makeStatement(deps, customerId, body),
    eraseExportsOf: async (customerId) => await eraseExportsOf(deps, customerId),
  };
}
