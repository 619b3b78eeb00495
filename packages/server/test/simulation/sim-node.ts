// One program of the simulated installation: the real engine on the simulated database, fed by
// the simulated market.
import { createEngine } from '#engine/engine.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import { Outage } from '#platform/outage/outage.ts';
import type { Outcome } from '#engine/engine.ts';
import type { AccountCommand, EngineRules, MarketCommand } from '@halyard/core/engine';
import type { Position } from '@halyard/core/position';

import type { EdgeSide } from './edges/edge-side.ts';
import { openStandbyDatabase } from './edges/standby-database.ts';
import { demand } from './violation.ts';
import type { Checker } from './checker.ts';
import type { CommitRows } from './commit-rows.ts';
import type { Counts, Problems, Sabotage } from './injected-failures.ts';
import { MarketLog } from './market-log.ts';
import { INSTRUMENTS } from './market-walk.ts';
import type { MarketWalk } from './market-walk.ts';
import { asPosition } from './rules-oracle.ts';
import type { Stored } from './rules-oracle.ts';
import { openSimDatabase } from './sim-database.ts';
import { SimProcess } from './sim-process.ts';
import type { SimServer } from './sim-server.ts';
import { TickJudge } from './tick-judge.ts';
import type { TrailBounds } from './trail-bounds.ts';
import type { VirtualTime } from './virtual-time.ts';

const RESTART_MS = [100, 3_000] as const;

/** What all programs of an installation share. */
export type Installation = {
  readonly isExclusive: boolean;
  readonly time: VirtualTime;
  readonly server: SimServer;
  readonly problems: Problems;
  readonly counts: Counts;
  readonly rules: EngineRules;
  readonly checker: Checker;
  readonly trails: TrailBounds;
  readonly market: MarketWalk;
  readonly sabotage: Sabotage | undefined;
  /** Absent where customers reach the program with the engine. */
  readonly edges?: EdgeSide | undefined;
  /** Something is wrong: the run is over. */
  readonly onViolation: (error: unknown) => void;
  readonly onCommitted: (rows: CommitRows, values: readonly unknown[]) => void;
};

function ignore(): void {}
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore };

export class SimNode {
  readonly name: string;
  readonly #shared: Installation;
  readonly #restartMs: number;
  #life: Life | undefined;

  constructor(name: string, shared: Installation, share: number) {
    this.name = name;
    this.#shared = shared;
    const [least, most] = RESTART_MS;
    this.#restartMs = Math.round(least + (most - least) * share);
  }

  /** Undefined while it is dead. */
  get life(): Life | undefined {
    return this.#life?.process.isAlive === true ? this.#life : undefined;
  }

  start(): void {
    if (this.life !== undefined) return;
    this.#life = new Life(this.name, this.#shared, (pauseMs) => this.interrupt(pauseMs));
  }

  /** Dies, and is started again a little later; or stands still for so long. */
  interrupt(pauseMs: number | null): void {
    const { life } = this;
    if (life === undefined) return;
    if (pauseMs === null) {
      life.process.kill();
      this.#shared.time.after(this.#restartMs, () => this.start());
    } else if (!life.process.isPaused) {
      life.process.pause();
      this.#shared.time.after(pauseMs, () => life.goOn());
    }
  }
}

/** From the start of the process to its end. */
export class Life {
  readonly process: SimProcess;
  readonly engine: EngineOwner;
  readonly log = new MarketLog();
  /** Where the log was when a command was taken. */
  readonly takenAt = new Map<string, number>();
  readonly #shared: Installation;
  readonly #judge: TickJudge;
  #sentAt = 0;
  #fedAtMs = 0;
  #rests = 0;

  constructor(name: string, shared: Installation, interrupt: (pauseMs: number | null) => void) {
    const { time, server, problems, sabotage, isExclusive, rules, counts } = shared;
    this.#shared = shared;
    this.process = new SimProcess(name, time);
    this.#judge = new TickJudge({ tables: server.tables, rules, counts, trails: shared.trails });
    const link = {
      isExclusive,
      time,
      process: this.process,
      server,
      problems,
      sabotage,
      interrupt,
      onSent: () => {
        this.#sentAt = this.log.moments.length - 1;
      },
      onCommitted: (rows: CommitRows, values: readonly unknown[]) =>
        this.#onCommitted(rows, values),
    };
    const { edges } = shared;
    this.engine = createEngine({
      db: openSimDatabase(link),
      standbyDb: edges === undefined || isExclusive ? undefined : openStandbyDatabase(link),
      rules,
      instruments: INSTRUMENTS,
      log:
        edges === undefined
          ? SILENT
          : { ...SILENT, info: (facts: unknown) => edges.noteLog(facts) },
      onFatal: shared.onViolation,
      time: this.process.time,
    });
    for (const command of shared.market.list(time.evenMs)) this.feed(command);
    edges?.serve(this);
  }

  /** Executes a command that has arrived. */
  async submit(requestId: string, content: AccountCommand): Promise<Outcome> {
    const key = `${content.accountId} ${requestId}`;
    if (!this.takenAt.has(key)) this.takenAt.set(key, this.log.moments.length - 1);
    this.process.submitted += 1;
    try {
      return await this.engine.submit(requestId, { ...content, atMs: this.#shared.time.oddMs });
    } finally {
      this.process.submitted -= 1;
    }
  }

  /** At rest and in charge. */
  get isCalm(): boolean {
    const hasDecided = this.#shared.time.nowMs > this.#fedAtMs;
    return hasDecided && this.process.isIdle && this.engine.isReady();
  }

  feed(command: MarketCommand): void {
    if (this.process.isPaused || !this.process.isAlive) return;
    const isCalm = this.isCalm;
    if (isCalm) this.#rest();
    else this.#guard(() => this.#judge.forget(command.atMs));
    this.#fedAtMs = this.#shared.time.nowMs;
    const isNew = this.log.note(command);
    if (isCalm && command.kind === 'accept-tick') {
      this.#guard(() => this.#judge.onTick(this.log, { ...command, isNew }));
    }
    this.engine.feed(command);
  }

  goOn(): void {
    this.process.resume();
    // Quotes that came meanwhile never reached it; those of now do.
    for (const command of this.#shared.market.list(this.#shared.time.evenMs)) this.feed(command);
  }

  /** I7: the memory is what is committed. */
  async checkMemory(): Promise<void> {
    const { tables } = this.#shared.server;
    for (const id of tables.accounts.keys()) {
      const account = await this.engine.account(id);
      const row = tables.accounts.get(id);
      const open = tables.open.get(id) ?? new Map<number, never>();
      const isSame =
        account?.cashCents === row?.cash_cents &&
        account?.creditCents === row?.credit_cents &&
        account?.debtCents === row?.debt_cents &&
        account?.warnedPercent === row?.warned_percent &&
        account?.financedDay === row?.financed_day &&
        account?.terms.status === row?.status &&
        account?.holds.size === (tables.holds.get(id)?.size ?? 0) &&
        account?.positions.size === open.size &&
        account.orders.size === (tables.adjusted.pending.get(id)?.size ?? 0);
      demand(isSame, 'I7', `account ${id} in memory is not what is committed`);
      for (const position of account?.positions.values() ?? []) {
        const stored = tables.positions.get(position.id);
        const isEqual =
          stored?.close_points === null &&
          stored.amount_cents === position.amountCents &&
          stored.stop_points === position.stopPoints &&
          stored.target_points === position.targetPoints &&
          stored.open_points === position.openPoints &&
          stored.carry === (position.carry ?? null) &&
          stored.trail_distance === (position.trail?.distance ?? null);
        demand(isEqual, 'I7', `position ${position.id} in memory is not what is committed`);
        this.#checkTrail(position, asPosition(stored ?? {}));
      }
      for (const order of account?.orders.values() ?? []) {
        const row = tables.adjusted.orders.get(order.id);
        const isEqual =
          row?.outcome === null &&
          row.points === order.points &&
          row.amount_cents === order.amountCents &&
          row.oco_id === order.ocoId &&
          row.trail_distance === order.trailDistance &&
          row.expires_at_ms === order.expiresAtMs;
        demand(isEqual, 'I7', `order ${order.id} in memory is not what is committed`);
      }
    }
  }

  #checkTrail({ id, direction, trail }: Position, stored: Stored): void {
    const bounds = this.#shared.trails.find(stored);
    if (bounds === undefined || trail === undefined) return;
    const sign = direction === 'buy' ? 1 : -1;
    const found = sign * trail.bestPoints;
    const isWithin = sign * bounds.least <= found && found <= sign * bounds.most;
    const { least, most } = bounds;
    demand(isWithin, 'I13', `position ${id} has seen ${trail.bestPoints}, not ${least} to ${most}`);
  }

  #rest(): void {
    this.#guard(() => this.#judge.onRest());
    this.#rests += 1;
    if (this.#rests % CHECK_EVERY !== 0) return;
    this.#guard(() => this.#shared.checker.checkAll());
    this.checkMemory().catch((error: unknown) => {
      // Its term may end while it is asked.
      if (!(error instanceof Outage)) this.#shared.onViolation(error);
    });
  }

  #onCommitted(rows: CommitRows, values: readonly unknown[]): void {
    this.#guard(() => {
      const taken = rows.command.map(
        (row) => this.takenAt.get(`${String(row.account_id)} ${String(row.request_id)}`) ?? 0,
      );
      const from = Math.min(this.#sentAt, ...taken);
      this.#shared.edges?.history.noteCommit(rows);
      this.#shared.checker.onCommitted(rows, { log: this.log, from, until: this.#sentAt });
      this.#judge.onCommitted(rows);
      this.#shared.onCommitted(rows, values);
    });
  }

  #guard(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#shared.onViolation(error);
    }
  }
}

/** How many rests apart the whole of the books and of the memory is looked at. */
const CHECK_EVERY = 150;
