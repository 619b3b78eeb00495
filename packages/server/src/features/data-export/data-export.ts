// Data exports for customers: everything that is stored about them, as one file.
import { getExport, readExportPart, requestExport } from '@halyard/contract/own-data';
import type { Instrument } from '@halyard/core/instrument';
import type { FileStore } from '#platform/file-store/file-store.ts';
import { bind, ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { Keyring } from '#platform/keyring/keyring.ts';
import { createVault } from '#platform/vault/vault.ts';
import { readExportPart as readPart } from './read-export-part.ts';
import type { ReadPartDeps } from './read-export-part.ts';
import { requestExport as request, viewExport } from './request-export.ts';
import type { RequestExportDeps } from './request-export.ts';
import { handleExports } from './run-export.ts';
import type { RunExportDeps } from './run-export.ts';
import { eraseExportsOf, repeatCleanup } from './clean-up-exports.ts';

export { partContext as exportPartContext } from './make-export.ts';

export type DataExports = {
  readonly routes: readonly RouteBinding[];
  /** Deletes every export of a customer, including one in progress. */
  eraseExportsOf(customerId: number): Promise<void>;
};

type Deps = RequestExportDeps & ReadPartDeps & RunExportDeps;

export type DataExportsOptions = Omit<Deps, 'instruments' | 'vault'> & {
  readonly instruments: readonly Instrument[];
  readonly fileStore: FileStore;
  readonly keyring: Keyring;
};

/** The folder of exports below DATA_DIR. */
export const EXPORTS_FOLDER = 'exports';
/** The first encryption key. */
export const EXPORTS_KEY = 'exports-1';

export function createDataExports(options: DataExportsOptions): DataExports {
  const instruments = new Map(options.instruments.map((one) => [one.symbol, one]));
  const vault = createVault({ ...options, folder: EXPORTS_FOLDER, firstKey: EXPORTS_KEY });
  const deps = { ...options, instruments, vault };
  handleExports(deps);
  repeatCleanup(deps);
  return {
    routes: [
      bind(getExport, async ({ caller }) => ok(await viewExport(deps, caller.subjectId))),
      bind(requestExport, async ({ caller, body, ip }) =>
        request(deps, { caller, ip, code: body.code }),
      ),
      bind(readExportPart, async ({ caller, body, ip }) =>
        readPart(deps, { caller, ip, body: body }),
      ),
    ],
    eraseExportsOf: async (customerId) => await eraseExportsOf(deps, customerId),
  };
}
