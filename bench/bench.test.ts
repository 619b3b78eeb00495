import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const BENCH = join(import.meta.dirname, 'bench.ts');

async function lastLineOf(...args: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [BENCH, ...args]);
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}

// How fast it is says nothing here; that it still measures what it says does.
it('ends with the figures of engine-ticks as JSON', async () => {
  const figures = await lastLineOf('engine-ticks', '0.005');
  expect(figures).toMatchObject({
    name: 'engine-ticks',
    positions: 5_000,
    calm: { ticks: 50_000, heapGrowthBytes: expect.any(Number) },
    scan: { found: 0 },
    crisis: { p99Ms: expect.any(Number), runs: [{ closes: expect.any(Number) }, {}, {}] },
  });
});

it('ends with the figures of engine-crash as JSON', async () => {
  const figures = await lastLineOf('engine-crash', '0.01');
  expect(figures).toMatchObject({ name: 'engine-crash', inMemory: { closes: 1_000 } });
});

it('says how it is used when it is asked for something else', async () => {
  const asked = promisify(execFile)(process.execPath, [BENCH, 'nothing']);
  await expect(asked).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('Usage') });
});
