// One run of PostgreSQL on the cluster: its process, its log, and its end.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import { MINUTE_MS } from '@halyard/core/time';
import pg from 'pg';

import { Outage } from '#platform/outage/outage.ts';

import { environmentForPrograms, pathForPrograms } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { endLeftBehind } from './orphan.ts';

export type LogLine = { readonly isProblem: boolean; readonly text: string };

export type PostmasterOptions = {
  /** The address for readiness checks. */
  readonly address: pg.ClientConfig;
  readonly settings: readonly string[];
  readonly onLog: (line: LogLine) => void;
};

/** How long a start may take, because crash recovery reads the log since the last checkpoint. */
const READY_WITHIN_MS = 10 * MINUTE_MS;
const POLL_MS = 20;
/**
 * How long a stop may take: shorter than the program's own. After it PostgreSQL is killed and
 * recovers at the next start.
 */
const STOP_WITHIN_MS = 12_000;
const LINES_KEPT = 20;
const LEVEL = /^(LOG|WARNING|ERROR|FATAL|PANIC): +(.*)$/;
/**
 * The log levels to report. PostgreSQL also uses FATAL for a connection that arrives too early or
 * stays too long, so that one is not included.
 */
const PROBLEMS = new Set(['WARNING', 'ERROR', 'PANIC']);

export class Postmaster {
  /** Resolves with the reason when PostgreSQL ends unexpectedly. */
  readonly ended: Promise<string>;
  readonly #process: ChildProcess;
  readonly #exited: Promise<string>;
  readonly #endWithProgram = (): void => void this.#process.kill('SIGINT');
  #isStopping = false;

  private constructor(child: ChildProcess) {
    this.#process = child;
    this.#exited = new Promise((resolve) => {
      child.once('error', (error) => resolve(String(error)));
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    this.ended = this.#exited.then((how) => {
      process.off('exit', this.#endWithProgram);
      return this.#isStopping ? new Promise(() => undefined) : how;
    });
    process.on('exit', this.#endWithProgram);
  }

  /**
   * Ends what an earlier run left, then starts PostgreSQL; resolves when it accepts connections.
   */
  static async start(cluster: Cluster, options: PostmasterOptions): Promise<Postmaster> {
    await endLeftBehind(cluster.directory);
    const child = spawn(
      join(cluster.binaries.folder, 'bin', 'postgres'),
      ['-D', pathForPrograms(cluster), ...options.settings],
      {
        cwd: cluster.directory,
        env: environmentForPrograms(),
        // The process is outside the terminal's process group: Ctrl-C reaches this program, which
        // stops PostgreSQL in order.
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
        ...cluster.user,
      },
    );
    const lines = followLog(child, options.onLog);
    const postmaster = new Postmaster(child);
    await postmaster.#waitUntilReady(options.address, lines);
    return postmaster;
  }

  /** Stops PostgreSQL cleanly: sessions end and a checkpoint is written. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#process.kill('SIGINT');
    const isLate = await Promise.race([
      this.#exited.then(() => false),
      sleep(STOP_WITHIN_MS, true, { ref: false }),
    ]);
    if (isLate) this.kill();
    await this.#exited;
  }

  /** Ends PostgreSQL at once, without a checkpoint. */
  kill(): void {
    this.#isStopping = true;
    this.#process.kill('SIGQUIT');
  }

  async #waitUntilReady(address: pg.ClientConfig, lines: readonly string[]): Promise<void> {
    const exit = this.#exited.then((how) => ({ how }));
    for (let waitedMs = 0; waitedMs < READY_WITHIN_MS; waitedMs += POLL_MS) {
      if (await answers(address)) return;
      const ended = await Promise.race([exit, sleep(POLL_MS)]);
      if (ended === undefined) continue;
      this.#isStopping = true;
      const reason = lines.findLast((line) => /^(?:FATAL|PANIC)/.test(line)) ?? ended.how;
      throw new Outage('database', `The embedded PostgreSQL does not start: ${reason}.`);
    }
    await this.stop();
    throw new Outage('database', 'The embedded PostgreSQL was not ready in time.');
  }
}

/** Returns the last log lines, updated as they arrive. */
function followLog(child: ChildProcess, onLog: (line: LogLine) => void): readonly string[] {
  const lines: string[] = [];
  if (child.stderr === null) return lines;
  createInterface(child.stderr).on('line', (line) => {
    lines.push(line);
    if (lines.length > LINES_KEPT) lines.shift();
    const [, level = 'LOG', text = line] = LEVEL.exec(line) ?? [];
    onLog({ isProblem: PROBLEMS.has(level), text });
  });
  return lines;
}

async function answers(address: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(address);
  // Errors are ignored here, because a server that ends the connection reports it twice.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
