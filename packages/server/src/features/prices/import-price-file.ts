import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Instrument } from '@halyard/core/instrument';
import type { CandleStore, ImportProgress, ImportResult } from '@halyard/market';
import type { FromImporter, ImportInput, ToImporter } from './import-messages.ts';

const WORKER = new URL('./import-worker.ts', import.meta.url);
/** Sufficient for two million rows, the maximum of a file. */
const WORKER_MEMORY_MAX_MB = 2_048;

export type PriceFileImport = {
  readonly instrument: Instrument;
  /** The absolute path of the file. */
  readonly path: string;
  /** The current time; rows after it are rejected. */
  readonly nowMs: number;
  readonly store: Pick<CandleStore, 'list' | 'put'>;
  /** Aborts the import; stored candles stay, and the same file can be imported again. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
};

/**
 * Imports a file's candles in a separate thread, so that no tick waits. Rejects with the signal's
 * reason, or with the database's Outage.
 */
export async function importPriceFile(options: PriceFileImport): Promise<ImportResult> {
  const { instrument, path, nowMs, signal } = options;
  signal.throwIfAborted();
  const input: ImportInput = { instrument, path, nowMs };
  const worker = new Worker(WORKER, {
    workerData: input,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MAX_MB },
  });
  try {
    return await converse(worker, options);
  } finally {
    await worker.terminate();
  }
}

async function converse(worker: Worker, options: PriceFileImport): Promise<ImportResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ImportResult>();
  const { store, signal, onProgress } = options;
  worker.on('message', (message: FromImporter) => {
    switch (message.kind) {
      case 'progress':
        onProgress(message.progress);
        break;
      case 'put':
        store.put(message.symbol, message.timeframe, message.candles).then(() => {
          worker.postMessage({ kind: 'stored' } satisfies ToImporter);
        }, reject);
        break;
      case 'list':
        store.list(message.request).then((candles) => {
          worker.postMessage({ kind: 'listed', candles } satisfies ToImporter);
        }, reject);
        break;
      case 'ended':
        resolve(message.result);
    }
  });
  worker.once('error', reject);
  worker.once('exit', () =>
    reject(new Error('the reading thread ended before the end of the file')),
  );
  const aborted = once(signal, 'abort').then(() => {
    throw signal.reason;
  });
  return await Promise.race([promise, aborted]);
}
