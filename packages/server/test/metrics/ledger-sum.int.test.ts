import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLedgerSum } from '#engine/engine.ts';
import type { Database } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const PAGE_POSTINGS = 3;

describeOnDatabase('the sum of the ledger', (target) => {
  let db: Database;
  let lastId = 0;
  beforeAll(async () => {
    db = await target.open();
  });
  afterAll(() => db.close());

  const post = async (...amounts: readonly number[]): Promise<void> => {
    lastId += 1;
    await db.query(
      `insert into postings (id, kind, reference, unique_key, posted_at)
       values ($1, 'adjustment', 'test', $2, now())`,
      [lastId, `test-${lastId}`],
    );
    for (const [line, cents] of amounts.entries()) {
      await db.query(
        `insert into ledger_entries (posting_id, line, account, customer_id, amount_cents)
         values ($1, $2, 'house:trading', null, $3)`,
        [lastId, line + 1, cents],
      );
    }
  };

  it('is known although entries are booked before each reading', async () => {
    const sum = createLedgerSum(db, PAGE_POSTINGS);
    for (const cents of [10, 20, 30]) {
      await post(cents, -cents);
      expect(await sum()).toBe(0);
    }
    await post(5, -4);
    expect(await sum()).toBe(1);
    expect(await sum()).toBe(1);
  });

  it('is unknown until a long ledger has been read once', async () => {
    for (let count = 0; count < 2 * PAGE_POSTINGS; count += 1) await post(7, -7);
    const sum = createLedgerSum(db, PAGE_POSTINGS);
    const seen = [];
    for (let look = 0; look < 5; look += 1) seen.push(await sum());
    // Ten postings are three full pages and one.
    expect(seen).toEqual([undefined, undefined, undefined, 1, 1]);
  });
});
