// Computes in a worker, so that the page stays responsive.
import { searchWork } from '@halyard/core/proof-of-work';
import type { WorkTask } from './browser-check.ts';

const AT_ONCE = 10_000;

self.addEventListener('message', ({ data }: MessageEvent<WorkTask>) => {
  const { seed, bits } = data;
  let from = 0;
  let found: number | undefined;
  while (found === undefined) {
    found = searchWork(seed, bits, { from, count: AT_ONCE });
    from += AT_ONCE;
  }
  self.postMessage(found);
});
