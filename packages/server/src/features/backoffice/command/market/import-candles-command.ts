import { resolve } from 'node:path';
import type { ImportProgress, ImportResult } from '@halyard/market';
import { importPriceFile } from '#features/prices/prices.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { EXIT } from '#platform/operator/operator.ts';
import { findFileProblem } from '../find-file-problem.ts';
import { findNamedSymbol } from './find-named-symbol.ts';
import type { OperatorCommand } from '#features/backoffice/operator-command.ts';

type Imported = Extract<ImportResult, { readonly kind: 'imported' }>;

const number = new Intl.NumberFormat('en');

export const importCandlesCommand: OperatorCommand = {
  name: 'import-candles',
  usage: ['import-candles SYMBOL FILE'],
  summary:
    'Stores the past prices of a .json or .csv file. It may be interrupted, and run again: what is ' +
    'stored of the same times is replaced.',
  run: async (deps, call) => {
    const [name, file, ...rest] = call.words;
    if (name === undefined || file === undefined || rest.length > 0) return 'usage';
    const instrument = findNamedSymbol(deps.instruments, name, call.print);
    if (instrument === undefined) return EXIT.failed;
    const path = resolve(call.directory, file);
    const problem = await findFileProblem(path);
    if (problem !== undefined) {
      call.print(`${path}: ${problem}.`);
      return EXIT.failed;
    }
    const { symbol } = instrument;
    // The audit entry is written before the import: a crash in between leaves an audit entry
    // without an action, never the reverse.
    await recordAudit(deps.db.kysely, deps.clock.nowMs(), {
      actor: call.actor,
      action: 'candles.import',
      subject: symbol,
      after: { path },
    });
    const result = await importPriceFile({
      instrument,
      path,
      nowMs: deps.clock.nowMs(),
      store: deps.candleStore,
      signal: call.signal,
      onProgress: (progress) => call.progress(describeProgress(progress)),
    });
    if (result.kind === 'refused') {
      call.print(`${path}: ${result.problem}. Nothing is stored.`);
      return EXIT.failed;
    }
    reportOf(symbol, result).forEach((line) => call.print(line));
    if (deps.prices.isReal(symbol) === false) {
      call.print(
        `${symbol} shows its simulated past now; these are kept for when it has real prices.`,
      );
    }
    return EXIT.done;
  },
};

function describeProgress(progress: ImportProgress): string {
  if (progress.kind === 'reading') return `${number.format(progress.lines)} lines read`;
  const { candles, candlesTotal } = progress;
  return `${number.format(candles)} of ${number.format(candlesTotal)} candles stored`;
}

function reportOf(symbol: string, { report, timeframe, candles }: Imported): readonly string[] {
  const { rowsRead, rowsRefused, rejections, firstMs, lastMs } = report;
  const unlisted = rowsRefused - rejections.length;
  return [
    `Read ${number.format(rowsRead)} rows, refused ${number.format(rowsRefused)}.`,
    ...rejections.map(({ row, rowProblem }) => `  row ${row}: ${rowProblem}`),
    ...(unlisted > 0 ? [`  … and ${number.format(unlisted)} more`] : []),
    `Stored ${number.format(candles)} candles of ${timeframe} for ${symbol}, ` +
      `from ${toUtc(firstMs)} to ${toUtc(lastMs)}.`,
  ];
}

function toUtc(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16)}Z`;
}
