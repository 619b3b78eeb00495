// Orders per second through the public API and through the web app's socket, on PostgreSQL, in one
// run. 32 traders, each with one order at a time, open a position and close it. They are compared
// with bare routes that give the same replies on a server like the program's, and with one durable
// statement per order.
import { fork } from 'node:child_process';
import { WAYS } from './messages.ts';
import type {
  FromOrdersClients,
  FromOrdersFixture,
  OrdersLoad,
  ToOrdersClients,
  ToOrdersFixture,
  Way,
} from './messages.ts';
import { answer, end, send } from '../children.ts';
import { rounded, type Bench } from '../report.ts';

const FIXTURE = new URL('../../packages/server/test/bench/api-orders-fixture.ts', import.meta.url);
const CLIENTS = new URL('./clients.ts', import.meta.url);
/** A stream gathers changes for 10 ms, so that one trader places at most a hundred orders a second. */
const TRADERS = 32;
const TRADERS_MIN = 2;
const MEASURED_MS = 20_000;
const MEASURED_MIN_MS = 300;
/** By then the code is compiled. */
const WARM_UP_MS = 5_000;
const WARM_UP_MIN_MS = 100;
/** From a scale of a tenth on, a run has all traders. */
const TEN = 10;
const MICROSECONDS_PER_PERCENT = 10_000;
const GENERATOR_SHARE_MAX = 0.9;

export const measureApiOrders: Bench = async ({ scale, report }) => {
  const count = Math.max(TRADERS_MIN, Math.round(TRADERS * Math.min(1, scale * TEN)));
  const durationMs = Math.max(MEASURED_MIN_MS, MEASURED_MS * scale);
  const warmUpMs = Math.max(WARM_UP_MIN_MS, WARM_UP_MS * scale);
  const fixture = fork(FIXTURE, [String(count), String(durationMs)]);
  try {
    const absent = answer<FromOrdersFixture, 'absent'>(fixture, 'absent');
    const listening = answer<FromOrdersFixture, 'listening'>(fixture, 'listening');
    // The other promise rejects when the process ends, which is expected.
    for (const one of [absent, listening]) one.catch(() => undefined);
    const server = await Promise.race([absent, listening]);
    if (server.kind === 'absent') {
      report.say('SKIPPED: no PostgreSQL answers at DATABASE_URL or 127.0.0.1:5432');
      return { traders: count };
    }
    const { statementsPerSecond, ...target } = server;
    report.say(`one durable statement for each order: ${statementsPerSecond} a second`);
    const measured: Record<string, unknown> = {};
    const perSecond = new Map<Way, number>();
    for (const way of WAYS) {
      report.say(`${way}: ${count} traders, ${durationMs / 1_000} s`);
      const figures = await measure(fixture, { ...target, way, warmUpMs, durationMs });
      measured[way] = figures;
      perSecond.set(way, figures.ordersPerSecond);
      report.say(describe(way, figures));
    }
    const rest = perSecond.get('rest') ?? 0;
    const ratioTo = (limit: number | undefined): number => rounded(rest / (limit ?? Number.NaN));
    return {
      traders: count,
      ...measured,
      statementsPerSecond,
      restToSocket: ratioTo(perSecond.get('socket')),
      restToBare: ratioTo(perSecond.get('bare')),
      restToStatements: ratioTo(statementsPerSecond),
    };
  } finally {
    await end(fixture);
  }
};

function describe(way: Way, figures: Awaited<ReturnType<typeof measure>>): string {
  const { ordersPerSecond, p50Ms, p99Ms, generatorShare } = figures;
  const { microsecondsPerOrder: own, databaseMicrosecondsPerOrder: ofDatabase } = figures;
  const shareOf = (microseconds: number): string =>
    `${Math.round((microseconds * ordersPerSecond) / MICROSECONDS_PER_PERCENT)} %`;
  return [
    `${way}: ${ordersPerSecond} orders/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms;`,
    `of a processor the program ${shareOf(own)} (${own} µs an order),`,
    `the database ${shareOf(ofDatabase)} (${ofDatabase} µs an order),`,
    `the clients ${Math.round(generatorShare * 100)} %`,
  ].join(' ');
}

async function measure(fixture: ReturnType<typeof fork>, load: OrdersLoad) {
  const clients = fork(CLIENTS);
  try {
    const measuring = answer<FromOrdersClients, 'measured'>(clients, 'measured');
    send<ToOrdersClients>(clients, { kind: 'run', load });
    const warming = answer<FromOrdersClients, 'warm'>(clients, 'warm');
    const begin = warming.then(() => send<ToOrdersFixture>(fixture, { kind: 'begin' }));
    const [{ orders, waitMs, processorShare }] = await Promise.all([measuring, begin]);
    const ending = answer<FromOrdersFixture, 'ended'>(fixture, 'ended');
    send<ToOrdersFixture>(fixture, { kind: 'end' });
    const { processorMs, databaseMs = Number.NaN } = await ending;
    return {
      ordersPerSecond: Math.round((orders / load.durationMs) * 1_000),
      microsecondsPerOrder: rounded((processorMs / orders) * 1_000),
      databaseMicrosecondsPerOrder: rounded((databaseMs / orders) * 1_000),
      p50Ms: rounded(waitMs.p50),
      p99Ms: rounded(waitMs.p99),
      maxMs: rounded(waitMs.max),
      generatorShare: rounded(processorShare),
      isVoid: processorShare > GENERATOR_SHARE_MAX,
    };
  } finally {
    await end(clients);
  }
}
