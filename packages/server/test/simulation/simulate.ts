// One run of the simulated installation from one seed: a wild market, up to twenty customers, and
// everything that can go wrong; then all heals, and everything must resolve.
import { hash } from 'node:crypto';

import { MINUTE_MS } from '@halyard/core/time';
import { createChance, type Chance } from './chance.ts';
import { Checker } from './checker.ts';
import { demand, Violation } from './violation.ts';
import { CommandMix } from './command-mix.ts';
import { listCashEntries, type CashEntry } from './cash-entries.ts';
import type { CommitRows } from './commit-rows.ts';
import type { SimRequest } from './sim-request.ts';
import { Request, type Desk } from './customer.ts';
import { count, Problems } from './injected-failures.ts';
import type { Counts } from './injected-failures.ts';
import { INSTRUMENTS, MarketWalk } from './market-walk.ts';
import { OrderCheck } from './orders/order-check.ts';
import { EdgeSide } from './edges/edge-side.ts';
import { rulesOf } from './rules-of-run.ts';
import { SimNode, type Installation } from './sim-node.ts';
import { SimServer } from './sim-server.ts';
import { LENGTHS } from './simulation-options.ts';
import type { RunLength, SimulationOptions, SimulationResult } from './simulation-options.ts';
import { TrailBounds } from './trail-bounds.ts';
import { VirtualTime } from './virtual-time.ts';

const TICK_EVERY_MS = 70;
const TASK_EVERY_MS = 1_000;
const HEALED_WITHIN_MS = MINUTE_MS;
/** How long a hint and the read that follows it may take. */
const SHOWN_WITHIN_MS = 5_000;
const RUN_MS_MAX = 600_000;

export async function simulate(
  seed: number,
  options: SimulationOptions = {},
): Promise<SimulationResult> {
  const run = new Run(seed, options);
  await run.go();
  return { seed, ...run.result() };
}

class Run {
  readonly #time = new VirtualTime();
  readonly #counts: Counts = new Map();
  readonly #trace: string[] | undefined;
  readonly #chance: Chance;
  readonly #failures: Problems;
  readonly #server: SimServer;
  readonly #shared: Installation;
  readonly #market: MarketWalk;
  readonly #mix: CommandMix;
  readonly #trails: TrailBounds;
  readonly #orders: OrderCheck;
  readonly #nodes: readonly SimNode[];
  readonly #desk: Desk;
  readonly #requests: Request[] = [];
  readonly #length: (typeof LENGTHS)[RunLength];
  readonly #edges: EdgeSide | undefined;
  readonly #isJudgedByHistory: boolean;
  readonly #acknowledged = new Set<string>();
  readonly #acknowledgedCash = new Map<number, number>();
  readonly #automaticCash = new Map<number, number>();
  #ticks = 0;
  #isHealing = false;
  #failure: string | undefined;

  constructor(seed: number, options: SimulationOptions) {
    const { sabotage, isTraced = true, length = 'long' } = options;
    this.#length = LENGTHS[length];
    if (isTraced) this.#trace = [];
    this.#isJudgedByHistory = options.isJudgedByHistory === true;
    this.#chance = createChance(seed);
    this.#failures = new Problems(seed, this.#counts);
    this.#server = new SimServer(this.#time, sabotage);
    const rules = rulesOf(this.#chance);
    this.#market = new MarketWalk(createChance(seed ^ 0x3a2c), this.#counts, this.#time.nowMs);
    const { tables } = this.#server;
    this.#mix = new CommandMix(createChance(seed ^ 0x77), this.#market, tables);
    this.#trails = new TrailBounds(tables, this.#counts);
    this.#orders = new OrderCheck(tables, this.#counts);
    const isEmbedded = this.#chance.happens(0.2);
    if (options.hasEdges === true) {
      this.#edges = new EdgeSide({
        seed,
        time: this.#time,
        server: this.#server,
        problems: this.#failures,
        sabotage,
        accounts: this.#length.accounts,
        onBug: (error) => this.#fail(error),
      });
    }
    this.#shared = {
      edges: this.#edges,
      isExclusive: isEmbedded,
      time: this.#time,
      server: this.#server,
      problems: this.#failures,
      counts: this.#counts,
      rules,
      checker: new Checker({
        tables,
        rules,
        counts: this.#counts,
        trails: this.#trails,
        orders: this.#orders,
      }),
      trails: this.#trails,
      market: this.#market,
      sabotage,
      onViolation: (error) => this.#noteViolation(error),
      onCommitted: (rows, values) => {
        this.#noteCommit(rows);
        this.#trace?.push(values.join('\n'));
      },
    };
    const names = isEmbedded ? ['only'] : ['one', 'other'];
    this.#nodes = names.map((name) => new SimNode(name, this.#shared, this.#chance.share()));
    this.#desk = {
      shared: this.#shared,
      nodes: this.#edges?.edges ?? this.#nodes,
      chance: this.#chance,
      contents: new Map(),
      guess: { node: 0 },
      onAcknowledged: (simRequest, outcome) => this.#noteAnswer(simRequest, outcome),
    };
  }

  result(): Omit<SimulationResult, 'seed'> {
    const trace = this.#trace === undefined ? '' : hash('sha256', this.#trace.join(''));
    return { trace, counts: this.#counts, failure: this.#failure };
  }

  async go(): Promise<void> {
    for (const node of this.#nodes) node.start();
    this.#edges?.begin(this.#nodes);
    this.#feedMarket();
    this.#runTasks();
    this.#time.after(300, () => {
      for (let id = 1; id <= this.#length.accounts; id += 1) {
        const [added, ...others] = this.#mix.begin(id);
        if (added !== undefined) this.#ask(added);
        this.#askOnceAdded(id, others);
      }
      this.#time.after(1_000, () => this.#askOn());
    });
    this.#time.after(this.#chance.between(5_000, 30_000), () => this.#loseDatabase());
    this.#time.after(RUN_MS_MAX, () => this.#fail(new Violation('the run does not end')));
    const { ticks, commands } = this.#length;
    await this.#until(() => this.#ticks >= ticks && this.#requests.length >= commands);
    await this.#heal();
    if (this.#failure !== undefined) return;
    const onViolation = (error: unknown): void => this.#noteViolation(error);
    this.#guard(() => this.#checkEnd(), onViolation);
    const untilMs = this.#time.nowMs + SHOWN_WITHIN_MS;
    await this.#until(() => this.#time.nowMs > untilMs || this.#edges?.isShown !== false);
    this.#guard(() => this.#edges?.check());
  }

  #feedMarket(): void {
    this.#time.after(2 * this.#chance.between(1, TICK_EVERY_MS), () => {
      if (this.#isHealing) return;
      const command = this.#market.next(this.#time.evenMs);
      const isServed = this.#nodes.some(({ life }) => life?.engine.isReady() === true);
      if (command.kind === 'accept-tick' && isServed) this.#ticks += 1;
      for (const { life } of this.#nodes) life?.feed(command);
      this.#trails.note(command);
      this.#feedMarket();
    });
  }

  /** What the program asks of its engine each second. */
  #runTasks(): void {
    this.#time.after(TASK_EVERY_MS, () => {
      const atMs = this.#time.evenMs;
      for (const { life } of this.#nodes) {
        life?.feed({ kind: 'expire-orders', atMs });
        life?.feed({ kind: 'record-trails', atMs });
      }
      this.#runTasks();
    });
  }

  #askOn(): void {
    if (this.#isHealing) return;
    const earlier = this.#chance.happens(0.03) ? this.#chance.pick(this.#requests) : undefined;
    const varied = earlier === undefined ? undefined : this.#mix.vary(earlier.simRequest);
    this.#ask(varied ?? this.#mix.next(this.#chance.between(1, this.#length.accounts)));
    const isBurst = this.#chance.happens(0.3);
    this.#time.after(isBurst ? 0 : this.#chance.between(20, 620), () => this.#askOn());
  }

  #askOnceAdded(accountId: number, simRequests: readonly SimRequest[]): void {
    if (this.#server.tables.accounts.has(accountId)) {
      for (const simRequest of simRequests) this.#ask(simRequest);
    } else {
      this.#time.after(200, () => this.#askOnceAdded(accountId, simRequests));
    }
  }

  #ask(simRequest: SimRequest): void {
    this.#orders.noteSent(simRequest);
    const request = new Request(this.#desk, simRequest);
    this.#requests.push(request);
    request.send();
  }

  #loseDatabase(): void {
    if (this.#edges !== undefined && this.#chance.happens(0.5)) {
      this.#edges.failOver(() => {
        this.#server.isDown = false;
      });
      return;
    }
    if (!this.#failures.happens('a database that is gone for a while', 0.3)) return;
    this.#server.goDown();
    this.#time.after(this.#chance.between(100, 6_000), () => {
      this.#server.isDown = false;
    });
  }

  /** No more failures: what is stopped goes on, what is dead starts, whoever gave up asks again. */
  async #heal(): Promise<void> {
    this.#isHealing = true;
    this.#failures.isOn = false;
    this.#server.isDown = false;
    const untilMs = this.#time.nowMs + HEALED_WITHIN_MS;
    this.#time.after(15_000, () => {
      for (const request of this.#requests) if (request.hasGivenUp) request.send();
    });
    const isOver = (): boolean => this.#time.nowMs > untilMs || this.#isResolved();
    await this.#until(isOver);
    if (this.#failure !== undefined) return;
    this.#edges?.heal();
    if (!this.#isResolved()) this.#fail(new Violation('liveness: not everything is resolved'));
    await this.#settleMarket();
  }

  #isResolved(): boolean {
    return (
      this.#requests.every(({ isSettled }) => isSettled) &&
      this.#nodes.some(({ life }) => life?.isCalm === true)
    );
  }

  /** I11: once every symbol trades again, each tick closes all that must close. */
  async #settleMarket(): Promise<void> {
    const toLive = this.#market.heal(this.#time.evenMs);
    const ticks = INSTRUMENTS.map(
      ({ symbol }) =>
        () =>
          this.#market.tick(symbol, this.#time.evenMs),
    );
    for (const next of [...toLive.map((command) => () => command), ...ticks, ...ticks]) {
      const atMs = this.#time.nowMs + 200;
      this.#time.after(atMs - this.#time.nowMs, () => {
        const command = next();
        for (const { life } of this.#nodes) life?.feed(command);
        this.#trails.note(command);
      });
      await this.#until(() => this.#time.nowMs >= atMs + 100);
    }
    await this.#until(() => this.#isResolved());
    const owner = this.#nodes.find(({ life }) => life?.isCalm === true)?.life;
    try {
      await owner?.checkMemory();
    } catch (error) {
      this.#noteViolation(error);
    }
  }

  #checkEnd(): void {
    const { tables } = this.#server;
    this.#shared.checker.checkAll();
    for (const id of tables.accounts.keys()) {
      const acknowledged = this.#acknowledgedCash.get(id) ?? 0;
      const automatic = this.#automaticCash.get(id) ?? 0;
      const cash = this.#shared.checker.cashOf(id);
      const what = `account ${id} has ${cash}, but was told of ${acknowledged} and ${automatic}`;
      demand(cash === acknowledged + automatic, 'I4', what);
    }
    const asked = new Set(
      this.#requests.map(({ simRequest: one }) => `${one.content.accountId} ${one.requestId}`),
    );
    for (const key of tables.commands.keys()) demand(asked.has(key), 'I5', `${key} was not asked`);
    count(this.#counts, 'commands', tables.commands.size);
    count(this.#counts, 'ticks', this.#ticks);
    count(this.#counts, 'commits', tables.lease.batch);
    count(this.#counts, 'take-overs', tables.lease.epoch - 1);
  }

  // What a tick booked has an even time. So has a command's close of what an order opened at a tick
  // after the command's own time; its answer holds that.
  #noteCommit({ posting, command }: CommitRows): void {
    const { postings, commands } = this.#server.tables;
    const keys = command.map((row) => `${String(row.account_id)} ${String(row.request_id)}`);
    const answers = JSON.stringify(keys.map((key) => commands.get(key)?.outcome));
    for (const { id } of posting) {
      const booked = postings.get(Number(id));
      const atMs = Number(booked?.at_ms);
      const isAnswered = answers.includes(`"${String(booked?.unique_key)}"`);
      if (atMs === 0 || atMs % 2 === 1 || isAnswered) continue;
      for (const entry of booked?.entries ?? []) {
        if (entry.account === 'customer:cash') addTo(this.#automaticCash, entry);
      }
    }
  }

  #noteAnswer(simRequest: SimRequest, outcome: string): void {
    const key = `${simRequest.content.accountId} ${simRequest.requestId}`;
    if (this.#acknowledged.has(key)) return;
    this.#acknowledged.add(key);
    this.#trace?.push(`${simRequest.requestId} ${outcome}`);
    if (!outcome.includes('customer:cash')) return;
    for (const entry of listCashEntries(outcome)) addTo(this.#acknowledgedCash, entry);
  }

  #until(isOver: () => boolean): Promise<void> {
    return this.#time.runUntil(() => this.#failure !== undefined || isOver());
  }

  #guard(check: () => void, onViolation = (error: unknown): void => this.#fail(error)): void {
    try {
      check();
    } catch (error) {
      onViolation(error);
    }
  }

  #noteViolation(error: unknown): void {
    if (!(this.#isJudgedByHistory && error instanceof Violation)) this.#fail(error);
  }

  #fail(error: unknown): void {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
    const text = error instanceof Violation ? error.message : describe(error);
    this.#failure ??= cause === undefined ? text : `${text} (${cause.message})`;
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function addTo(sums: Map<number, number>, entry: CashEntry): void {
  const id = Number(entry.customer_id);
  sums.set(id, (sums.get(id) ?? 0) + Number(entry.amount_cents));
}
