// An installation on machines of its own: two edges, two programs with the engine, PostgreSQL with a
// synchronous standby, and NATS.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { callRunning, COMPILED } from '../support/server-process.ts';
import { shareSecrets } from '../support/share-secrets.ts';
import { MachineProcess } from './machine-process.ts';
import type { Network } from './namespaces.ts';
import { ReplicatedPostgres } from './replicated-postgres.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const PORT = 8_080;
const HEALTHY_WITHIN_MS = 180_000;
const CRASH_CHARACTERS_MAX = 300;
const POLL_MS = 20;
const ASK_WITHIN_MS = 1_000;

export const CORES = ['core1', 'core2'] as const;
export const EDGES = ['edge1', 'edge2'] as const;
export const DATABASES = ['pg1', 'pg2'] as const;
export const MACHINES = ['ctl', 'nats', ...DATABASES, ...CORES, ...EDGES] as const;

export class Installation {
  readonly database: ReplicatedPostgres;
  /** What programs said that ended by themselves. */
  readonly crashes: string[] = [];
  readonly #network: Network;
  readonly #root: string;
  readonly #processes = new Map<string, MachineProcess>();

  private constructor(root: string, network: Network, database: ReplicatedPostgres) {
    this.#root = root;
    this.#network = network;
    this.database = database;
  }

  static async start(
    root: string,
    network: Network,
    isSynchronous: boolean,
  ): Promise<Installation> {
    const machines = [network.find(DATABASES[0]), network.find(DATABASES[1])] as const;
    const database = await ReplicatedPostgres.start(root, machines, isSynchronous);
    const installation = new Installation(root, network, database);
    installation.startNats();
    installation.startProgram(CORES[0]);
    await installation.until(async () => await installation.isHealthy(CORES[0], 'ready'));
    for (const name of [CORES[1], ...EDGES]) {
      shareSecrets(installation.#folderOf(CORES[0]), installation.#folderOf(name));
      installation.startProgram(name);
    }
    await installation.untilWhole();
    return installation;
  }

  urlOf(name: string): string {
    return `http://${this.#network.find(name).address}:${PORT}`;
  }

  startNats(): void {
    const machine = this.#network.find('nats');
    const command = ['nats-server', '-a', machine.address, '-p', '4222'];
    this.#processes.set('nats', new MachineProcess(machine, command));
  }

  startProgram(name: string): void {
    const machine = this.#network.find(name);
    const { PATH = '', HOME = '' } = process.env;
    const env = {
      PATH,
      HOME,
      NODE_COMPILE_CACHE: COMPILED,
      DATABASE_URL: this.database.url,
      NATS_URL: `nats://${this.#network.find('nats').address}:4222`,
      ROLES: name.startsWith('edge') ? 'edge' : 'engine,market,jobs',
      FEED: 'crypto=simulator',
      DATA_DIR: this.#folderOf(name),
      HOST: machine.address,
      PORT: String(PORT),
      DEMO: '0',
      LOG_LEVEL: 'warn',
      SIGN_UPS_PER_HOUR: '100000',
      BOOKING_FOUR_EYES: '10000000',
    };
    mkdirSync(env.DATA_DIR, { recursive: true });
    this.#processes.set(name, new MachineProcess(machine, [process.execPath, MAIN], { env }));
  }

  find(name: string): MachineProcess {
    const found = this.#processes.get(name);
    if (found === undefined) throw new Error(`${name} runs nothing.`);
    return found;
  }

  /** Returns the program that has the engine's lease, or undefined if none answers that it does. */
  async findOwner(): Promise<(typeof CORES)[number] | undefined> {
    for (const name of CORES) if (await this.isHealthy(name, 'ready')) return name;
    return undefined;
  }

  async isHealthy(name: string, what: 'live' | 'ready'): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(ASK_WITHIN_MS);
      return (await fetch(`${this.urlOf(name)}/health/${what}`, { signal })).status === 200;
    } catch {
      return false;
    }
  }

  /** Waits until every program runs and both edges serve. */
  async untilWhole(): Promise<void> {
    await this.until(async () => {
      const isServed = (await this.findOwner()) !== undefined;
      const edges = await Promise.all(EDGES.map((name) => this.isHealthy(name, 'ready')));
      const cores = await Promise.all(CORES.map((name) => this.isHealthy(name, 'live')));
      return isServed && [...edges, ...cores].every(Boolean);
    });
  }

  async until(isSo: () => Promise<boolean>): Promise<void> {
    const limitMs = performance.now() + HEALTHY_WITHIN_MS;
    while (!(await isSo())) {
      this.#superviseAll();
      if (performance.now() > limitMs) throw new Error('The installation is not whole in time.');
      await sleep(POLL_MS);
    }
  }

  /** Runs the operator's command in the program with the engine. */
  async operate(...words: readonly string[]): Promise<void> {
    const owner = (await this.findOwner()) ?? CORES[0];
    await callRunning(this.#folderOf(owner), words);
  }

  /** Starts again what has ended by itself, as a supervisor does. */
  #superviseAll(): void {
    for (const [name, { hasEnded, output }] of this.#processes) {
      if (!hasEnded) continue;
      const [fatal] = output.split('\n').filter((line) => line.includes('"level":"fatal"'));
      this.crashes.push(`${name}: ${(fatal ?? output).slice(0, CRASH_CHARACTERS_MAX)}`);
      if (name === 'nats') this.startNats();
      else this.startProgram(name);
    }
  }

  async stop(): Promise<void> {
    const all = [...this.#processes.values()];
    await Promise.all(all.map(async (one) => await one.end('SIGTERM')));
    await this.database.stop();
  }

  #folderOf(name: string): string {
    return join(this.#root, `data-${name}`);
  }
}
