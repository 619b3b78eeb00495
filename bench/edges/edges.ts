// What edges cost: orders through one engine by 1, 2 and 4 edges over NATS beside the same load in the
// engine's process, the sockets that an edge carries, the bytes over NATS, and the cost of a synchronous
// standby.
import { rounded, type Bench } from '../report.ts';
import { askFixture } from '../fixture.ts';

const SECONDS = 10;
/** Each has two sockets. */
const CUSTOMERS = 500;
const ADDED_P99_MS_MAX = 2;
const REPLICATION_PERCENT_MAX = 10;

type Load = {
  readonly ordersPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly pairsPerSecond: number;
};
type Figures = {
  readonly inProcess: Load;
  readonly byEdges: readonly (Load & { readonly edges: number })[];
  /** What the figures above are the medians of. */
  readonly rounds: readonly { readonly inProcess: Load; readonly byEdges: readonly Load[] }[];
  readonly replication: {
    readonly ordersPerSecond: { readonly with: number; readonly without: number };
  };
};

type PerSecond = { readonly bytes: number; readonly processorMs: number };
type Crowd = {
  readonly sockets: number;
  readonly alone: PerSecond;
  readonly withSockets: PerSecond;
  /** Messages with prices that all sockets got a second. */
  readonly heardPerSecond: number;
};

export const measureEdges: Bench = async ({ scale, report }) => {
  const seconds = Math.max(1, Math.round(SECONDS * scale));
  report.say(
    `${seconds} s at 1,000 orders a second and ${seconds} s at full speed, each, three times`,
  );
  const figures = await askFixture<Figures>('edges-fixture', [String(seconds)]);
  if (figures === undefined) {
    report.say('SKIPPED, no PostgreSQL answers at DATABASE_URL or 127.0.0.1:5432');
    return { seconds };
  }
  const { inProcess, byEdges, rounds, replication } = figures;
  const describe = (where: string, load: Load): void => {
    const { ordersPerSecond, p50Ms, p99Ms, pairsPerSecond } = load;
    const waits = `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms at ${ordersPerSecond}/s`;
    report.say(`${where}: ${waits}; at most ${2 * pairsPerSecond} orders/s`);
  };
  describe('in the process', inProcess);
  for (const load of byEdges) describe(`${load.edges} edges`, load);
  const addedMs = byEdges.map(({ p99Ms }) => p99Ms - inProcess.p99Ms);
  const added = addedMs.map((ms) => ms.toFixed(1)).join(', ');
  report.say(`added at p99: ${added} ms (at most ${ADDED_P99_MS_MAX})`);
  const { with: synchronous, without } = replication.ordersPerSecond;
  const costPercent = (1 - synchronous / without) * 100;
  report.say(
    `a synchronous standby: ${Math.round(synchronous)} orders/s, without ${Math.round(without)}: ` +
      `${costPercent.toFixed(1)} % (at most ${REPLICATION_PERCENT_MAX})`,
  );
  return {
    ...(await measureSockets({ scale, report, seconds })),
    seconds,
    inProcess: roundLoad(inProcess),
    byEdges: byEdges.map((load) => ({ edges: load.edges, ...roundLoad(load) })),
    rounds: rounds.map((round) => ({
      inProcess: roundLoad(round.inProcess),
      byEdges: round.byEdges.map((load) => roundLoad(load)),
    })),
    addedP99Ms: addedMs.map((ms) => rounded(ms)),
    addedP99MsMax: ADDED_P99_MS_MAX,
    replication: { synchronous: rounded(synchronous), without: rounded(without) },
    replicationCostPercent: rounded(costPercent),
    replicationCostPercentMax: REPLICATION_PERCENT_MAX,
  };
};

/** What sockets cost the edge's processor and NATS, beyond what an edge without any costs. */
async function measureSockets({
  scale,
  report,
  seconds,
}: Pick<Parameters<Bench>[0], 'scale' | 'report'> & { readonly seconds: number }): Promise<object> {
  const customers = Math.max(10, Math.round(CUSTOMERS * scale));
  const crowd = await askFixture<Crowd>('edge-sockets-fixture', [customers, seconds].map(String));
  if (crowd === undefined) {
    report.say('sockets: SKIPPED, nats-server is not installed');
    return {};
  }
  const { sockets, alone, withSockets, heardPerSecond } = crowd;
  const perThousand = 1_000 / sockets;
  const processorMs = (withSockets.processorMs - alone.processorMs) * perThousand;
  const bytes = (withSockets.bytes - alone.bytes) * perThousand;
  const socketsPerEdge = Math.round(((1_000 - alone.processorMs) / processorMs) * 1_000);
  report.say(
    `${sockets} sockets, ${Math.round(heardPerSecond)} messages with prices a second: ${processorMs.toFixed(1)} ms of the processor a second and ` +
      `${Math.round(bytes)} bytes a second over NATS for each 1,000; an edge without sockets ` +
      `takes ${alone.processorMs.toFixed(1)} ms and ${Math.round(alone.bytes)} bytes`,
  );
  report.say(`one processor carries about ${socketsPerEdge} sockets`);
  const perThousandSockets = { processorMs: rounded(processorMs), natsBytes: Math.round(bytes) };
  const without = { processorMs: rounded(alone.processorMs), natsBytes: Math.round(alone.bytes) };
  return {
    sockets,
    heardPerSecond: rounded(heardPerSecond),
    perThousandSockets,
    withoutSockets: without,
    socketsPerEdge,
  };
}

function roundLoad({ ordersPerSecond, p50Ms, p99Ms, pairsPerSecond }: Load): Load {
  return { ordersPerSecond, p50Ms: rounded(p50Ms), p99Ms: rounded(p99Ms), pairsPerSecond };
}
