// The alert rules in quick motion, and a real Prometheus that evaluates them.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROMETHEUS } from '../metrics/monitoring-files.ts';

/** Waits and ranges of the rules pass this many times faster; thresholds stay. */
export const SPEED = 20;
const SECONDS_OF: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };
/** Nothing is shorter: each range has to hold several scrapes. */
const SHORTEST_S = 3;
/** An hour of waiting says nothing that a minute does not. */
const LONGEST_S = 60;
const READY_WITHIN_MS = 20_000;

export type TestPrometheus = {
  /** The names of the alerts that fire. */
  listFiring(): Promise<readonly string[]>;
  /** Whether the last scrape of the program succeeded. */
  isUp(): Promise<boolean>;
  stop(): Promise<void>;
};

/** Returns the rules with their waits and ranges divided by SPEED. */
export function speedUp(rules: string): string {
  const toShort = (amount: string, unit: string): string => {
    const seconds = (Number(amount) * (SECONDS_OF[unit] ?? 1)) / SPEED;
    return `${Math.round(Math.min(LONGEST_S, Math.max(SHORTEST_S, seconds)))}s`;
  };
  return rules
    .replaceAll(
      /for: (\d+)([smh])/g,
      (_, amount: string, unit: string) => `for: ${toShort(amount, unit)}`,
    )
    .replaceAll(
      /\[(\d+)([smh])\]/g,
      (_, amount: string, unit: string) => `[${toShort(amount, unit)}]`,
    );
}

/** Starts Prometheus on the metrics of one program. */
export async function startPrometheus(metricsUrl: string): Promise<TestPrometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-prometheus-'));
  writeFileSync(
    join(folder, 'alerts.yaml'),
    speedUp(readFileSync(`${PROMETHEUS}alerts.yaml`, 'utf8')),
  );
  const target = new URL(metricsUrl).host;
  const config = [
    'global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }',
    'rule_files: [alerts.yaml]',
    `scrape_configs: [{ job_name: halyard, static_configs: [{ targets: ['${target}'] }] }]`,
  ];
  writeFileSync(join(folder, 'prometheus.yaml'), config.join('\n'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const program = spawn(
    'prometheus',
    [
      `--config.file=${folder}/prometheus.yaml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => program.once('exit', resolve));
  const deadlineMs = performance.now() + READY_WITHIN_MS;
  while (!(await isOk(`${url}/-/ready`))) {
    if (performance.now() > deadlineMs) throw new Error('Prometheus did not start');
    await sleep(200);
  }
  const query = async (expression: string): Promise<readonly Sample[]> => {
    const reply = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`);
    const { data } = (await reply.json()) as {
      readonly data: { readonly result: readonly Sample[] };
    };
    return data.result;
  };
  return {
    listFiring: async () => {
      const firing = await query('count by (alertname) (ALERTS{alertstate="firing"})');
      return firing.map(({ metric }) => metric['alertname'] ?? '').toSorted();
    },
    isUp: async () => (await query('up == 1')).length === 1,
    stop: async () => {
      program.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Sample = { readonly metric: Readonly<Record<string, string>> };

async function isOk(url: string): Promise<boolean> {
  return await fetch(url).then(
    (reply) => reply.ok,
    () => false,
  );
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
