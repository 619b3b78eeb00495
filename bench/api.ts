// The cost of the API's edge: reads that are answered from memory, requested by 10,000 customers in
// turns. They are compared with bare routes in the same process that reply with constants of the
// same content: first on a server like the program's, which is the reference, then on the framework
// alone. Finally, their latency is measured at 500 requests per second.
import { fork, type ChildProcess } from 'node:child_process';
import { MINUTE_MS } from '@halyard/core/time';
import type { FromClients, FromFixture, Load, Read, ToClients, ToFixture } from './api-messages.ts';
import { answer, end, send } from './children.ts';
import { rounded, type Bench, type Report } from './report.ts';

const FIXTURE = new URL('../packages/server/test/bench/api-fixture.ts', import.meta.url);
const CLIENTS = new URL('./api-clients.ts', import.meta.url);
const ACCOUNTS = 10_000;
const ACCOUNTS_MIN = 10;
const CONNECTIONS = 32;
const PER_SECOND = 500;
const MEASURED_MS = 10_000;
const BY_CLOCK_MS = MINUTE_MS;
const MEASURED_MIN_MS = 200;
/** By then the code is compiled; the warm-up lasts until every customer has called once. */
const WARM_UP_MS = 5_000;
const WARM_UP_MIN_MS = 50;
const GENERATOR_SHARE_MAX = 0.9;

type Processes = { readonly fixture: ChildProcess; readonly clients: ChildProcess };

export const measureApi: Bench = async ({ scale, report }) => {
  const accounts = Math.max(ACCOUNTS_MIN, Math.round(ACCOUNTS * scale));
  const fixture = fork(FIXTURE, [String(accounts)]);
  const clients = fork(CLIENTS);
  const processes = { fixture, clients };
  try {
    report.say(`${accounts} accounts sign in`);
    const server = await answer<FromFixture, 'listening'>(fixture, 'listening');
    const { reads, tokens, port, barePort, frameworkPort, database } = server;
    const common = {
      tokens,
      connections: CONNECTIONS,
      durationMs: Math.max(MEASURED_MIN_MS, MEASURED_MS * scale),
      warmUpMs: Math.max(WARM_UP_MIN_MS, WARM_UP_MS * scale),
    };
    const perRead: Record<string, unknown> = {};
    for (const read of reads) {
      const own = await measure(processes, { ...common, port, reads: [read] }, report);
      const constant = { ...common, reads: [toBare(read)] };
      const bare = await measure(processes, { ...constant, port: barePort }, report);
      const framework = await measure(processes, { ...constant, port: frameworkPort }, report);
      perRead[read.name] = {
        own,
        bare,
        framework,
        ratio: rounded(own.perSecond / bare.perSecond),
        ratioToFramework: rounded(own.perSecond / framework.perSecond),
      };
    }
    const durationMs = Math.max(MEASURED_MIN_MS, BY_CLOCK_MS * scale);
    const load = { ...common, durationMs, port, reads, perSecond: PER_SECOND };
    const byClock = await measure(processes, load, report);
    return { accounts, database, reads: perRead, byClock };
  } finally {
    await Promise.all([end(fixture), end(clients)]);
  }
};

function toBare({ name, method, path }: Read): Read {
  return { name: `${name}, bare`, method, path };
}

async function measure({ fixture, clients }: Processes, load: Load, report: Report) {
  const names = load.reads.map(({ name }) => name).join(', ');
  report.say(`${names}: ${load.durationMs / 1_000} s`);
  const measuring = answer<FromClients, 'measured'>(clients, 'measured');
  send<ToClients>(clients, { kind: 'run', load });
  const warming = answer<FromClients, 'warm'>(clients, 'warm');
  await Promise.all([warming.then(() => send<ToFixture>(fixture, { kind: 'begin' })), measuring]);
  const ending = answer<FromFixture, 'ended'>(fixture, 'ended');
  send<ToFixture>(fixture, { kind: 'end' });
  const [{ answers, bytes, waitMs, processorShare }, { processorMs }] = await Promise.all([
    measuring,
    ending,
  ]);
  return {
    perSecond: Math.round((answers / load.durationMs) * 1_000),
    bytesPerAnswer: Math.round(bytes / answers),
    microsecondsPerAnswer: rounded((processorMs / answers) * 1_000),
    p50Ms: rounded(waitMs.p50),
    p99Ms: rounded(waitMs.p99),
    maxMs: rounded(waitMs.max),
    generatorShare: rounded(processorShare),
    isVoid: processorShare > GENERATOR_SHARE_MAX,
  };
}
