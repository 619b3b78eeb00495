import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describeSpan, makeReport, readSpan, REPORTS } from '#features/reports/reports.ts';
import type { Report, ReportName } from '#features/reports/reports.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { BYTE_ORDER_MARK, toCsvLine } from '@halyard/contract/format/csv';
import { EXIT } from '#platform/operator/operator.ts';
import { findNamedCustomer } from './find-named-customer.ts';
import { toPlainLine } from './plain-line.ts';
import type { OperatorCommand, CommandCall } from '../operator-command.ts';

const SHOWN_MAX = 100;
const PRIVATE_FILE = 0o600;
const OPTION = /^--(from|until|csv)=(.+)$/;

type Words = {
  readonly name: ReportName;
  readonly customer: string | undefined;
  readonly from: string | undefined;
  readonly until: string | undefined;
  readonly csv: string | undefined;
};

export const reportCommand: OperatorCommand = {
  name: 'report',
  usage: [
    'report daily|execution|audit [--from=DAY] [--until=DAY] [--csv=FILE]',
    'report losing-accounts [--from=DAY] [--csv=FILE]',
    'report costs EMAIL|ID [--from=DAY] [--until=DAY] [--csv=FILE]',
  ],
  summary:
    'Figures of the days (UTC, both included; the last 30 by default), how many retail accounts ' +
    'lost in the last 12 months, what trading cost a customer, how fills compare with what was asked.',
  run: async (deps, call) => {
    const words = readWords(call.words);
    if (words === undefined) return 'usage';
    const nowMs = deps.clock.nowMs();
    const span = readSpan(words, nowMs);
    if (span === undefined) return 'usage';
    const found =
      words.customer === undefined
        ? undefined
        : await findNamedCustomer(deps.customers, words.customer, call.print);
    if (words.customer !== undefined && found === undefined) return EXIT.failed;
    const customerId = found?.id;
    await recordAudit(deps.db.kysely, nowMs, {
      actor: call.actor,
      action: 'report.read',
      subject: customerId === undefined ? 'installation' : `customer:${customerId}`,
      after: { report: words.name, ...describeSpan(span), file: words.csv !== undefined },
    });
    const percents = { losingAccountsPercent: deps.settings.losingAccountsPercent };
    const made = await makeReport(
      { ...deps, ...percents },
      { name: words.name, span, nowMs, customerId },
    );
    if (made.kind === 'too-large') {
      call.print(made.problem);
      return EXIT.failed;
    }
    return await show(made.report, words, call);
  },
};

async function show(report: Report, { csv }: Words, call: CommandCall): Promise<0 | 1> {
  report.notes.forEach((line) => call.print(line));
  const lines = [report.columns, ...report.rows];
  if (csv === undefined) {
    for (const cells of lines.slice(0, SHOWN_MAX)) call.print(toPlainLine(cells.join('  ')));
    const more = lines.length - SHOWN_MAX;
    if (more > 0) call.print(`… and ${more} more: --csv=FILE has all.`);
    return EXIT.done;
  }
  const path = resolve(call.directory, csv);
  try {
    const file = await open(path, 'wx', PRIVATE_FILE);
    try {
      await file.writeFile(BYTE_ORDER_MARK + lines.map(toCsvLine).join(''));
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    call.print(`${path} can't be written: ${String(error)}. Name another file.`);
    return EXIT.failed;
  }
  call.print(`${path}: ${report.rows.length} rows.`);
  return EXIT.done;
}

function readWords(words: readonly string[]): Words | undefined {
  const [first, ...rest] = words;
  const name = REPORTS.find((one) => one === first);
  if (name === undefined) return undefined;
  const options = new Map<string, string>();
  const plain: string[] = [];
  for (const word of rest) {
    const [, option, value] = OPTION.exec(word) ?? [];
    if (option !== undefined && value !== undefined) options.set(option, value);
    else if (word.startsWith('--')) return undefined;
    else plain.push(word);
  }
  if (plain.length !== (name === 'costs' ? 1 : 0)) return undefined;
  const [customer] = plain;
  const [from, until, csv] = ['from', 'until', 'csv'].map((one) => options.get(one));
  // The report values open positions at current prices, so it can't end in the past.
  if (name === 'losing-accounts' && until !== undefined) return undefined;
  return { name, customer, from, until, csv };
}
