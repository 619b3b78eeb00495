// Customers who trade during some faults, and the judgement of what they saw. Each round has customers of
// its own, so that neither their histories nor what is read of them grows with the run.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkHistory, HistoryRecorder } from '@halyard/testkit';
import type { Finding } from '@halyard/testkit';
import type { Database } from '#platform/db/db.ts';
import { createTradingClient, signUp } from '../support/trading-client.ts';
import { Customer } from './customer.ts';
import { EDGES } from './installation.ts';
import type { Installation } from './installation.ts';
import type { LeaseSampler } from './lease-samples.ts';
import { readStoredHistory } from './stored-history.ts';

const CUSTOMERS = 6;
const START_EUROS = '100000';
const ANSWERED_WITHIN_MS = 60_000;
const POLL_MS = 10;

export type RoundResult = {
  readonly findings: readonly Finding[];
  readonly orders: number;
  readonly reads: number;
  readonly unknown: number;
};

export type RoundOptions = {
  readonly installation: Installation;
  readonly db: Database;
  /** Of this round among all. */
  readonly number: number;
};

export class Round {
  readonly #db: Database;
  readonly #recorder = new HistoryRecorder();
  readonly #customers: Customer[] = [];
  /** The number of a customer by the id of the account. */
  readonly #numbers = new Map<number, number>();
  #trading: readonly Promise<void>[] = [];
  /** When the last order was sent that is answered. */
  #sentAtMs = 0;

  private constructor(db: Database) {
    this.#db = db;
  }

  /** Signs customers up, who begin to trade. */
  static async start(options: RoundOptions): Promise<Round> {
    const round = new Round(options.db);
    const numbers = Array.from({ length: CUSTOMERS }, (_, index) => index + 1);
    await Promise.all(numbers.map(async (account) => await round.#join(options, account)));
    round.#trading = round.#customers.map(async (customer) => await customer.trade());
    return round;
  }

  /** Waits for the answer of an order that was sent after a time. */
  async untilAnswered(afterMs: number): Promise<void> {
    while (this.#sentAtMs < afterMs) {
      if (performance.now() - afterMs > ANSWERED_WITHIN_MS) {
        throw new Error('No order was answered in time after a fault.');
      }
      await sleep(POLL_MS);
    }
  }

  /** Ends the trading of a whole installation, and judges it. */
  async end(sampler: LeaseSampler): Promise<RoundResult> {
    for (const customer of this.#customers) customer.stop();
    await Promise.all(this.#trading);
    await Promise.all(this.#customers.map(async (customer) => await customer.finish()));
    const { history } = this.#recorder;
    const stored = await readStoredHistory(this.#db, this.#numbers, sampler.take());
    return {
      findings: checkHistory(history, stored),
      orders: history.writes.filter(({ result }) => result.kind === 'ok').length,
      reads: history.reads.length,
      unknown: history.writes.filter(({ result }) => result.kind === 'unknown').length,
    };
  }

  async #join({ installation, number }: RoundOptions, account: number): Promise<void> {
    const edges = EDGES.map((name) => installation.urlOf(name));
    const [first = ''] = edges;
    const email = `kills-${number}-${account}@example.test`;
    const session = await signUp(first, { email, password: randomUUID() });
    await installation.operate('customer', 'verify', email);
    await installation.operate('credit', email, START_EUROS, 'test funds');
    const [row] = await this.#db.query('select id from customers where email = $1', [email]);
    this.#numbers.set(Number(row?.id), account);
    const client = createTradingClient(first, session);
    const onAnswer = (sentAtMs: number): void => {
      this.#sentAtMs = Math.max(this.#sentAtMs, sentAtMs);
    };
    const recorder = this.#recorder;
    this.#customers.push(new Customer({ recorder, client, account, edges, onAnswer }));
  }
}
