// The import thread: parsing hundreds of thousands of rows would delay ticks.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { assertPresent } from '@halyard/core/assertion';
import { importCandles } from '@halyard/market';
import type { FromImporter, ImportInput, ToImporter } from './import-messages.ts';

const port = assertPresent(parentPort ?? undefined, 'a worker thread');

const { instrument, path, nowMs } = workerData as ImportInput;

function say(message: FromImporter): void {
  port.postMessage(message);
}

/** Sends one request at a time: the importer waits for each answer. */
async function ask(message: FromImporter): Promise<ToImporter> {
  const answered = once(port, 'message');
  say(message);
  const [answer] = (await answered) as [ToImporter];
  return answer;
}

const result = await importCandles({
  instrument,
  path,
  nowMs,
  store: {
    async put(symbol, timeframe, candles) {
      await ask({ kind: 'put', symbol, timeframe, candles });
    },
    async list(request) {
      const answer = await ask({ kind: 'list', request });
      return answer.kind === 'listed' ? answer.candles : [];
    },
  },
  onProgress: (progress) => say({ kind: 'progress', progress }),
});
say({ kind: 'ended', result });
port.close();
