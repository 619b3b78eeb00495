// The audit beside an engine that never rests: orders of every kind, prices that fire stops, warn
// and close by force, withdrawals and nights. What it reads must agree at every moment.
import type { AccountCommand } from '@halyard/core/engine';
import { createPayoutPosting, holdKey, releaseKey } from '@halyard/core/ledger';
import { cents } from '@halyard/core/money';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { audit } from '#engine/engine.ts';
import type { Outcome } from '#engine/engine.ts';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import {
  addAccount,
  BTCUSD,
  close,
  levels,
  open,
  startEngine,
  TERMS,
  type TestEngine,
} from './engine-fixture.ts';

const TRADERS = 12;
const AUDITS_MIN = 6;
/** An audit may be over before anybody was warned; it is long over before as many as these are. */
const AUDITS_MAX = 200;
/** Down by a third and up again: everything that can happen to a position happens. */
const PRICES = [9_000_000, 8_700_000, 8_200_000, 7_400_000, 6_000_000, 7_800_000, 9_000_000];

describeOnDatabase('the audit of a working engine', (target) => {
  let db: Database;
  let engine: TestEngine;
  let isOver = false;
  const counts = new Map<string, number>();

  beforeAll(async () => {
    db = await target.open();
    await migrate(db);
    engine = await startEngine(db, {
      protectionFeeBps: 10,
      financingBpsYear: { crypto: { buy: 3_650, sell: -1_000 } },
    });
    for (let id = 1; id <= TRADERS; id += 1) {
      await addAccount(engine, id, 1_000, { ...TERMS, hasGuaranteedStop: id % 4 === 0 });
    }
  });
  afterAll(async () => {
    await engine.stop();
    await db.close();
  });

  const count = (what: string, outcome: Outcome): void => {
    const name = outcome.kind === 'done' ? what : `${what} refused`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };

  /** One customer's day, again and again; no two do the same at the same time. */
  const trade = async (accountId: number): Promise<void> => {
    for (let turn = accountId; !isOver; turn += 1) {
      const request = `${accountId}-${turn}`;
      const send = async (what: string, command: AccountCommand, id?: string): Promise<Outcome> => {
        const outcome = await engine.submit(id ?? `${request}-${what}`, command);
        count(what, outcome);
        return outcome;
      };
      const atMs = Date.now();
      const order = { euros: [400, 40, 40][turn % 3] ?? 40, leverage: [2, 5, 10][turn % 3] ?? 2 };
      const opened = await send('open', open(engine, accountId, order));
      const [event] = opened.kind === 'done' ? opened.events : [];
      if (event?.kind === 'position-opened') {
        const { id } = event.position;
        if (turn % 2 === 0) await send('levels', levels(accountId, id, 9_800_000));
        if (turn % 3 === 0) await send('part', close(accountId, id, 15));
        if (turn % 4 === 0) await send('close', close(accountId, id));
      }
      const reference = `W${request}`;
      const amountCents = cents(500);
      const funds = { accountId, atMs, reference } as const;
      await send('hold', { kind: 'hold-funds', ...funds, amountCents }, holdKey(reference));
      if (turn % 2 === 0) {
        await send('release', { kind: 'release-funds', ...funds }, releaseKey(reference));
      } else if (turn % 5 === 0) {
        const posting = createPayoutPosting({ ...funds, amountCents, feeCents: cents(100) });
        await send('payout', { kind: 'post-funds', accountId, atMs, posting }, posting.uniqueKey);
      }
      const day = new Date(Date.UTC(2020, 0, turn)).toISOString().slice(0, 10);
      const night = { kind: 'charge-financing', accountId, atMs, day, cutOffAtMs: atMs } as const;
      await send('night', night, `financing:${day}`);
      if (turn % 10 === 0) {
        await send('all', { kind: 'close-positions', accountId, atMs, which: 'all' });
      }
    }
  };
  const countAnswers = (): number => [...counts.values()].reduce((sum, one) => sum + one, 0);
  const movePrices = async (): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      await engine.tick(BTCUSD, PRICES[turn % PRICES.length] ?? 9_000_000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it('finds no difference, whatever is committed while it reads', async () => {
    const working = [
      ...Array.from({ length: TRADERS }, (_, index) => trade(index + 1)),
      movePrices(),
    ];
    try {
      let answered = 0;
      let happened: Record<string, unknown> = {};
      for (let run = 0; run < AUDITS_MAX; run += 1) {
        if (run >= AUDITS_MIN && Object.values(happened).every((times) => Number(times) > 0)) break;
        const { differences, commands } = await audit(db);
        expect(differences).toEqual([]);
        // An audit may be over before an order is answered; the next one begins after some were.
        await expect.poll(countAnswers, { timeout: 20_000, interval: 1 }).toBeGreaterThan(answered);
        answered = countAnswers();
        expect(commands).toBeGreaterThan(0);
        happened = await countOf(db);
      }
    } finally {
      isOver = true;
      await Promise.all(working);
    }
    expect((await audit(db)).differences).toEqual([]);
    expect(engine.fatal.error).toBeUndefined();

    for (const [what, times] of Object.entries(await countOf(db))) {
      expect(times, what).toBeGreaterThan(0);
    }
    for (const what of ['open', 'levels', 'part', 'close', 'hold', 'release', 'payout', 'all']) {
      expect(counts.get(what) ?? 0, what).toBeGreaterThan(0);
    }
  });
});

/** How often what nobody orders has happened. */
async function countOf(db: Database): Promise<Record<string, unknown>> {
  const [happened] = await db.query(
    `select count(*) filter (where kind = 'margin-level') as warned,
      count(*) filter (where kind = 'forced-close') as forced,
      (select count(*) from postings where kind = 'financing') as nights,
      (select count(*) from postings where kind = 'fee') as fees
    from account_notices`,
    [],
  );
  return happened ?? expect.fail('a count has a row');
}
