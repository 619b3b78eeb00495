// `npm run bench -- NAME [SCALE]`: measures one budget and prints it; the last line is JSON. A
// scale below 1 (such as 0.01) makes everything smaller, to try a bench out: its figures mean
// nothing.
import { measureApi } from './api.ts';
import { measureBoot } from './boot.ts';
import { measureEngineCrash } from './engine-crash.ts';
import { measureEngineTicks } from './engine-ticks.ts';
import { measureFeed } from './feed.ts';
import { describeMachine } from './machine.ts';
import { measureOrders } from './orders.ts';
import { createReport } from './report.ts';
import type { Bench } from './report.ts';
import { measureSimulator } from './simulator.ts';

const BENCHES: Readonly<Record<string, Bench>> = {
  'engine-ticks': measureEngineTicks,
  'engine-crash': measureEngineCrash,
  orders: measureOrders,
  feed: measureFeed,
  simulator: measureSimulator,
  boot: measureBoot,
  api: measureApi,
};

async function main(name = '', scaleText = '1'): Promise<void> {
  const bench = BENCHES[name];
  const scale = Number(scaleText);
  if (bench === undefined || !(scale > 0 && scale <= 1)) {
    console.error(
      `Usage: npm run bench -- NAME [SCALE]; NAME is ${Object.keys(BENCHES).join(', ')}`,
    );
    console.error('SCALE is above 0 and at most 1, which is the default.');
    process.exitCode = 2;
    return;
  }
  const report = createReport(name);
  const before = describeMachine();
  const figures = await bench({ scale, report });
  console.log(JSON.stringify({ name, scale, ...figures, before, after: describeMachine() }));
}

await main(...process.argv.slice(2));
