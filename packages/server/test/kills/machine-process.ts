// A program on one of the machines.
import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Machine } from './namespaces.ts';

const OUTPUT_CHARACTERS_MAX = 20_000;
const STOP_WITHIN_MS = 20_000;

export class MachineProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #output = '';

  constructor(machine: Machine, command: readonly string[], options: SpawnOptions = {}) {
    // It replaces itself by the command, so that signals reach that.
    this.#child = spawn('ip', ['netns', 'exec', machine.namespace, ...command], {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk.toString()).slice(-OUTPUT_CHARACTERS_MAX);
    };
    this.#child.stdout?.on('data', keep);
    this.#child.stderr?.on('data', keep);
    this.#ended = new Promise((resolve) => {
      this.#child.once('exit', () => resolve());
      this.#child.once('error', () => resolve());
    });
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** The last of what it printed. */
  get output(): string {
    return this.#output;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(signal);
  }

  async end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGQUIT' | 'SIGINT'): Promise<void> {
    this.#child.kill('SIGCONT');
    this.#child.kill(signal);
    const isLate = await Promise.race([
      this.#ended.then(() => false),
      sleep(STOP_WITHIN_MS, true, { ref: false }),
    ]);
    if (isLate) this.#child.kill('SIGKILL');
    await this.#ended;
  }
}
