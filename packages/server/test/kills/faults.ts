// What happens to the installation while customers trade. Each fault ends with a whole installation.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../simulation/chance.ts';
import { CORES, DATABASES, EDGES } from './installation.ts';
import type { Installation } from './installation.ts';
import type { Network } from './namespaces.ts';

const PAUSE_MS = 4_000;
const CUT_MS = [500, 5_000] as const;
const STANDBY_CUT_MS = [300, 1_500] as const;
const NATS_DOWN_MS = [100, 3_000] as const;
const PAIRED = ['nats', ...DATABASES, ...CORES, ...EDGES] as const;

export const FAULTS = ['engine', 'edge', 'postgres', 'partition', 'pause', 'nats'] as const;
export type Fault = (typeof FAULTS)[number];

export type FaultOptions = {
  readonly installation: Installation;
  readonly network: Network;
  readonly chance: Chance;
};

type Begun = {
  readonly what: string;
  /** When it began, by the monotonic clock. */
  readonly atMs: number;
  readonly mend: () => Promise<void>;
};

/** Begins a fault. Returns what was done, and a function that mends it. */
export async function beginFault(fault: Fault, options: FaultOptions): Promise<Begun> {
  const { installation, chance } = options;
  if (fault === 'partition') return cutPair(options);
  if (fault === 'postgres') return await killPrimary(options);
  if (fault === 'nats') {
    const atMs = performance.now();
    await installation.find('nats').end('SIGKILL');
    return {
      atMs,
      what: 'NATS is killed',
      mend: async () => {
        await sleep(chance.between(...NATS_DOWN_MS));
        installation.startNats();
      },
    };
  }
  const owner = (await installation.findOwner()) ?? CORES[0];
  const atMs = performance.now();
  if (fault === 'pause') {
    installation.find(owner).signal('SIGSTOP');
    return {
      atMs,
      what: `${owner} with the lease stands still`,
      mend: async () => {
        await sleep(PAUSE_MS);
        installation.find(owner).signal('SIGCONT');
      },
    };
  }
  const name = fault === 'edge' ? chance.pick(EDGES) : owner;
  await installation.find(name).end('SIGKILL');
  return { atMs, what: `${name} is killed`, mend: async () => installation.startProgram(name) };
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
    what: `the primary on ${primary.name} is killed${isCut ? ', cut off from its standby' : ''}`,
    mend: async () => await installation.database.returnStandby(),
  };
}

function cutPair({ network, chance }: FaultOptions): Begun {
  const one = chance.pick(PAIRED);
  const other = chance.pick(PAIRED.filter((name) => name !== one));
  const isOneSided = chance.happens(0.5);
  const ways = isOneSided ? [[one, other] as const] : [[one, other], [other, one] as const];
  const atMs = performance.now();
  for (const [from = '', to = ''] of ways) network.cut(from, to);
  return {
    atMs,
    what: isOneSided ? `${one} can't send to ${other}` : `${one} and ${other} are apart`,
    mend: async () => {
      await sleep(chance.between(...CUT_MS));
      for (const [from = '', to = ''] of ways) network.mend(from, to);
    },
  };
}
