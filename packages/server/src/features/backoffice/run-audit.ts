// Proves that the books agree with themselves: each check is one statement per page, so that it sees
// one moment, and trading goes on meanwhile.
import { findAuditFault } from '#platform/audit/audit.ts';
import type { Database } from '#platform/db/db.ts';
import { auditAccounts } from './audit-accounts.ts';
import { auditPositions } from './audit-positions.ts';
import { auditPostings } from './audit-postings.ts';
import { auditStrayCustomers, auditStrayEntries } from './audit-strays.ts';

const SHOWN_MAX = 100;

/** Checks one thing from beginning to end; gives how many rows it saw. */
export type AuditCheck = (audit: {
  readonly db: Pick<Database, 'query'>;
  readonly signal: AbortSignal;
  readonly report: (difference: string) => void;
  readonly progress: (seen: number) => void;
}) => Promise<number>;

const CHECKS: readonly (readonly [string, AuditCheck])[] = [
  ['accounts', auditAccounts],
  ['positions', auditPositions],
  ['postings', auditPostings],
  ['stray entries', auditStrayEntries],
  ['stray customers', auditStrayCustomers],
];

export type AuditView = {
  readonly signal: AbortSignal;
  print(line: string): void;
  progress(text: string): void;
};

export async function runAudit(
  db: Database,
  view: AuditView,
): Promise<{ readonly differences: number }> {
  let differences = 0;
  const report = (difference: string): void => {
    differences += 1;
    if (differences <= SHOWN_MAX) view.print(difference);
  };
  const seen: string[] = [];
  for (const [name, check] of CHECKS) {
    const progress = (count: number): void => view.progress(`${name}: ${count} checked`);
    seen.push(`${await check({ db, signal: view.signal, report, progress })} ${name}`);
  }
  const fault = await findAuditFault(db.kysely);
  if (fault !== undefined) report(`audit log: event ${fault} is not as it was written`);

  if (differences > SHOWN_MAX) view.print(`… and ${differences - SHOWN_MAX} more.`);
  const verdict = differences === 0 ? 'everything agrees' : `${differences} differences`;
  view.print(`Audited ${seen.join(', ')}: ${verdict}.`);
  return { differences };
}
