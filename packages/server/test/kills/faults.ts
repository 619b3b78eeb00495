// What happens to the installation while customers trade. Each fault ends with a whole installation.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../simulation/chance.ts';
import { watchFreshPrices } from './fresh-prices.ts';
import { EDGES } from './installation.ts';
import type { Installation } from './installation.ts';
import type { Network } from './namespaces.ts';
import { cut, mend } from './partitions.ts';
import type { Partition } from './partitions.ts';

/** Longer than a standby waits, so that the paused program is replaced before it goes on. */
const PAUSE_MS = 3_000;
const STANDBY_CUT_MS = [300, 1_000] as const;
const NATS_DOWN_MS = [100, 2_000] as const;

export const FAULTS = [
  'engine',
  'market',
  'postgres',
  'partition',
  'pause',
  'nats',
  'edge',
] as const;
export type Fault = (typeof FAULTS)[number];

/** A pause has other figures for the owner of the accounts than for the leader of the market. */
export const KINDS = [
  'engine',
  'engine-pause',
  'market',
  'market-pause',
  'postgres',
  'partition',
  'nats',
  'edge',
] as const;
export type Kind = (typeof KINDS)[number];

export type FaultOptions = {
  readonly installation: Installation;
  readonly network: Network;
  readonly chance: Chance;
  readonly nextPartition: () => Partition;
};

export type Begun = {
  readonly kind: Kind;
  readonly what: string;
  /** When it began, by the monotonic clock. */
  readonly atMs: number;
  /** What must be seen before an order counts as the first one after the fault. */
  readonly isSeen?: Promise<void>;
  readonly mend: () => Promise<void>;
};

/** Begins a fault. Returns what was done, and a function that mends it. */
export async function beginFault(fault: Fault, options: FaultOptions): Promise<Begun> {
  const { chance } = options;
  switch (fault) {
    case 'partition':
      return cutPair(options);
    case 'postgres':
      return await killPrimary(options);
    case 'nats':
      return await killNats(options);
    case 'edge':
      return await killEdge(options);
    case 'engine':
      return await stopOwner(options, 'SIGKILL');
    case 'market':
      return await stopLeader(options, 'SIGKILL');
    case 'pause':
      return await (chance.happens(0.5) ? stopOwner : stopLeader)(options, 'SIGSTOP');
  }
}

type Stop = 'SIGKILL' | 'SIGSTOP';

async function stopOwner({ installation }: FaultOptions, how: Stop): Promise<Begun> {
  const name = await installation.getOwner();
  const atMs = performance.now();
  return {
    atMs,
    kind: how === 'SIGKILL' ? 'engine' : 'engine-pause',
    ...(await stop(installation, name, how)),
  };
}

async function stopLeader({ installation }: FaultOptions, how: Stop): Promise<Begun> {
  const name = await installation.getLeader();
  const prices = await watchFreshPrices(EDGES.map((edge) => installation.urlOf(edge)));
  const atMs = performance.now();
  const stopped = await stop(installation, name, how);
  const isSeen = prices.untilFresh().finally(() => prices.close());
  isSeen.catch(() => undefined);
  return { atMs, kind: how === 'SIGKILL' ? 'market' : 'market-pause', isSeen, ...stopped };
}

async function stop(
  installation: Installation,
  name: string,
  how: Stop,
): Promise<Pick<Begun, 'what' | 'mend'>> {
  if (how === 'SIGKILL') {
    await installation.find(name).end('SIGKILL');
    const start = async (): Promise<void> => installation.startProgram(name);
    return { what: `${name} is killed`, mend: start };
  }
  installation.find(name).signal('SIGSTOP');
  return {
    what: `${name} stands still`,
    mend: async () => {
      await sleep(PAUSE_MS);
      installation.find(name).signal('SIGCONT');
    },
  };
}

async function killEdge({ installation, chance }: FaultOptions): Promise<Begun> {
  const atMs = performance.now();
  return { atMs, kind: 'edge', ...(await stop(installation, chance.pick(EDGES), 'SIGKILL')) };
}

async function killNats({ installation, chance }: FaultOptions): Promise<Begun> {
  const atMs = performance.now();
  await installation.find('nats').end('SIGKILL');
  return {
    atMs,
    kind: 'nats',
    what: 'NATS is killed',
    mend: async () => {
      await sleep(chance.between(...NATS_DOWN_MS));
      installation.startNats();
    },
  };
}

/** Half of the time the standby is out of reach before: commits wait for it, and are lost. */
async function killPrimary({ installation, network, chance }: FaultOptions): Promise<Begun> {
  const { primary, standby } = installation.database;
  const isCut = chance.happens(0.5);
  if (isCut) {
    network.cut(primary.name, standby.name);
    await sleep(chance.between(...STANDBY_CUT_MS));
  }
  const atMs = performance.now();
  await installation.database.failOver();
  if (isCut) network.mend(primary.name, standby.name);
  return {
    atMs,
    kind: 'postgres',
    what: `the primary on ${primary.name} is killed${isCut ? ', cut off from its standby' : ''}`,
    mend: async () => await installation.database.returnStandby(),
  };
}

function cutPair({ network, nextPartition }: FaultOptions): Begun {
  const partition = nextPartition();
  const atMs = performance.now();
  cut(network, partition);
  return {
    atMs,
    kind: 'partition',
    what: `${partition.what} for ${partition.durationMs} ms`,
    mend: async () => {
      await sleep(partition.durationMs);
      mend(network, partition);
    },
  };
}
