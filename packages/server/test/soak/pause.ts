// SIGSTOP of the owner while a crowd trades and another program stands by on the same PostgreSQL,
// and SIGCONT once that one has taken over. A commit is on its way when the owner is stopped: it
// arrives under an epoch that is over, and must be refused.
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  startServerProcess,
  type ServerEnvironment,
  type ServerProcess,
} from '../support/server-process.ts';
import { shareSecrets } from '../support/share-secrets.ts';
import { stagePrices } from '../support/staged-prices.ts';
import { startStallProxy, type StallProxy } from '../support/stall-proxy.ts';
import { gatherCrowd, type Crowd } from './crowd.ts';
import { demandAudit } from './kill.ts';

const CLIENTS = 10;
const LOAD_MS_MIN = 800;
const LOAD_MS_SPREAD = 800;
const COMMIT_WITHIN_MS = 5_000;
const TAKE_OVER_WITHIN_MS = 30_000;
const COME_BACK_AFTER_MS_MAX = 2_500;
const REFUSED_WITHIN_MS = 5_000;
/** On a busy machine the owner may lose its lease by itself before it is stopped. */
const ATTEMPTS_MAX = 5;
const POLL_MS = 25;

export type PauseRun = {
  readonly ordersPerSecond: number;
  /** From the stop of the owner until the other took orders. */
  readonly takeOverMs: number;
  readonly doneUnanswered: number;
  /** Commits of the stopped owner that PostgreSQL refused. */
  readonly refusedCommits: number;
};

type Program = {
  readonly name: string;
  readonly environment: ServerEnvironment;
  readonly proxy: StallProxy;
  process: ServerProcess;
};

/** Throws at the first thing that is lost, done twice, or found by the audit. */
export async function runPauses(options: {
  readonly databaseUrl: string;
  readonly pauses: number;
  readonly random: () => number;
  readonly onRun: (run: PauseRun, pause: number) => void;
}): Promise<{
  readonly runs: readonly PauseRun[];
  readonly acknowledged: number;
  /** At the end the owner is killed: from then until the other took orders. */
  readonly takeOverAfterKillMs: number;
}> {
  const { databaseUrl, pauses, random, onRun } = options;
  const folder = await mkdtemp(join(tmpdir(), 'halyard-pause-'));
  const programs: Program[] = [];
  try {
    for (const name of ['first', 'second']) {
      programs.push(await startProgram({ name, folder, databaseUrl, stands: programs.length > 0 }));
    }
    const { owner } = await findOwner(programs);
    const crowd = await gatherCrowd(
      owner.process.url,
      owner.environment['DATA_DIR'] ?? '',
      CLIENTS,
    );
    const runs: PauseRun[] = [];
    for (let pause = 1; pause <= pauses; pause += 1) {
      const run = await pauseOwner(programs, crowd, random);
      runs.push(run);
      onRun(run, pause);
    }
    const takeOverAfterKillMs = await killOnce(await findOwner(programs), crowd);
    return { runs, acknowledged: crowd.acknowledged(), takeOverAfterKillMs };
  } finally {
    for (const { process, proxy } of programs) {
      await process.stop();
      await proxy.close();
    }
    await rm(folder, { recursive: true, force: true });
  }
}

async function startProgram(begin: {
  readonly name: string;
  readonly folder: string;
  readonly databaseUrl: string;
  readonly stands: boolean;
}): Promise<Program> {
  const { name, folder, databaseUrl, stands } = begin;
  const proxy = await startStallProxy(databaseUrl);
  const prices = join(folder, `${name}-prices`);
  await mkdir(prices);
  const environment = {
    ...stagePrices(prices),
    DATABASE_URL: proxy.url,
    DATA_DIR: join(folder, name),
    DEMO: '0',
    LOG_LEVEL: 'warn',
  };
  if (stands) shareSecrets(join(folder, 'first'), environment.DATA_DIR);
  const process = await startServerProcess(environment, stands ? 'live' : 'ready');
  return { name, environment, proxy, process };
}

type Roles = { readonly owner: Program; readonly standby: Program };

/** Waits until one of them is in charge. */
async function findOwner(programs: readonly Program[]): Promise<Roles> {
  let roles: Roles | undefined;
  const find = async (): Promise<boolean> => {
    const [one, other] = programs;
    if (one === undefined || other === undefined) throw new Error('There are two programs.');
    if (await isReady(one)) roles = { owner: one, standby: other };
    else if (await isReady(other)) roles = { owner: other, standby: one };
    return roles !== undefined;
  };
  await within(TAKE_OVER_WITHIN_MS, until(find), 'no program is in charge');
  if (roles === undefined) throw new Error('One is in charge.');
  return roles;
}

async function pauseOwner(
  programs: readonly Program[],
  crowd: Crowd,
  random: () => number,
): Promise<PauseRun> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const run = await pauseOnce({ ...(await findOwner(programs)), crowd, random });
    if (run !== undefined) return run;
  }
  throw new Error('No owner kept its lease until it was stopped.');
}

/** Undefined when the owner has no commit on its way, because it is the owner no more. */
async function pauseOnce(
  round: Roles & { readonly crowd: Crowd; readonly random: () => number },
): Promise<PauseRun | undefined> {
  const { owner, standby, crowd, random } = round;
  await crowd.connect(owner.process.url);
  const load = await crowd.trade(owner.process.url);
  await sleep(LOAD_MS_MIN + random() * LOAD_MS_SPREAD);
  const ordersPerSecond = Math.round(load.rate());
  const before = owner.proxy.fenced();
  const isMet = await inTime(COMMIT_WITHIN_MS, owner.proxy.stall('engine_commit'));
  if (!isMet) {
    owner.proxy.release();
    crowd.disconnect();
    await load.end();
    return undefined;
  }
  const stoppedMs = performance.now();
  owner.process.signal('SIGSTOP');
  crowd.disconnect();
  await load.end();

  await becomesReady(standby);
  const takeOverMs = Math.round(performance.now() - stoppedMs);
  await crowd.connect(standby.process.url);
  const doneUnanswered = await crowd.demandHeld();
  const next = await crowd.trade(standby.process.url);
  await sleep(random() * COME_BACK_AFTER_MS_MAX);
  owner.proxy.release();
  owner.process.signal('SIGCONT');
  await within(
    REFUSED_WITHIN_MS,
    until(() => owner.proxy.fenced() > before),
    'the late commit was not refused',
  );
  await sleep(LOAD_MS_MIN);
  await next.end();
  await crowd.demandHeld();
  await demandAudit(standby.environment);
  crowd.disconnect();
  const refusedCommits = owner.proxy.fenced() - before;
  return { ordersPerSecond, takeOverMs, doneUnanswered, refusedCommits };
}

async function killOnce({ owner, standby }: Roles, crowd: Crowd): Promise<number> {
  await crowd.connect(owner.process.url);
  const load = await crowd.trade(owner.process.url);
  await sleep(LOAD_MS_MIN);
  load.burst();
  const killedMs = performance.now();
  await owner.process.kill();
  crowd.disconnect();
  await load.end();
  await becomesReady(standby);
  const takeOverMs = Math.round(performance.now() - killedMs);
  await crowd.connect(standby.process.url);
  await crowd.demandHeld();
  await demandAudit(standby.environment);
  crowd.disconnect();
  return takeOverMs;
}

async function isReady({ process }: Program): Promise<boolean> {
  return (await fetch(`${process.url}/health/ready`)).status === 200;
}

async function becomesReady(program: Program): Promise<void> {
  const ready = until(() => isReady(program));
  await within(TAKE_OVER_WITHIN_MS, ready, `the ${program.name} program did not take over`);
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(POLL_MS);
}

async function within(limitMs: number, done: Promise<void>, problem: string): Promise<void> {
  if (!(await inTime(limitMs, done))) throw new Error(problem);
}

async function inTime(limitMs: number, done: Promise<void>): Promise<boolean> {
  const late = sleep(limitMs, 'late' as const, { ref: false });
  return (await Promise.race([done, late])) !== 'late';
}
