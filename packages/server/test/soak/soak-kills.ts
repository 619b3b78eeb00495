// Faults of an installation whose machines are network namespaces: kills of the active engine, of the
// market's leader, of edges and of PostgreSQL's primary, partitions, pauses and restarts of NATS, judged
// by the history checker.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '@halyard/core/time';
import { createChance } from '../simulation/chance.ts';
import { createEvidence } from './evidence.ts';
import { MACHINES } from '../kills/installation.ts';
import { Network } from '../kills/namespaces.ts';
import { runKills } from '../kills/run-kills.ts';
import { KillsReport, parseFaults } from './kills-report.ts';

const SOAK = fileURLToPath(new URL('./soak.ts', import.meta.url));
/** Set in the process on the machine that drives the others: whose network it is. */
const OWNER = 'KILLS_OWNER';
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** A replica that misses commits, to see that the checker finds it. */
const ASYNCHRONOUS = 'asynchronous-replica';

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
    // Apart from the terminal: an interruption reaches the soak alone, which then ends the programs.
    const child = spawn('ip', command, { env, stdio: 'inherit', detached: true });
    for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
    return (await new Promise((resolve) => child.once('exit', resolve))) === 0;
  } finally {
    network.remove();
  }
}

async function soak(words: readonly string[], owner: number): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      faults: { type: 'string' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: 'Infinity' },
      sabotage: { type: 'string' },
      'no-evidence': { type: 'boolean', default: false },
    },
  });
  const isKept = !values['no-evidence'] && values.sabotage === undefined;
  const seed = Number(values.seed);
  const faults = createChance(seed).shuffle(parseFaults(values.faults));
  const evidence = createEvidence({ soak: 'kills' }, isKept);
  const report = new KillsReport(evidence, faults.length);
  const folder = mkdtempSync(join(tmpdir(), 'halyard-kills-'));
  const untilMs = performance.now() + Number(values.minutes) * MINUTE_MS;
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    await runKills({
      network: new Network(owner, MACHINES),
      folder,
      seed,
      faults,
      isOver: () => isStopped || performance.now() > untilMs,
      isSynchronous: values.sabotage !== ASYNCHRONOUS,
      onFault: (kind, what, interruptedMs) => report.noteFault(kind, what, interruptedMs),
      onCrash: (what) => report.noteCrash(what),
      onRound: (result) => report.noteRound(result),
      onFailure: (error) => report.noteFailure(error),
    });
  } catch (error) {
    report.noteFailure(error);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    rmSync(folder, { recursive: true, force: true });
  }
  return report.finish({ seed, sabotage: values.sabotage });
}
