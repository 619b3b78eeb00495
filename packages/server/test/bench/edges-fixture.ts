// Orders through one engine by edges of their own processes, beside the same load in the process, for
// `npm run bench -- edges`: how long an order waits when a thousand come each second, and as many pairs
// of an opening and a close as all accounts can make. The machine changes while it runs, so that all
// are measured in three rounds, of which the middle one counts. Then the same with and without a
// synchronous standby. It is forked with the seconds of each.
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { serveEngine } from '#engine/remote/serve-engine.ts';
import { migrate, openDatabase } from '#platform/db/db.ts';
import { openMessages } from '#platform/messages/messages.ts';
import { startReplicatedPair } from '../support/replicated-pair.ts';
import { createBenchDatabase, isAbsent, printProblem } from './bench-database.ts';
import { measurePairs, measureWaits } from './bench-loads.ts';
import { ACCOUNTS, startBenchEngine } from './bench-orders.ts';
import { BENCH_NATS_URL, SILENT } from './edges-settings.ts';

const EDGES = [1, 2, 4] as const;
const PER_SECOND = 1_000;
const ROUNDS = 3;

type Waits = { readonly ordersPerSecond: number; readonly p50Ms: number; readonly p99Ms: number };
type Load = Waits & { readonly pairsPerSecond: number };

function summarize(waits: readonly number[], ordersPerSecond: number): Waits {
  const sorted = Float64Array.from(waits).toSorted();
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { ordersPerSecond, p50Ms: at(0.5), p99Ms: at(0.99) };
}

async function heard<Message>(edge: ChildProcess): Promise<Message> {
  const [message] = (await once(edge, 'message')) as [Message];
  return message;
}

async function measureEdges(prefix: string, count: number, seconds: number) {
  const share = Math.floor(ACCOUNTS / count);
  const edges = Array.from({ length: count }, (_, index) => {
    const numbers = [1 + index * share, share, seconds, PER_SECOND / count].map(String);
    return fork(new URL('./edge-orders.ts', import.meta.url), [prefix, ...numbers]);
  });
  await Promise.all(edges.map(async (edge) => await heard(edge)));
  const askAll = async <Message>(): Promise<readonly Message[]> => {
    const answers = edges.map(async (edge) => await heard<Message>(edge));
    for (const edge of edges) edge.send({ kind: 'go' });
    return await Promise.all(answers);
  };
  const waits = await askAll<{ readonly ordersPerSecond: number; readonly waits: number[] }>();
  const pairs = await askAll<{ readonly pairsPerSecond: number }>();
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  return {
    ...summarize(
      waits.flatMap((one) => one.waits),
      sum(waits.map((one) => one.ordersPerSecond)),
    ),
    pairsPerSecond: sum(pairs.map((one) => one.pairsPerSecond)),
  };
}

async function measureInProcessAndByEdges(seconds: number) {
  const { db, drop } = await createBenchDatabase('postgres');
  const { engine, stop } = await startBenchEngine(db);
  const prefix = `bench-${randomUUID()}`;
  const settings = { urls: [BENCH_NATS_URL], credentials: undefined, caFile: undefined, prefix };
  const messages = openMessages(settings, SILENT);
  const endServing = serveEngine({ messages, name: 'live', owner: engine });
  const measureInProcess = async (): Promise<Load> => {
    const { waits, ordersPerSecond } = await measureWaits(engine, seconds * 1_000);
    const { pairsPerSecond } = await measurePairs(engine, seconds * 1_000);
    return { ...summarize([...waits], ordersPerSecond), pairsPerSecond };
  };
  const rounds: { readonly inProcess: Load; readonly byEdges: readonly Load[] }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const inProcess = await measureInProcess();
    const byEdges: Load[] = [];
    for (const count of EDGES) byEdges.push(await measureEdges(prefix, count, seconds));
    rounds.push({ inProcess, byEdges });
  }
  const inProcess = middleOf(rounds.map((round) => round.inProcess));
  const byEdges = EDGES.map((edges, at) => {
    const loads = rounds.flatMap((round) => round.byEdges[at] ?? []);
    return { edges, ...middleOf(loads) };
  });
  endServing();
  await messages.close();
  await stop();
  await drop();
  return { inProcess, byEdges, rounds };
}

/** Returns the median of each figure. */
function middleOf(loads: readonly Load[]): Load {
  const middle = (of: (load: Load) => number): number =>
    loads.map(of).toSorted((one, other) => one - other)[Math.floor(loads.length / 2)] ?? Number.NaN;
  return {
    ordersPerSecond: middle((load) => load.ordersPerSecond),
    p50Ms: middle((load) => load.p50Ms),
    p99Ms: middle((load) => load.p99Ms),
    pairsPerSecond: middle((load) => load.pairsPerSecond),
  };
}

/** The same engine on a primary, whose commits wait for the standby or not, in turns. */
async function measureReplication(seconds: number) {
  const pair = await startReplicatedPair();
  const db = await openDatabase({ url: pair.url, directory: '', onError: printProblem });
  await migrate(db);
  const { engine, stop } = await startBenchEngine(db);
  const figures = { with: 0, without: 0 };
  const turns = ['without', 'with', 'with', 'without'] as const;
  for (const turn of turns) {
    const mode = turn === 'with' ? 'on' : 'local';
    await pair.primary.run(`alter system set synchronous_commit = '${mode}'`);
    await pair.primary.run('select pg_reload_conf()');
    const { pairsPerSecond } = await measurePairs(engine, seconds * 500);
    figures[turn] += (2 * pairsPerSecond) / (turns.length / 2);
  }
  await stop();
  await db.close();
  await pair.stop();
  return { ordersPerSecond: figures };
}

try {
  const seconds = Number(process.argv[2]);
  const orders = await measureInProcessAndByEdges(seconds);
  const replication = await measureReplication(seconds);
  process.send?.({ kind: 'measured', figures: { ...orders, replication } });
} catch (error) {
  if (!isAbsent(error)) throw error;
  process.send?.({ kind: 'absent' });
}
process.disconnect();
