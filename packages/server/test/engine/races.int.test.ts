// Commands that race for the same money. Beside the engine a naive book is kept of what it commits.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AccountCommand, DurableEvent } from '@halyard/core/engine';
import { holdKey, movedCents, releaseKey, type Posting } from '@halyard/core/ledger';
import { cents } from '@halyard/core/money';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Outcome } from '#engine/engine.ts';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import {
  addAccount,
  BTCUSD,
  close,
  expectHealthy,
  open,
  openedBy,
  startEngine,
  type TestEngine,
} from './engine-fixture.ts';

const ROUNDS = 200;
const PARALLEL = 100;
const RACES = 60;
const PRICE = 9_000_000;

/** What an account holds by the events alone: cash and the amounts of open positions. */
class Book {
  cashCents = 0;
  /** The least that was free right after an opening. */
  leastFreeCents = Number.POSITIVE_INFINITY;
  readonly #amounts = new Map<number, number>();

  get isEmpty(): boolean {
    return this.#amounts.size === 0;
  }

  note(event: DurableEvent, accountId: number): void {
    switch (event.kind) {
      case 'position-opened':
        this.#amounts.set(event.position.id, event.position.amountCents);
        this.leastFreeCents = Math.min(this.leastFreeCents, this.#free());
        break;
      case 'position-closed':
        this.#amounts.delete(event.position.id);
        this.#post(event.posting, accountId);
        break;
      case 'position-reduced':
        this.#amounts.set(event.positionId, event.remainingCents);
        this.#post(event.posting, accountId);
        break;
      case 'funds-posted':
      case 'withdrawal-cancelled':
        this.#post(event.posting, accountId);
        break;
      case 'financing-charged':
        for (const posting of event.postings) this.#post(posting, accountId);
        break;
      case 'order-placed':
      case 'order-amended':
      case 'order-ended':
      case 'account-added':
      case 'levels-changed':
      case 'margin-level-crossed':
      case 'position-split':
      case 'symbol-split':
      case 'trails-moved':
      case 'terms-changed':
        break;
    }
  }

  #free(): number {
    let free = this.cashCents;
    for (const amount of this.#amounts.values()) free -= amount;
    return free;
  }

  #post(posting: Posting | null, accountId: number): void {
    if (posting !== null) this.cashCents += movedCents(posting, 'customer:cash', accountId);
  }
}

function accountOf(event: DurableEvent): number {
  if ('accountId' in event) return event.accountId;
  if ('position' in event) return event.position.accountId;
  return 'closed' in event ? event.closed.accountId : 0;
}

describeOnDatabase('a race for the same money', (target) => {
  let db: Database;
  let engine: TestEngine;
  const books = new Map<number, Book>();
  /** Those who owed something after a commit, with nothing open. */
  const debtors: number[] = [];
  let lastId = 0;

  beforeAll(async () => {
    db = await target.open();
    await migrate(db);
    engine = await startEngine(db);
    engine.onCommitted(({ accountIds, events }) => {
      for (const event of events) {
        const accountId = accountOf(event);
        const book = books.get(accountId) ?? new Book();
        books.set(accountId, book);
        book.note(event, accountId);
      }
      for (const id of accountIds) {
        const book = books.get(id);
        if (book?.isEmpty === true && book.cashCents < 0) debtors.push(id);
      }
    });
  });
  afterAll(async () => {
    await engine.stop();
    await expectHealthy(engine, db);
    await db.close();
  });

  const newAccount = async (euros: number): Promise<number> => {
    lastId += 1;
    await addAccount(engine, lastId, euros);
    return lastId;
  };

  it(`executes one of ${PARALLEL} orders when the funds suffice for one, ${ROUNDS} times`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await newAccount(100);
      const orders: Promise<Outcome>[] = [];
      for (let index = 0; index < PARALLEL; index += 1) {
        // In every second round before, during and after a commit, else all in one batch.
        if (round % 2 === 1 && index % 10 === 0) await nextTurn();
        orders.push(engine.submit(`open-${index}`, open(engine, id)));
      }
      const outcomes = await Promise.all(orders);
      const done = outcomes.filter(({ kind }) => kind === 'done');
      expect(done).toHaveLength(1);
      const codes = outcomes.map((one) => (one.kind === 'refused' ? one.rejection.code : 'done'));
      expect(new Set(codes)).toEqual(new Set(['done', 'amount-too-large']));
      const account = await engine.account(id);
      expect([account?.cashCents, account?.positions.size]).toEqual([10_000, 1]);
    }
  });

  it('never opens without funds or leaves a debt in a race', async () => {
    const happened = new Set<string>();
    for (let race = 0; race < RACES; race += 1) {
      const id = await newAccount(1_000);
      const first = openedBy(
        await engine.submit('first', open(engine, id, { euros: 300, leverage: 5 })),
      );
      const atMs = Date.now();
      const hold = { accountId: id, atMs, reference: `W${id}` } as const;
      const commands: readonly (readonly [string, AccountCommand])[] = [
        ['a', open(engine, id, { euros: 650, leverage: 10 })],
        ['b', open(engine, id, { euros: 400, leverage: 10, direction: 'sell' })],
        [holdKey(hold.reference), { kind: 'hold-funds', ...hold, amountCents: cents(60_000) }],
        ['c', close(id, first)],
        ['d', open(engine, id, { euros: 200, leverage: 10 })],
        [releaseKey(hold.reference), { kind: 'release-funds', ...hold }],
        ['e', { kind: 'close-positions', accountId: id, atMs, which: 'losing' }],
        ['f', open(engine, id, { euros: 900, leverage: 2 })],
      ];
      // Another order of the same commands each time, and a fall or a jump in the midst of them.
      const turned = [...commands.slice(race % 8), ...commands.slice(0, race % 8)];
      const price = [8_730_000, 8_100_000, 6_300_000, 10_080_000][race % 4] ?? PRICE;
      const sent = turned.slice(0, 4).map(([request, command]) => engine.submit(request, command));
      const moved = engine.tick(BTCUSD, price);
      sent.push(...turned.slice(4).map(([request, command]) => engine.submit(request, command)));
      const outcomes = await Promise.all(sent);
      await moved;
      for (const one of outcomes) happened.add(one.kind === 'done' ? 'done' : one.rejection.code);
      const account = await engine.account(id);
      const book = books.get(id);
      expect(book?.cashCents).toBe(account?.cashCents);
      expect(book?.leastFreeCents).toBeGreaterThanOrEqual(0);
      await engine.tick(BTCUSD, PRICE);
    }
    expect(debtors).toEqual([]);
    for (const what of ['done', 'amount-too-large', 'withdraw-maximum', 'not-found']) {
      expect(happened).toContain(what);
    }
    const [closed] = await db.query(
      `select count(*) filter (where closing_reason = 'low-margin') as forced,
        (select count(*) from postings where kind = 'protection') as protections from positions`,
      [],
    );
    expect(closed?.forced).toBeGreaterThan(0);
    expect(closed?.protections).toBeGreaterThan(0);
  });
});
