// The thread that reads a file of prices: hundreds of thousands of rows would hold up the ticks.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { importCandles } from '@halyard/market';
import type { FromImporter, ImportInput } from './import-messages.ts';

const port = parentPort;
if (port === null) throw new Error('import-worker.ts runs in a worker thread only.');

const { instrument, path, nowMs } = workerData as ImportInput;

function say(message: FromImporter): void {
  port?.postMessage(message);
}

const result = await importCandles({
  instrument,
  path,
  nowMs,
  store: {
    async put(symbol, timeframe, candles) {
      const stored = once(port, 'message');
      say({ kind: 'put', symbol, timeframe, candles });
      await stored;
    },
    list: () => Promise.resolve([]),
    bounds: () => Promise.resolve(undefined),
  },
  onProgress: (progress) => say({ kind: 'progress', progress }),
});
say({ kind: 'ended', result });
port.close();
