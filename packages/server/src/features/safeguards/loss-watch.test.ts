import { expect, it } from 'vitest';
import { LossWatch } from './loss-watch.ts';

it('settles everybody who limits their losses, and nobody else', async () => {
  const settled: number[] = [];
  const losses = new LossWatch({
    settle: (customerId) => {
      settled.push(customerId);
      return Promise.resolve();
    },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore },
  });
  losses.settle(1);
  losses.watch(2);
  losses.watch(3);
  losses.settleAll();
  await expect.poll(() => settled).toEqual([2, 3]);
  losses.close();
});

function ignore(): void {}
