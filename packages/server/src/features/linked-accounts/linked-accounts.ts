// Accounts that may belong to one person and hedge one another, so that balance protection pays the
// loss of one while the other keeps the profit: detection, the decision of staff, and what follows.
import { HOUR_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import { repeatDailyReport } from './daily-report.ts';
import type { ReportDeps } from './daily-report.ts';
import { decideLink } from './decide-link.ts';
import type { LinkChoice } from './decide-link.ts';
import { clearEvidenceOf } from './link-store.ts';
import { repeatScan, scan } from './scan.ts';
import type { ScanDeps } from './scan.ts';
import { shareProtection } from './share-protection.ts';
import type { SharingDeps } from './share-protection.ts';
import { deleteTraitsOf } from './trait-store.ts';

export type LinkedAccounts = {
  /** Looks for links now. A periodic task does so every ten minutes. */
  scan(signal: AbortSignal): Promise<void>;
  /**
   * Stores what staff decided about a link and applies the shared protection that follows. Returns
   * whether it was otherwise before; undefined where there is no such link. Throws an Outage.
   */
  decide(choice: LinkChoice): Promise<boolean | undefined>;
  /** Forgets what was collected about a customer who is gone. */
  erase(tx: Kysely<object>, customerId: number): Promise<void>;
  /** Once the engine runs: applies the setting of shared protection. */
  start(): Promise<void>;
};

export type LinkedAccountsOptions = ScanDeps & ReportDeps & SharingDeps;

const SHARED_EVERY_MS = HOUR_MS;

export function createLinkedAccounts(options: LinkedAccountsOptions): LinkedAccounts {
  repeatScan(options);
  repeatDailyReport(options);
  options.jobs.repeat({
    kind: 'linked-accounts.share-protection',
    everyMs: SHARED_EVERY_MS,
    run: async () => await shareProtection(options),
  });
  return {
    scan: async (signal) => await scan(options, signal),
    decide: async (choice) => {
      const isChanged = await decideLink(options, choice);
      await shareProtection(options);
      return isChanged;
    },
    erase: async (tx, customerId) => {
      await deleteTraitsOf(tx, customerId);
      await clearEvidenceOf(tx, customerId);
    },
    start: async () => await shareProtection(options),
  };
}
