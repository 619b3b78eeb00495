// Linked accounts: accounts that may belong to one person and hedge each other, so that balance
// protection pays the loss of one while the other keeps the profit. Detection, the staff's
// decision, and its effects.
import type { Rejection } from '@halyard/contract/rejections';
import { HOUR_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { repeatDailyReport } from './daily-report.ts';
import type { ReportDeps } from './daily-report.ts';
import { decideLink } from './decide-link.ts';
import type { LinkChoice } from './decide-link.ts';
import { findGroup } from './find-group.ts';
import { clearEvidenceOf } from './link-store.ts';
import { listPurses } from './list-purses.ts';
import type { LinkedPurse } from './list-purses.ts';
import { createNoting } from './note-shortfalls.ts';
import type { NotingDeps } from './note-shortfalls.ts';
import { repeatScan, scan } from './scan.ts';
import type { ScanDeps } from './scan.ts';
import { handleSettling, settleShortfall } from './settle-shortfall.ts';
import type { SettleDeps, Settled, Settlement } from './settle-shortfall.ts';
import { shareProtection } from './share-protection.ts';
import type { SharingDeps } from './share-protection.ts';
import { hasUnsettled } from './shortfall-store.ts';
import { deleteTraitsOf } from './trait-store.ts';

export { listRelated } from './list-related.ts';
export { readPlan } from './settle-shortfall.ts';
export type { Settled } from './settle-shortfall.ts';

export type LinkedAccounts = {
  /** Searches for links now; a periodic task does so every ten minutes. */
  scan(signal: AbortSignal): Promise<void>;
  /**
   * Stores the staff's decision about a link and applies the resulting shared protection. Returns
   * whether anything changed; undefined for an unknown link. Throws an Outage.
   */
  decide(choice: LinkChoice): Promise<boolean | undefined>;
  /** Settles a shortfall. Throws an Outage, after which the decision is booked later. */
  settle(settlement: Settlement): Promise<Settled>;
  /** Returns what each account linked with the customer's could contribute now. */
  listPurses(customerId: number): Promise<readonly LinkedPurse[]>;
  /**
   * Returns why the customer's withdrawals can't be approved or paid: their own or a linked
   * account's shortfall is open. Undefined if there is none.
   */
  findWithdrawalStop(customerId: number): Promise<Rejection | undefined>;
  /** Deletes the collected data of a customer whose account is closed. */
  erase(tx: Kysely<object>, customerId: number): Promise<void>;
  /** Applies the setting of shared protection. Call it once the engine runs. */
  start(): Promise<void>;
  close(): Promise<void>;
};

export type LinkedAccountsOptions = ScanDeps &
  ReportDeps &
  SharingDeps &
  NotingDeps &
  SettleDeps & { readonly jobs: Jobs };

const SHARED_EVERY_MS = HOUR_MS;

export function createLinkedAccounts(options: LinkedAccountsOptions): LinkedAccounts {
  const { kysely } = options.db;
  repeatScan(options);
  repeatDailyReport(options);
  handleSettling(options);
  options.jobs.repeat({
    kind: 'linked-accounts.share-protection',
    everyMs: SHARED_EVERY_MS,
    run: async () => await shareProtection(options),
  });
  const noting = createNoting(options);
  return {
    scan: async (signal) => await scan(options, signal),
    decide: async (choice) => {
      const isChanged = await decideLink(options, choice);
      await shareProtection(options);
      return isChanged;
    },
    settle: async (settlement) => await settleShortfall(options, settlement),
    listPurses: async (customerId) => await listPurses(options, customerId),
    findWithdrawalStop: async (customerId) => {
      const isOpen = await hasUnsettled(kysely, await findGroup(kysely, customerId));
      return isOpen ? { code: 'shortfall-open' } : undefined;
    },
    erase: async (tx, customerId) => {
      await deleteTraitsOf(tx, customerId);
      await clearEvidenceOf(tx, customerId);
    },
    start: async () => {
      await shareProtection(options);
      await noting.start();
    },
    close: async () => await noting.close(),
  };
}
