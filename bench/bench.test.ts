import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { BENCH, lastLineOf } from './run-bench.ts';

// This test shows that a bench measures what it says. The other benches are run by `npm run long-tests`.
it('ends with the figures of engine-ticks as JSON', async () => {
  const figures = await lastLineOf('engine-ticks', '0.005');
  expect(figures).toMatchObject({
    name: 'engine-ticks',
    positions: 5_000,
    calm: { ticks: 50_000, heapGrowthBytes: expect.any(Number) },
    waiting: {
      orders: 5_000,
      trailingStops: 5_000,
      slowerPercent: expect.any(Number),
      slowerPercentMax: 10,
    },
    scan: { found: 0 },
    crisis: { p99Ms: expect.any(Number), runs: [{ closes: expect.any(Number) }, {}, {}] },
  });
});

it('prints its usage for an unknown bench', async () => {
  const asked = promisify(execFile)(process.execPath, [BENCH, 'nothing']);
  await expect(asked).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('Usage') });
});
