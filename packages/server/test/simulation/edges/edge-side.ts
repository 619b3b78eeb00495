// What a simulated installation with edges has beside its engines: the messages between the programs,
// the edges and their customers' reads, the standby of the database, and the history.
import type { EngineOwner } from '#engine/engine-owner.ts';
import { serveEngine } from '#engine/remote/serve-engine.ts';
import { Outage } from '#platform/outage/outage.ts';
import { count } from '../injected-failures.ts';
import type { Problems, Sabotage } from '../injected-failures.ts';
import type { PortLife } from './port.ts';
import type { SimServer } from '../sim-server.ts';
import { Violation } from '../violation.ts';
import type { VirtualTime } from '../virtual-time.ts';
import { digestOfTables } from './digest.ts';
import { SimEdge } from './sim-edge.ts';
import { SimHistory } from './sim-history.ts';
import { SimMessages } from './sim-messages.ts';
import { SimNetwork } from './sim-network.ts';
import { sabotageClient } from './sabotage-client.ts';
import { TransportProblems } from './transport-problems.ts';

const EDGES = 2;
const TROUBLE_EVERY_MS = [500, 6_000] as const;
const TROUBLE_MS = [100, 6_000] as const;
const READ_EVERY_MS = [20, 700] as const;
/** A small limit makes answers come in parts. */
const BYTES_MAX = [1_500, 1_048_576] as const;
const STANDBY_LOST_MS = [100, 3_000] as const;

/** The program with the engine. */
type EngineLife = PortLife & { readonly engine: EngineOwner };
type EngineNode = {
  readonly life: EngineLife | undefined;
  /** Dies, or stands still for so long. */
  interrupt(pauseMs: number | null): void;
};

export type EdgeSideOptions = {
  readonly seed: number;
  readonly time: VirtualTime;
  readonly server: SimServer;
  readonly problems: Problems;
  readonly sabotage: Sabotage | undefined;
  readonly accounts: number;
  readonly onBug: (error: unknown) => void;
};

export class EdgeSide {
  readonly history: SimHistory;
  readonly edges: readonly SimEdge[];
  readonly #options: EdgeSideOptions;
  readonly #problems: TransportProblems;
  readonly #network: SimNetwork;
  readonly #bytesMax: number;
  readonly #messages = new Map<EngineLife, SimMessages>();

  constructor(options: EdgeSideOptions) {
    const { seed, time, server, problems, sabotage, accounts, onBug } = options;
    this.#options = options;
    this.#problems = new TransportProblems(seed, problems);
    this.#network = new SimNetwork(time, this.#problems);
    this.#bytesMax = this.#problems.chance.pick(BYTES_MAX);
    this.history = new SimHistory(server.tables);
    this.edges = Array.from({ length: EDGES }, (_, index) => {
      const shown = [1, 2].map(() => this.#problems.chance.between(1, accounts));
      return new SimEdge({
        name: `edge ${index + 1}`,
        time,
        network: this.#network,
        bytesMax: this.#bytesMax,
        isDeaf: sabotage === 'hint-without-fetch',
        shown: [...new Set(shown)],
        onBug,
      });
    });
  }

  /** Lets edges use the engine of a program that has started. */
  serve(life: EngineLife): void {
    const { process, engine } = life;
    const { sabotage, onBug } = this.#options;
    const network = this.#network;
    const messages = new SimMessages({ network, process, bytesMax: this.#bytesMax, onBug });
    this.#messages.set(life, messages);
    const client = {
      submit: life.submit.bind(life),
      account: async (id: number) => await engine.account(id),
    };
    serveEngine({
      messages,
      name: 'live',
      owner: engine,
      client: sabotageClient(client, sabotage),
      time: process.time,
    });
  }

  noteLog(facts: unknown): void {
    if (typeof facts !== 'object' || facts === null || !('isFollowed' in facts)) return;
    const { isFollowed } = facts;
    const name = isFollowed === true ? "with the standby's memory" : 'that loads everything';
    count(this.#options.problems.counts, `a take-over ${name}`);
  }

  begin(nodes: readonly EngineNode[]): void {
    this.#read();
    this.#trouble(nodes);
  }

  /** The standby no longer answers; a little later the primary dies, and the standby replaces it. */
  failOver(replaced: () => void): void {
    const { server, time, problems } = this.#options;
    count(problems.counts, 'a fail-over of the database');
    server.isStandbyLost = true;
    time.after(this.#problems.chance.between(...STANDBY_LOST_MS), () => {
      server.goDown();
      time.after(this.#problems.chance.between(100, 6_000), () => {
        server.tables.startedAtMs = time.nowMs;
        server.tables.noted.clear();
        replaced();
      });
    });
  }

  /**
   * A message is lost with a connection, which returns at last. Until then, a page may show what an
   * account was before a lost hint.
   */
  heal(): void {
    for (const edge of this.edges) edge.cut(0);
  }

  /** Whether every page shows what is stored. */
  get isShown(): boolean {
    const { tables } = this.#options.server;
    return this.edges.every(({ life }) =>
      life?.views.every(({ accountId, state }) => state === digestOfTables(tables, accountId)),
    );
  }

  /** Throws what the history checker finds. */
  check(): void {
    for (const { life, name } of this.edges) {
      for (const { accountId, state } of life?.views ?? []) {
        if (state !== undefined) this.history.noteView(name, accountId, state);
      }
    }
    const findings = this.history.check();
    const [first] = findings;
    if (first === undefined) return;
    const rules = [...new Set(findings.map(({ rule }) => rule))].join(', ');
    throw new Violation(`history: ${rules}: ${first.what}`);
  }

  /** Customers look at their accounts, through any edge. */
  #read(): void {
    const { time, accounts, problems, onBug } = this.#options;
    const { chance } = this.#problems;
    time.after(chance.between(...READ_EVERY_MS), () => {
      if (!problems.isOn) return;
      this.#read();
      const id = chance.between(1, accounts);
      const engine = chance.pick(this.edges).life?.engine;
      if (engine === undefined) return;
      const record = this.history.beginRead(id);
      engine.account(id).then(
        (account) => {
          count(problems.counts, 'a read through an edge');
          record(account);
        },
        (error: unknown) => {
          if (error instanceof Outage) count(problems.counts, 'a read that fails');
          else onBug(error);
        },
      );
    });
  }

  #trouble(nodes: readonly EngineNode[]): void {
    const { time } = this.#options;
    const { chance } = this.#problems;
    time.after(chance.between(...TROUBLE_EVERY_MS), () => {
      this.#trouble(nodes);
      if (!this.#problems.isOn) return;
      const edge = chance.pick(this.edges);
      const durationMs = chance.between(...TROUBLE_MS);
      if (this.#problems.happens('a crash of an edge', 0.2)) edge.kill();
      if (this.#problems.happens('a pause of an edge', 0.2)) edge.pause(durationMs);
      if (this.#problems.happens('an edge without messages', 0.2)) edge.cut(durationMs);
      if (this.#problems.happens('a crash of a program with the engine', 0.1)) {
        chance.pick(nodes).interrupt(null);
      }
      if (this.#problems.happens('a pause of a program with the engine', 0.1)) {
        chance.pick(nodes).interrupt(durationMs);
      }
      if (this.#problems.happens('a program with the engine without messages', 0.2)) {
        const { life } = chance.pick(nodes);
        if (life !== undefined) this.#messages.get(life)?.cut(durationMs);
      }
    });
  }
}
