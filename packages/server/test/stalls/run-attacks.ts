// Sends every attack to the whole program, one after the other, and notes how long each held it up.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { importContent, readPublicToken } from '../content/cms-fixture.ts';
import { signInStaff } from '../support/staff.ts';
import { signUpTrader, startServer } from '../support/start-server.ts';
import type { TestServer } from '../support/start-server.ts';
import type { TestDatabase } from '../support/test-database.ts';
import { listAttacks, makeBody } from './attacks.ts';
import type { Attack } from './attacks.ts';
import type { ToClient } from './stall-client.ts';
import { startStallMeter } from './stall-meter.ts';
import type { Stall } from './stall-meter.ts';

const SIGNING_OUT = /logout|close|\/end|deleteAccount|exclude|timeOut|disable|reset/i;
const PAGES = 20;

export type Outcome = { readonly attack: Attack; readonly status: number; readonly stall: Stall };

export type RunOptions = {
  readonly database: TestDatabase;
  /** Draws the order of the attacks, and which are sent. */
  readonly seed: number;
  /** Of each route; all without. */
  readonly attacksPerRoute?: number;
  readonly onOutcome: (outcome: Outcome) => void;
};

/** What ends a session or an account comes last. */
export async function runAttacks(options: RunOptions): Promise<void> {
  const server = await startServer({ database: options.database });
  const client = new Worker(new URL('./stall-client.ts', import.meta.url), { execArgv: [] });
  const meter = startStallMeter();
  try {
    const tokens = await prepare(server);
    const attacks = choose(listAttacks(), options);
    for (const attack of attacks) {
      const headers = { 'x-forwarded-for': '198.51.100.1', ...authorisation(tokens, attack) };
      const message: ToClient = { url: server.url, attack: makeBody(attack), headers };
      meter.take();
      client.postMessage(message);
      const [status] = (await once(client, 'message')) as [number];
      options.onOutcome({ attack, status, stall: meter.take() });
    }
  } finally {
    meter.stop();
    await client.terminate();
    await server.stop();
  }
}

type Tokens = Readonly<Record<Attack['access'], string>> & { readonly cms: string };

async function prepare(server: TestServer): Promise<Tokens> {
  const { access_token: customer } = await signUpTrader(server, 'stalls@example.com', '10000');
  const { token: staff } = await signInStaff(server, 'stalls@staff.example', 'admin', 'content');
  await importContent(server, { collections: { pages: { entries: manyPages() } } });
  return {
    public: '',
    customer,
    staff,
    affiliate: '',
    content: '',
    cms: await readPublicToken(server),
  };
}

/** Each as large as a page may be. */
function manyPages(): readonly object[] {
  const text = '<p>text <b>bold</b></p>'.repeat(1_100) + 'x'.repeat(200_000);
  const components = [{ component: 'text', settings: { text } }];
  return Array.from({ length: PAGES }, (_, at) => ({
    title: `Page ${at}`,
    title_slug: `page-${at}`,
    published: true,
    components,
  }));
}

function authorisation(tokens: Tokens, { access, path }: Attack): Record<string, string> {
  if (/^\/api\/(?:collections|singletons|forms)\//.test(path)) {
    return { 'cockpit-token': tokens.cms };
  }
  const token = tokens[access];
  return token === '' ? {} : { authorization: `Bearer ${token}` };
}

function choose(attacks: readonly Attack[], { seed, attacksPerRoute }: RunOptions) {
  const random = createRandom(seed);
  const drawn = attacks
    .map((attack) => ({ attack, rank: random() + (SIGNING_OUT.test(attack.path) ? 1 : 0) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ attack }) => attack);
  if (attacksPerRoute === undefined) return drawn;
  const counts = new Map<string, number>();
  return drawn.filter(({ route }) => {
    const count = (counts.get(route) ?? 0) + 1;
    counts.set(route, count);
    return count <= attacksPerRoute;
  });
}

/** A linear congruential generator (Numerical Recipes): the same seed, the same order. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
