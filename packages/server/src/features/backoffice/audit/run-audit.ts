import { countUnchained, findAuditProblem } from '#platform/audit/audit.ts';
import { auditQuotes } from '#features/quote-log/quote-log.ts';
import type { QuoteAudit } from '#features/quote-log/quote-log.ts';
import { auditTransactions } from '#features/payments/payments.ts';
import type { Database } from '#platform/db/db.ts';
import { audit } from '#engine/engine.ts';
import type { AuditReport } from '#engine/engine.ts';
import { listCustomerProblems } from './customer-problems.ts';

const SHOWN_MAX = 100;

export type AuditView = {
  readonly signal: AbortSignal;
  /** The time of the running program; if absent, the database's. */
  readonly nowMs?: number;
  print(line: string): void;
  progress(text: string): void;
};

/**
 * Audits the books, the customers' accounts and the audit log; returns the number of differences.
 */
export async function runAudit(db: Database, view: AuditView): Promise<number> {
  const report = await audit(db, {
    signal: view.signal,
    ...(view.nowMs === undefined ? {} : { nowMs: view.nowMs }),
    onProgress: (subject, share) => view.progress(`${subject} ${Math.floor(share * 100)} %`),
  });
  const practice = await auditPractice(db, view);
  const quotes = await auditQuotes(db, {
    signal: view.signal,
    onProgress: (share) => view.progress(`quotes ${Math.floor(share * 100)} %`),
  });
  view.progress('customers');
  const customerProblems = await listCustomerProblems(db);
  view.progress('transactions');
  const transactions = await auditTransactions(db);
  view.progress('audit log');
  const brokenEvent = await findAuditProblem(db.kysely);
  const logProblems =
    brokenEvent === undefined
      ? []
      : [{ subject: `audit event ${brokenEvent}`, problem: 'it is not as it was written' }];
  const unchained = await countUnchained(db.kysely);
  if (unchained > 0) {
    const problem = `${unchained} records have waited for more than a minute to join it`;
    logProblems.push({ subject: 'audit log', problem });
  }

  const found = [
    ...report.differences,
    ...practice.differences,
    ...quotes.differences,
    ...customerProblems,
    ...transactions.problems,
    ...logProblems,
  ];
  const count =
    report.differenceCount +
    practice.differenceCount +
    quotes.differenceCount +
    customerProblems.length +
    transactions.problems.length +
    logProblems.length;
  for (const { subject, problem } of found.slice(0, SHOWN_MAX))
    view.print(`${subject}: ${problem}`);
  if (count > SHOWN_MAX) view.print(`… and ${count - SHOWN_MAX} more.`);
  view.print(describeQuotes(quotes));
  view.print(
    `Audited ${practice.accounts} practice accounts, ${practice.positions} positions and ` +
      `${practice.postings} postings.`,
  );
  const { accounts, positions, postings, commands } = report;
  view.print(
    `Audited ${accounts} accounts, ${positions} positions, ${postings} postings, ` +
      `${transactions.count} transactions and ${commands} commands: ${count === 0 ? 'everything agrees' : `${count} differences`}.`,
  );
  return count;
}

/** The same audit of practice accounts, whose books are in a schema of their own. */
async function auditPractice(db: Database, view: AuditView): Promise<AuditReport> {
  const practiceDb = db.inSchema('practice');
  try {
    const report = await audit(practiceDb, {
      signal: view.signal,
      ...(view.nowMs === undefined ? {} : { nowMs: view.nowMs }),
      onProgress: (subject, share) =>
        view.progress(`practice ${subject} ${Math.floor(share * 100)} %`),
    });
    const differences = report.differences.map(({ subject, problem }) => ({
      subject: `practice ${subject}`,
      problem,
    }));
    return { ...report, differences };
  } finally {
    await practiceDb.close();
  }
}

function describeQuotes({ agreeing, differenceCount, missing, older }: QuoteAudit): string {
  const lines = [
    `${agreeing} fills agree with the quote log`,
    ...(differenceCount > 0 ? [`${differenceCount} do not`] : []),
    ...(missing > 0 ? [`${missing} fall into its gaps`] : []),
    ...(older > 0 ? [`${older} are from before it begins`] : []),
  ];
  return `${lines.join(', ')}.`;
}
