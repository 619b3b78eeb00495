// An installation on machines of its own: two edges, two programs with the engine, two with the market,
// PostgreSQL with a synchronous standby, and NATS.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callRunning, COMPILED, SOURCES } from '../support/server-process.ts';
import { shareSecrets } from '../support/share-secrets.ts';
import { MachineProcess } from './machine-process.ts';
import type { Network } from './namespaces.ts';
import { ReplicatedPostgres } from './replicated-postgres.ts';

const PORT = 8_080;
const HEALTHY_WITHIN_MS = 300_000;
const CRASH_CHARACTERS_MAX = 300;
const POLL_MS = 50;
const ASK_WITHIN_MS = 2_000;

const CORES = ['core1', 'core2'] as const;
const MARKETS = ['market1', 'market2'] as const;
export const EDGES = ['edge1', 'edge2'] as const;
const DATABASES = ['pg1', 'pg2'] as const;
/** The machines of the installation. */
export const PARTS = ['nats', ...DATABASES, ...CORES, ...MARKETS, ...EDGES] as const;
/** With the one of the customers. */
export const MACHINES = ['ctl', ...PARTS] as const;

export type InstallationOptions = {
  readonly root: string;
  readonly network: Network;
  /** False: the standby of PostgreSQL can miss commits. */
  readonly isSynchronous: boolean;
  /** Called with what a program said that ended by itself. */
  readonly onCrash: (what: string) => void;
};

export class Installation {
  readonly database: ReplicatedPostgres;
  readonly #options: InstallationOptions;
  readonly #processes = new Map<string, MachineProcess>();

  private constructor(options: InstallationOptions, database: ReplicatedPostgres) {
    this.#options = options;
    this.database = database;
  }

  static async start(options: InstallationOptions): Promise<Installation> {
    const { root, network, isSynchronous } = options;
    const machines = [network.find(DATABASES[0]), network.find(DATABASES[1])] as const;
    const database = await ReplicatedPostgres.start(root, machines, isSynchronous);
    const installation = new Installation(options, database);
    try {
      await installation.#startAll();
    } catch (error) {
      await installation.stop();
      throw error;
    }
    return installation;
  }

  async #startAll(): Promise<void> {
    this.startNats();
    const [first, ...others] = [...MARKETS, ...CORES, ...EDGES] as const;
    this.startProgram(first);
    await this.until(async () => await this.isHealthy(first, 'ready'));
    for (const name of others) {
      shareSecrets(this.#folderOf(first), this.#folderOf(name));
      this.startProgram(name);
    }
    await this.untilWhole();
  }

  urlOf(name: string): string {
    return `http://${this.#options.network.find(name).address}:${PORT}`;
  }

  startNats(): void {
    const machine = this.#options.network.find('nats');
    const command = ['nats-server', '-a', machine.address, '-p', '4222'];
    this.#processes.set('nats', new MachineProcess(machine, command));
  }

  startProgram(name: string): void {
    const machine = this.#options.network.find(name);
    const { PATH = '', HOME = '' } = process.env;
    const env = {
      PATH,
      HOME,
      NODE_COMPILE_CACHE: COMPILED,
      DATABASE_URL: this.database.url,
      NATS_URL: `nats://${this.#options.network.find('nats').address}:4222`,
      ROLES: rolesOf(name),
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
    this.#processes.set(
      name,
      new MachineProcess(machine, [process.execPath, SOURCES.main], { env }),
    );
  }

  find(name: string): MachineProcess {
    const found = this.#processes.get(name);
    if (found === undefined) throw new Error(`${name} runs nothing.`);
    return found;
  }

  /** Waits for the program that has the engine's lease. */
  async getOwner(): Promise<string> {
    return await this.#getReady(CORES);
  }

  /** Waits for the program that leads the market. */
  async getLeader(): Promise<string> {
    return await this.#getReady(MARKETS);
  }

  async #getReady(names: readonly string[]): Promise<string> {
    let ready: string | undefined;
    await this.until(async () => {
      ready = await this.#findReady(names);
      return ready !== undefined;
    });
    return ready ?? '';
  }

  async #findReady(names: readonly string[]): Promise<string | undefined> {
    const areReady = await Promise.all(names.map((name) => this.isHealthy(name, 'ready')));
    return names.find((_, index) => areReady[index]);
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
    let missing: readonly string[] = [];
    const isWhole = async (): Promise<boolean> => {
      missing = await this.#listMissing();
      return missing.length === 0;
    };
    await this.until(isWhole, () => missing.join(', '));
  }

  /** `describe` says what is missing when it takes too long. */
  async until(isSo: () => Promise<boolean>, describe = () => 'no answer'): Promise<void> {
    const limitMs = performance.now() + HEALTHY_WITHIN_MS;
    while (!(await isSo())) {
      this.#superviseAll();
      if (performance.now() > limitMs) {
        throw new Error(`The installation is not whole in time: ${describe()}.`);
      }
      await sleep(POLL_MS);
    }
  }

  async #listMissing(): Promise<readonly string[]> {
    const programs = [...CORES, ...MARKETS];
    const [edges, live, owner, leader] = await Promise.all([
      Promise.all(EDGES.map((name) => this.isHealthy(name, 'ready'))),
      Promise.all(programs.map((name) => this.isHealthy(name, 'live'))),
      this.#findReady(CORES),
      this.#findReady(MARKETS),
    ]);
    return [
      ...EDGES.filter((_, index) => edges[index] !== true),
      ...programs.filter((_, index) => live[index] !== true),
      ...(owner === undefined ? ['an engine'] : []),
      ...(leader === undefined ? ['a market'] : []),
    ];
  }

  /** Runs the operator's command in the program with the engine. */
  async operate(...words: readonly string[]): Promise<void> {
    await callRunning(this.#folderOf(await this.getOwner()), words);
  }

  /** Starts again what has ended by itself, as a supervisor does. */
  #superviseAll(): void {
    for (const [name, { hasEnded, output }] of this.#processes) {
      if (!hasEnded) continue;
      const [fatal] = output.split('\n').filter((line) => line.includes('"level":"fatal"'));
      this.#options.onCrash(`${name}: ${(fatal ?? output).slice(0, CRASH_CHARACTERS_MAX)}`);
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
    return join(this.#options.root, `data-${name}`);
  }
}

function rolesOf(name: string): string {
  if (name.startsWith('edge')) return 'edge';
  return name.startsWith('market') ? 'market' : 'engine,jobs';
}
