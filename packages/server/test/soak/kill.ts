// SIGKILL of the program, of its embedded PostgreSQL or of both while a crowd trades, again and again:
// what was acknowledged is there afterwards, nothing is done twice or half, and the audit finds nothing.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EMBEDDED_FOLDER } from '#platform/db/db.ts';
import {
  callRunning,
  startServerProcess,
  type ServerEnvironment,
  type ServerProcess,
} from '../support/server-process.ts';
import { gatherCrowd } from './crowd.ts';

/** What the load must reach; a machine that is busy with other work may miss it now and then. */
export const ORDERS_PER_SECOND_FULL = 200;
const LOAD_MS_MIN = 1_200;
const LOAD_MS_SPREAD = 1_000;
/** The last orders are sent together, and the kill follows while they are being committed. */
const KILL_AFTER_MS_MAX = 24;

/** `postmaster` and `both` are of the embedded database, which the program starts itself. */
export const VICTIMS = ['program', 'postmaster', 'both'] as const;
export type Victim = (typeof VICTIMS)[number];

export type KillRun = {
  readonly ordersPerSecond: number;
  /** Done and not answered: then the kill fell inside a commit. */
  readonly doneUnanswered: number;
};

/** Throws at the first thing that is lost, done twice, or found by the audit. */
export async function runKills(options: {
  readonly database: ServerEnvironment;
  readonly kills: number;
  readonly victim: Victim;
  readonly clients: number;
  readonly random: () => number;
  readonly onRun: (run: KillRun, kill: number) => void;
}): Promise<{ readonly runs: readonly KillRun[]; readonly acknowledged: number }> {
  const { database, kills, victim, clients, random, onRun } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'halyard-kill-'));
  const environment = { ...database, DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'warn' };
  let server = await startServerProcess(environment);
  const runs: KillRun[] = [];
  try {
    const crowd = await gatherCrowd(server.url, dataDir, clients);
    for (let kill = 1; kill <= kills; kill += 1) {
      await crowd.connect(server.url);
      const load = await crowd.trade(server.url);
      await sleep(LOAD_MS_MIN + random() * LOAD_MS_SPREAD);
      const ordersPerSecond = Math.round(load.rate());
      load.burst();
      await sleep(random() * KILL_AFTER_MS_MAX);
      await endVictim(victim, server, dataDir);
      crowd.disconnect();
      await load.end();
      if (victim === 'postmaster') await server.untilReady();
      else server = await startServerProcess(environment);
      await crowd.connect(server.url);
      const doneUnanswered = await crowd.demandHeld();
      await demandAudit(environment);
      const run = { ordersPerSecond, doneUnanswered };
      runs.push(run);
      onRun(run, kill);
    }
    crowd.disconnect();
    return { runs, acknowledged: crowd.acknowledged() };
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function endVictim(victim: Victim, server: ServerProcess, dataDir: string): Promise<void> {
  if (victim !== 'program') {
    const file = join(dataDir, EMBEDDED_FOLDER, 'postmaster.pid');
    const [pid] = (await readFile(file, 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
  }
  if (victim !== 'postmaster') await server.kill();
}

/** Throws what the audit of the running program finds. */
export async function demandAudit(environment: ServerEnvironment): Promise<void> {
  await callRunning(environment['DATA_DIR'] ?? '', ['audit']);
}
