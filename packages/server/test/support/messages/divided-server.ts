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

/** Whether this run divides the programs of the tests. */
export const IS_DIVIDED = process.env['SERVER_TESTS_ROLES'] === 'edges';

type Options = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly beside?: unknown;
};
type Program = { readonly url: string; stop(): Promise<void> };

/** What a test does with its server that any edge can answer. */
type Divisible = Program & {
  readonly post: unknown;
  readonly get: unknown;
  readonly connect: unknown;
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
    get post() {
      return next().post;
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

async function untilPrices({ url }: Program): Promise<void> {
  const endsAtMs = performance.now() + PRICES_WITHIN_MS;
  while (performance.now() < endsAtMs) {
    if ((await fetch(`${url}/health/ready`)).ok) return;
    await sleep(POLL_MS);
  }
}
