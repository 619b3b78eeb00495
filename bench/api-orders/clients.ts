// The traders of the orders bench, in a process of their own.
import type { FromOrdersClients, OrdersLoad, ToOrdersClients } from './messages.ts';
import { createTrader } from './traders.ts';
import { processorMs } from '../machine.ts';
import { percentile } from '../report.ts';

function say(message: FromOrdersClients): void {
  process.send?.(message);
}

async function run(load: OrdersLoad): Promise<void> {
  const traders = await Promise.all(
    load.traders.map(async (trader) => await createTrader(load, trader)),
  );
  const waitsMs: number[] = [];
  const beginMs = performance.now() + load.warmUpMs;
  const endMs = beginMs + load.durationMs;
  let workedMs = processorMs();
  setTimeout(() => {
    workedMs = processorMs();
    say({ kind: 'warm' });
  }, load.warmUpMs);
  const timed = async <Answer>(order: () => Promise<Answer>): Promise<Answer> => {
    const sentMs = performance.now();
    const answer = await order();
    const nowMs = performance.now();
    if (nowMs >= beginMs && nowMs < endMs) waitsMs.push(nowMs - sentMs);
    return answer;
  };
  await Promise.all(
    traders.map(async (trader) => {
      while (performance.now() < endMs) {
        const id = await timed(async () => await trader.open());
        await timed(async () => await trader.closePosition(id));
      }
    }),
  );
  const processorShare = (processorMs() - workedMs) / load.durationMs;
  for (const trader of traders) trader.end();
  const samples = Float64Array.from(waitsMs);
  const at = (share: number): number => percentile(samples, share);
  const waitMs = { p50: at(0.5), p99: at(0.99), max: at(1) };
  say({ kind: 'measured', orders: waitsMs.length, waitMs, processorShare });
}

process.on('message', ({ load }: ToOrdersClients) => {
  run(load).catch((error: unknown) => say({ kind: 'failed', reason: String(error) }));
});
process.on('disconnect', () => process.exit());
