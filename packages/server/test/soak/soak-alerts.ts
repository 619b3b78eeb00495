// Drills the alerts: starts a program and a Prometheus for each failure, injects the failure, and
// demands that exactly its alert fires and goes on firing alone. The waits of the rules are divided
// by SPEED. Needs the program `prometheus`, and root for the full disk.
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCutProxy } from '../support/cut-proxy.ts';
import { startTestCluster } from '../support/test-cluster.ts';
import type { TestDatabase } from '../support/test-database.ts';
import { SPEED, startPrometheus, type TestPrometheus } from './alert-rules.ts';
import { PROBLEMS, type Problem } from './alert-failures.ts';
import { createDatabaseIn } from './database-in.ts';
import { createEvidence, print } from './evidence.ts';

/** Longer than any range and wait of the rules in quick motion. */
const HEALTHY_MS = 12_000;
const FIRES_WITHIN_MS = 150_000;
/** How long the alert must go on alone. */
const ALONE_MS = 15_000;
const LOOK_EVERY_MS = 500;

export async function soakAlerts(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: { only: { type: 'string' }, 'no-evidence': { type: 'boolean', default: false } },
  });
  const isWhole = values.only === undefined && !values['no-evidence'];
  const evidence = createEvidence({ soak: 'alerts' }, isWhole);
  const problems = PROBLEMS.filter(
    ({ alert }) => values.only === undefined || alert === values.only,
  );
  const cluster = await startTestCluster();
  const wrong: string[] = [];
  try {
    for (const [index, problem] of problems.entries()) {
      const database = await createDatabaseIn(cluster.url, `drill_${index}`);
      const result = await drill(problem, database);
      evidence.say(`${result.isRight ? 'right' : 'WRONG'}: ${problem.what}: ${result.text}`);
      if (!result.isRight) wrong.push(problem.alert);
    }
  } finally {
    await cluster.stop();
  }
  evidence.finish({ problems: problems.length, wrong, speed: SPEED });
  return wrong.length === 0;
}

type Result = { readonly isRight: boolean; readonly text: string };

async function drill(problem: Problem, database: TestDatabase): Promise<Result> {
  print(`${problem.alert}: ${problem.what}`);
  const proxy = await startCutProxy(database.url());
  const drilled = await problem.open(database, proxy);
  const prometheus = await startPrometheus(drilled.server.metricsUrl ?? '');
  try {
    await sleep(HEALTHY_MS);
    const before = await prometheus.listFiring();
    if (!(await prometheus.isUp())) return { isRight: false, text: 'Prometheus reads nothing' };
    if (before.length > 0) return { isRight: false, text: `${before.join(', ')} fired before it` };
    const beganMs = performance.now();
    await drilled.inject();
    return await watch(problem.alert, prometheus, beganMs);
  } finally {
    await prometheus.stop();
    await drilled.close();
    if (problem.alert !== 'HalyardDown') await drilled.server.stop().catch(() => undefined);
    await proxy.close();
  }
}

async function watch(alert: string, prometheus: TestPrometheus, beganMs: number): Promise<Result> {
  const seen = new Set<string>();
  let firedAtMs: number | undefined;
  while (performance.now() - beganMs < FIRES_WITHIN_MS) {
    for (const name of await prometheus.listFiring()) seen.add(name);
    if (seen.has(alert)) firedAtMs ??= performance.now();
    if (firedAtMs !== undefined && performance.now() - firedAtMs > ALONE_MS) break;
    await sleep(LOOK_EVERY_MS);
  }
  if (firedAtMs === undefined) {
    return {
      isRight: false,
      text: `${alert} did not fire; ${[...seen].join(', ') || 'nothing'} did`,
    };
  }
  const seconds = ((firedAtMs - beganMs) / 1_000).toFixed(1);
  const others = [...seen].filter((name) => name !== alert);
  if (others.length > 0) return { isRight: false, text: `${alert} and ${others.join(', ')} fired` };
  return { isRight: true, text: `${alert} fired after ${seconds} s, and no other` };
}
