// `npm run bench -- NAME [SCALE] [--minutes M] [--paths /,/login] [--only PART] [--evidence]`:
// measures one budget and prints it; the last line is JSON. `--evidence` stores all lines in
// docs/evidence/NAME.md. A scale below 1 (such as 0.01) makes everything smaller to try a bench;
// its figures mean nothing. A part is one of `web` (sizes, rest, load, lighthouse) or a database of
// engine-crash, orders, metrics and boot; `lists` accepts `--full`.
import { parseArgs } from 'node:util';
import { measureApi } from './api.ts';
import { measureApiOrders } from './api-orders/api-orders.ts';
import { measureBoot } from './boot.ts';
import { findCommit, writeEvidence } from './evidence.ts';
import { measureEdges } from './edges/edges.ts';
import { measureEngineCrash } from './engine-crash.ts';
import { measureEngineTicks } from './engine-ticks.ts';
import { measureFeed } from './feed.ts';
import { describeMachine } from './machine.ts';
import { measureLists } from './lists.ts';
import { measureMetrics } from './metrics.ts';
import { measureOrders } from './orders.ts';
import { createReport, DATABASES, WEB_PARTS } from './report.ts';
import type { Bench } from './report.ts';
import { measureSignIns } from './sign-ins.ts';
import { measureSimulator } from './simulator.ts';
import { measureWeb } from './web.ts';

const BENCHES: Readonly<Record<string, Bench>> = {
  'engine-ticks': measureEngineTicks,
  'engine-crash': measureEngineCrash,
  edges: measureEdges,
  orders: measureOrders,
  metrics: measureMetrics,
  feed: measureFeed,
  'sign-ins': measureSignIns,
  simulator: measureSimulator,
  boot: measureBoot,
  api: measureApi,
  'api-orders': measureApiOrders,
  lists: measureLists,
  web: measureWeb,
};

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string' },
      paths: { type: 'string' },
      only: { type: 'string' },
      full: { type: 'boolean' },
      evidence: { type: 'boolean', default: false },
    },
  });
  const [name = '', scaleText = '1'] = positionals;
  const bench = BENCHES[name];
  const scale = Number(scaleText);
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
  const only = WEB_PARTS.find((part) => part === values.only);
  const database = DATABASES.find((kind) => kind === values.only);
  const isPart = values.only === (only ?? database);
  if (bench === undefined || !(scale > 0 && scale <= 1) || !((minutes ?? 1) > 0) || !isPart) {
    console.error(
      `Usage: npm run bench -- NAME [SCALE]; NAME is ${Object.keys(BENCHES).join(', ')}`,
    );
    console.error('SCALE is above 0 and at most 1, which is the default.');
    console.error('web takes --minutes of the load, and --paths for Lighthouse, with commas;');
    console.error('with --only sizes, rest, load or lighthouse it measures nothing else.');
    console.error('engine-crash, orders, metrics and boot take --only postgres or embedded.');
    console.error('lists takes --full, for five times as much.');
    console.error('--evidence replaces docs/evidence/NAME.md by what it printed.');
    process.exitCode = 2;
    return;
  }
  const report = createReport(name);
  const before = describeMachine();
  const paths = values.paths?.split(',');
  const databases = database === undefined ? DATABASES : [database];
  const isFull = values.full;
  const figures = await bench({ scale, report, minutes, paths, only, databases, isFull });
  const at = { commit: findCommit(), endedAt: new Date().toISOString() };
  const after = describeMachine();
  const line = JSON.stringify({ name, scale, ...figures, ...at, before, after });
  console.log(line);
  if (values.evidence) writeEvidence(name, [...report.lines, line]);
}

await main();
