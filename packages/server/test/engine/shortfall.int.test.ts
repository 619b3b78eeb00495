// An account that shares its protection owes what a gap leaves below zero, also after a restart, until
// a posting of staff ends the debt.
import { createShortfallEndPosting } from '@halyard/core/ledger';
import { cents } from '@halyard/core/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { audit } from '#engine/engine.ts';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { addAccount, BTCUSD, open, startEngine, TERMS } from './engine-fixture.ts';

describeOnDatabase('a shortfall of shared protection', (target) => {
  let db: Database;
  beforeAll(async () => {
    db = await target.open();
    await migrate(db);
  });
  afterAll(() => db.close());

  const problems = async (): Promise<readonly string[]> =>
    (await audit(db)).differences
      .map(({ subject, problem }) => `${subject}: ${problem}`)
      // Nobody tells customers here.
      .filter((line) => !line.startsWith('notices'));

  it('is a debt over a restart, which the audit confirms', async () => {
    const rules = { regime: 'eu-retail' } as const;
    const first = await startEngine(db, rules);
    await addAccount(first, 1, 1_000, { ...TERMS, sharesProtection: true });
    await addAccount(first, 2, 1_000);
    await first.submit('1', open(first, 1, { euros: 900, leverage: 5 }));
    await first.submit('2', open(first, 2, { euros: 900, leverage: 5 }));
    await first.tick(BTCUSD, 1_000_000);
    await first.stop();

    const second = await startEngine(db, rules);
    const [shared, other] = [await second.account(1), await second.account(2)];
    expect(other).toMatchObject({ cashCents: 0, debtCents: 0 });
    expect(shared).toMatchObject({ cashCents: 0, terms: { sharesProtection: true } });
    const debtCents = cents(Number(shared?.debtCents));
    expect(debtCents).toBeGreaterThan(0);
    expect(await problems()).toEqual([]);

    const atMs = Date.now();
    const part = { positionId: 1, accountId: 1, amountCents: debtCents, atMs };
    const posting = createShortfallEndPosting(part);
    const command = { kind: 'post-funds', accountId: 1, atMs, posting } as const;
    expect(await second.submit(posting.uniqueKey, command)).toMatchObject({ kind: 'done' });
    expect(await second.account(1)).toMatchObject({ cashCents: 0, debtCents: 0 });
    await second.stop();
    expect(await problems()).toEqual([]);

    await db.query('alter table postings disable trigger all', []);
    await db.query(
      `update postings set posted_at = posted_at - interval '400 days'
      where kind = 'shortfall'`,
      [],
    );
    expect(await problems()).toContainEqual(
      expect.stringMatching(/^postings \d+: it protects a balance that it does not bring to zero$/),
    );
  });
});
