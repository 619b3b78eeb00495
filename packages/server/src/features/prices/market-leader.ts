// Which of the programs with the market leads it, where the market runs apart from the engine: the
// one with the lease. Its prices count under the epoch of the lease.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Market } from '@halyard/market';
import { claimQuoteNumbers, LeaseKeeper, MARKET_LEASE, systemTime } from '#engine/engine.ts';
import type { Lease } from '#engine/engine.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';

/** How often a program that stands by tries to take the lease. */
const RETRY_MS = 250;
/** How often a leader looks whether it still has the lease. */
const CHECK_MS = 50;

export type MarketLeaderOptions = {
  readonly db: Database;
  readonly clock: Clock;
  /** The market that this program leads. */
  readonly market: Pick<Market, 'numberFrom'>;
  readonly log: Pick<Log, 'error' | 'info' | 'warn'>;
  /**
   * Called each time the program leads again: it takes over what other leaders halted and quoted,
   * before it shows any price.
   */
  readonly recall: () => Promise<unknown>;
  /** An assertion failed, and the program must exit. */
  readonly onFatal: (error: unknown) => void;
};

export class MarketLeader {
  readonly #options: MarketLeaderOptions;
  readonly #keeper: LeaseKeeper;
  readonly #stopping = new AbortController();
  readonly #firstLed = Promise.withResolvers<void>();
  readonly #life: Promise<void>;
  #lease: Lease | undefined;
  #hasLed = false;
  #isStandby = false;

  constructor(options: MarketLeaderOptions) {
    const { db, log } = options;
    this.#options = options;
    this.#keeper = new LeaseKeeper({
      db,
      owner: randomUUID(),
      report: (err) => log.warn({ err }, 'the lease of the market could not be renewed'),
      time: systemTime,
      kind: MARKET_LEASE,
    });
    this.#firstLed.promise.catch(() => undefined);
    this.#life = this.#live();
  }

  isReady(): boolean {
    return this.#lease?.isHeld === true;
  }

  whenReady(): Promise<void> {
    return this.#firstLed.promise;
  }

  /** Returns the epoch of the lease. Throws an Outage if another program may have it. */
  epoch(): number {
    if (this.#lease?.isHeld !== true) throw notLeading();
    return this.#lease.epoch;
  }

  /**
   * Resolves if no other program has taken the lease yet: whoever takes it from now on reads what was
   * committed before this call. Throws an Outage otherwise.
   */
  async confirm(): Promise<void> {
    if ((await this.#keeper.renew(this.epoch())) === undefined) throw notLeading();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#life;
  }

  async #live(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#lead();
      } catch (error) {
        if (!(error instanceof Outage)) {
          this.#options.onFatal(error);
          break;
        }
        this.#options.log.warn({ err: error }, 'the lease of the market could not be taken');
      }
      await pause(Math.min(RETRY_MS, this.#keeper.freeInMs), signal);
    }
    this.#firstLed.reject(new Outage('stopping', 'The program is stopping.'));
    await this.#keeper.close();
  }

  /** Leads from taking the lease to losing it; returns at once while another program has it. */
  async #lead(): Promise<void> {
    const { log, recall, db, clock, market } = this.#options;
    const lease = await this.#keeper.take();
    if (lease === undefined) {
      if (!this.#isStandby) log.info('another program leads the market; this one stands by');
      this.#isStandby = true;
      return;
    }
    this.#isStandby = false;
    try {
      const numbersFrom = await claimQuoteNumbers(db, lease.epoch, clock.nowMs());
      if (numbersFrom === undefined) return;
      market.numberFrom(numbersFrom);
      if (this.#hasLed) await recall();
      this.#hasLed = true;
      this.#lease = lease;
      log.info({ epoch: lease.epoch }, 'this program leads the market');
      this.#firstLed.resolve();
      const { signal } = this.#stopping;
      // After a pause in which nobody took the lease, this program leads on.
      while (!signal.aborted && (await lease.recover())) await pause(CHECK_MS, signal);
    } finally {
      this.#lease = undefined;
      lease.drop();
    }
    if (this.#stopping.signal.aborted) await lease.release();
    else log.warn('the lease of the market is lost');
  }
}

function notLeading(): Outage {
  return new Outage('no-lease', 'Another program leads the market.');
}

async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  await sleep(durationMs, undefined, { signal }).catch(() => undefined);
}
