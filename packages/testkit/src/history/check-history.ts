import { checkBooks } from './check-books.ts';
import { checkReads } from './check-reads.ts';
import { checkWrites } from './check-writes.ts';
import type { Finding, Report } from './finding.ts';
import type { History, StoredHistory } from './history-types.ts';

/** One defect can show in every answer: so many findings tell enough. */
const FINDINGS_MAX = 20;

/** Returns what contradicts that the installation lost, doubled and invented nothing. */
export function checkHistory(history: History, stored: StoredHistory): readonly Finding[] {
  const findings: Finding[] = [];
  const report: Report = (rule, what) => {
    if (findings.length < FINDINGS_MAX) findings.push({ rule, what });
  };
  checkWrites(history, stored, report);
  checkReads(history, stored, report);
  checkBooks(stored, report);
  return findings;
}
