// With SERVER_TESTS_ROLES=edges, a server of a test is three programs over NATS: one with the engine,
// the market and the jobs, and two edges, over which requests and sockets are spread in turn
// (`npm run soak -- roles`).
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { NATS_URL } from './nats.ts';

const EDGES = 2;
/** The first prices reach an edge within a second; a test without prices waits in vain. */
const PRICES_WITHIN_MS = 2_000;
const POLL_MS = 25;
/** The end of a session reaches every program within half a second, that of an API key in one. */
const NOTICED_WITHIN_MS = 1_100;
const OF_STAFF = '/api/backoffice/';

/** Whether this run divides the programs of the tests. */
export const IS_DIVIDED = process.env['SERVER_TESTS_ROLES'] === 'edges';

type Options = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly beside?: unknown;
};
type Program = { readonly url: string; stop(): Promise<void> };

type Calls = (...asked: never[]) => Promise<unknown>;

/** What a test does with its server that any edge can answer, or changes for all programs. */
type Divisible = Program & {
  readonly post: Calls;
  readonly get: Calls;
  readonly connect: Calls;
  readonly operator: Calls;
  readonly operatorAs: Calls;
};

/** Whether a test leaves it open which programs there are. */
export function isDivisible({ beside, environment = {} }: Options): boolean {
  return beside === undefined && environment['ROLES'] === undefined;
}

/**
 * Starts the programs, with one DATA_DIR, which stands for the common store of files. The parts of a
 * test that need the engine's program get that one.
 */
export async function startDivided<Asked extends Options, Server extends Divisible>(
  options: Asked,
  start: (options: Asked) => Promise<Server>,
): Promise<Server> {
  const cluster = { NATS_URL, NATS_PREFIX: randomUUID() };
  const withRoles = (roles: string): Asked => ({
    ...options,
    environment: { ...options.environment, ...cluster, ROLES: roles },
  });
  const core = await start(withRoles('engine,market,jobs'));
  const edges: Server[] = [];
  try {
    while (edges.length < EDGES) edges.push(await start(withRoles('edge')));
    await Promise.all(edges.map(untilPrices));
  } catch (error) {
    await Promise.all([...edges, core].map((one) => one.stop()));
    throw error;
  }
  let calls = 0;
  const next = (): Server => {
    calls += 1;
    return edges[calls % EDGES] ?? core;
  };
  return {
    ...core,
    url: edges[0]?.url ?? core.url,
    operator: thenWait(core.operator),
    operatorAs: thenWait(core.operatorAs),
    get post() {
      const { post } = next();
      // Attempts to sign in are delayed by seconds that must not pass here.
      return thenWait(
        post,
        ([path, , call]) => call !== undefined && String(path).startsWith(OF_STAFF),
      );
    },
    get get() {
      return next().get;
    },
    get connect() {
      return next().connect;
    },
    stop: async () => {
      await Promise.all(edges.map((edge) => edge.stop()));
      await core.stop();
    },
  };
}

/** Lets every program notice what a call has changed. */
function thenWait<Call extends Calls>(
  call: Call,
  isChange: (asked: readonly unknown[]) => boolean = () => true,
): Call {
  const waiting = async (...asked: Parameters<Call>): Promise<unknown> => {
    const answer = await call(...asked);
    if (isChange(asked)) await sleep(NOTICED_WITHIN_MS);
    return answer;
  };
  return waiting as Call;
}

async function untilPrices({ url }: Program): Promise<void> {
  const endsAtMs = performance.now() + PRICES_WITHIN_MS;
  while (performance.now() < endsAtMs) {
    if ((await fetch(`${url}/health/ready`)).ok) return;
    await sleep(POLL_MS);
  }
}
