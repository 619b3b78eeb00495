// Faults of an installation whose machines are network namespaces: kills of the active engine, of edges
// and of PostgreSQL's primary, partitions, pauses and restarts of NATS, judged by the history checker.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '@halyard/core/time';
import { createChance } from '../simulation/chance.ts';
import { createEvidence } from './evidence.ts';
import { FAULTS } from '../kills/faults.ts';
import type { Fault } from '../kills/faults.ts';
import { MACHINES } from '../kills/installation.ts';
import { Network } from '../kills/namespaces.ts';
import { runKills } from '../kills/run-kills.ts';

const SOAK = fileURLToPath(new URL('./soak.ts', import.meta.url));
/** Set in the process on the machine that drives the others: whose network it is. */
const OWNER = 'KILLS_OWNER';
/** The design's limit for a take-over. */
const TAKE_OVER_MS_MAX = 3_000;
const FAILURE_CHARACTERS_MAX = 500;
/** A replica that misses commits, to see that the checker finds it. */
const ASYNCHRONOUS = 'asynchronous-replica';
const TAKE_OVERS: readonly Fault[] = ['engine', 'pause'];

/** True when nothing was found, and take-overs were quick enough. */
export async function soakKills(words: readonly string[]): Promise<boolean> {
  const owner = process.env[OWNER];
  return owner === undefined ? await runInNetwork(words) : await soak(words, Number(owner));
}

/** Makes the network and repeats the command on its first machine. */
async function runInNetwork(words: readonly string[]): Promise<boolean> {
  const network = new Network(process.pid, MACHINES);
  try {
    network.create();
    const { namespace } = network.find('ctl');
    const command = ['netns', 'exec', namespace, process.execPath, SOAK, 'kills', ...words];
    const env = { ...process.env, [OWNER]: String(process.pid) };
    const child = spawn('ip', command, { env, stdio: 'inherit' });
    return (await new Promise((resolve) => child.once('exit', resolve))) === 0;
  } finally {
    network.remove();
  }
}

async function soak(words: readonly string[], owner: number): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      engine: { type: 'string', default: '200' },
      edge: { type: 'string', default: '100' },
      postgres: { type: 'string', default: '200' },
      partition: { type: 'string', default: '500' },
      pause: { type: 'string', default: '100' },
      nats: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: 'Infinity' },
      sabotage: { type: 'string' },
      'no-evidence': { type: 'boolean', default: false },
    },
  });
  const isKept = !values['no-evidence'] && values.sabotage === undefined;
  const evidence = createEvidence({ soak: 'kills' }, isKept);
  const seed = Number(values.seed);
  const faults = shuffle(
    FAULTS.flatMap((fault) => Array.from({ length: Number(values[fault]) }, () => fault)),
    seed,
  );
  const folder = mkdtempSync(join(tmpdir(), 'halyard-kills-'));
  const timesMs = new Map<Fault, number[]>(FAULTS.map((fault) => [fault, []]));
  let failure: string | null = null;
  let figures: object = {};
  try {
    const { findings, ...counts } = await runKills({
      network: new Network(owner, MACHINES),
      folder,
      seed,
      faults,
      untilMs: performance.now() + Number(values.minutes) * MINUTE_MS,
      isSynchronous: values.sabotage !== ASYNCHRONOUS,
      onFault: (fault, what, interruptedMs) => {
        timesMs.get(fault)?.push(interruptedMs);
        evidence.say(`${fault}: ${what}: the next order was answered after ${interruptedMs} ms`);
      },
    });
    figures = { ...counts, crashes: counts.crashes.length };
    for (const { rule, what } of findings) evidence.say(`FOUND: ${rule}: ${what}`);
    for (const crash of counts.crashes) evidence.say(`CRASHED: ${crash}`);
    if (counts.crashes.length > 0) failure = 'a program has ended by itself';
    if (findings.length > 0) failure = `the history checker finds ${findings[0]?.rule}`;
  } catch (error) {
    failure = (error instanceof Error ? error.message : String(error)).slice(
      0,
      FAILURE_CHARACTERS_MAX,
    );
    evidence.say(`FAILED: ${failure}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const times = Object.fromEntries([...timesMs].map(([fault, all]) => [fault, summarize(all)]));
  const takeOvers = TAKE_OVERS.flatMap((fault) => timesMs.get(fault) ?? []);
  const isQuick = (summarize(takeOvers).p99Ms ?? 0) < TAKE_OVER_MS_MAX;
  evidence.finish({
    seed,
    sabotage: values.sabotage,
    asked: faults.length,
    times,
    isQuick,
    ...figures,
    failure,
  });
  return failure === null && isQuick;
}

function shuffle(faults: readonly Fault[], seed: number): readonly Fault[] {
  const chance = createChance(seed);
  return faults
    .map((fault) => ({ fault, place: chance.share() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ fault }) => fault);
}

function summarize(timesMs: readonly number[]): {
  readonly done: number;
  readonly p50Ms?: number | undefined;
  readonly p99Ms?: number | undefined;
  readonly maxMs?: number | undefined;
} {
  const sorted = timesMs.toSorted((one, other) => one - other);
  const at = (share: number): number | undefined => sorted[Math.ceil(sorted.length * share) - 1];
  return { done: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}
