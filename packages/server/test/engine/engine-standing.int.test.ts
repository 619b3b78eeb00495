import type { AccountCommand } from '@halyard/core/engine';
import { points } from '@halyard/core/instrument';
import { createPayoutPosting, holdKey, releaseKey } from '@halyard/core/ledger';
import { ZERO_CENTS, cents } from '@halyard/core/money';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { audit } from '#engine/engine.ts';
import type { Outcome } from '#engine/engine.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import {
  addAccount,
  BTCUSD,
  close,
  expectHealthy,
  open,
  openedBy,
  startEngine,
} from './engine-fixture.ts';
import type { TestEngine } from './engine-fixture.ts';

let nextAccountId = 0;

describeOnDatabase('held funds, margin warnings and requested prices', (target) => {
  let db: Database;
  let engine: TestEngine;
  let id = 0;

  beforeAll(async () => {
    db = await target.open();
    await migrate(db);
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    engine = await startEngine(db);
    nextAccountId += 1;
    id = nextAccountId;
    await addAccount(engine, id, 1_000);
  });
  afterEach(async () => {
    await engine.stop();
    await expectHealthy(engine, db);
  });

  const restart = async (): Promise<void> => {
    await engine.stop();
    await expectHealthy(engine, db);
    engine = await startEngine(db);
  };
  const hold = (reference: string, euros: number, accountId = id): Promise<Outcome> =>
    engine.submit(holdKey(reference), {
      kind: 'hold-funds',
      accountId,
      atMs: Date.now(),
      amountCents: cents(euros * 100),
      reference,
    });
  const release = (reference: string): Promise<Outcome> =>
    engine.submit(releaseKey(reference), {
      kind: 'release-funds',
      accountId: id,
      atMs: Date.now(),
      reference,
    });
  const payOut = (reference: string, euros: number): Promise<Outcome> => {
    const amountCents = cents(euros * 100);
    const atMs = Date.now();
    const payout = { accountId: id, reference, amountCents, feeCents: ZERO_CENTS, atMs };
    const posting = createPayoutPosting(payout);
    const command: AccountCommand = { kind: 'post-funds', accountId: id, atMs, posting };
    return engine.submit(posting.uniqueKey, command);
  };
  const standing = async (): Promise<unknown> => {
    const account = await engine.account(id);
    return [account?.cashCents, Object.fromEntries(account?.holds ?? [])];
  };
  const notices = (): Promise<unknown> =>
    db.query('select kind, facts from account_notices where account_id = $1 order by sequence', [
      id,
    ]);

  it('keeps held funds over a restart until they are paid out or released', async () => {
    const [paid, returned] = [`W-paid-${id}`, `W-back-${id}`];
    expect(await hold(paid, 300)).toMatchObject({ kind: 'done' });
    expect(await hold(returned, 200.5)).toMatchObject({ kind: 'done' });
    await restart();
    expect(await standing()).toEqual([49_950, { [paid]: 30_000, [returned]: 20_050 }]);

    expect(await payOut(paid, 300)).toMatchObject({ kind: 'done' });
    expect(await release(returned)).toMatchObject({ kind: 'done' });
    await restart();
    expect(await standing()).toEqual([70_000, {}]);
    expect(await release(paid)).toMatchObject({ rejection: { code: 'not-found' } });
  });

  it('executes each step of a withdrawal once, however often it is requested', async () => {
    const reference = `W-once-${id}`;
    const outcomes = await Promise.all([1, 2, 3].map(() => hold(reference, 100)));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['done']));
    expect(await standing()).toEqual([90_000, { [reference]: 10_000 }]);
    expect(await hold(reference, 101)).toMatchObject({ rejection: { code: 'duplicate-id' } });
    expect(await release(reference)).toEqual(await release(reference));
    // Set aside again it would be another withdrawal: the same answer, and nothing moves.
    expect(await hold(reference, 100)).toMatchObject({ kind: 'done' });
    expect(await standing()).toEqual([100_000, {}]);
    nextAccountId += 1;
    await addAccount(engine, nextAccountId, 1_000);
    expect(await hold(reference, 100, nextAccountId)).toMatchObject({
      rejection: { code: 'duplicate-id' },
    });
    await restart();
    expect(await hold(reference, 100, nextAccountId)).toMatchObject({
      rejection: { code: 'duplicate-id' },
    });
  });

  it('holds and releases funds within one batch', async () => {
    const reference = `W-batch-${id}`;
    expect(await Promise.all([hold(reference, 100), release(reference)])).toMatchObject([
      { kind: 'done' },
      { kind: 'done' },
    ]);
    await restart();
    expect(await standing()).toEqual([100_000, {}]);
  });

  it('asserts that each step of a withdrawal has its own request id', async () => {
    const command = { kind: 'release-funds', accountId: id, atMs: 0, reference: 'W' } as const;
    await expect(engine.submit('other', command)).rejects.toThrow('release:W');
  });

  it('warns of a margin level once, also over a restart, and ends the warning', async () => {
    // € 1,000 at leverage 2: a fall by a quarter leaves about half; more would close the account.
    await engine.submit('open', open(engine, id, { euros: 1_000 }));
    await engine.tick(BTCUSD, 8_000_000);
    await engine.tick(BTCUSD, 7_990_000);
    await restart();
    expect((await engine.account(id))?.warnedPercent).toBe(100);
    await engine.tick(BTCUSD, 7_980_000);
    await engine.tick(BTCUSD, 7_500_000);
    await engine.tick(BTCUSD, 9_200_000);
    await engine.submit('all', {
      kind: 'close-positions',
      accountId: id,
      atMs: Date.now(),
      which: 'all',
    });
    expect(await notices()).toMatchObject([
      {
        kind: 'margin-level',
        facts: { fromPercent: null, toPercent: 100, investedCents: 100_000 },
      },
      { kind: 'margin-level', facts: { fromPercent: 100, toPercent: 75 } },
      { kind: 'margin-level', facts: { fromPercent: 75, toPercent: null } },
    ]);
    await engine.tick(BTCUSD, 9_000_000);
  });

  it('records each forced close with its rule', async () => {
    const wide = openedBy(await engine.submit('1', open(engine, id, { euros: 900 })));
    const narrow = openedBy(await engine.submit('2', open(engine, id, { euros: 1, leverage: 10 })));
    // 10 % under its opening the narrow one terminates, and its loss of € 1.12 is rounded down.
    await engine.tick(BTCUSD, 8_000_000);
    // 31 % under: 900 × 2 × 31 % is gone, less than half of the 900 is left of what it was.
    await engine.tick(BTCUSD, 6_210_000);
    expect((await engine.account(id))?.positions.size).toBe(0);
    const notified = (await notices()) as readonly { readonly kind: string }[];
    expect(notified.filter(({ kind }) => kind === 'forced-close')).toEqual([
      {
        kind: 'forced-close',
        facts: {
          positionId: narrow,
          rule: 'termination',
          equityCents: 79_830,
          investedCents: 90_100,
        },
      },
      {
        kind: 'forced-close',
        facts: {
          positionId: wide,
          rule: 'margin-close-out',
          equityCents: 44_043,
          investedCents: 90_000,
        },
      },
    ]);
    await engine.tick(BTCUSD, 9_000_000);
  });

  it('stores the requested prices of the opening and the close', async () => {
    const order = { ...open(engine, id), requestedPoints: points(9_000_009) };
    const positionId = openedBy(await engine.submit('open', order));
    const part = { ...close(id, positionId, 40), requestedPoints: points(9_000_001) };
    expect(await engine.submit('part', part)).toMatchObject({ kind: 'done' });
    const whole = { ...close(id, positionId), requestedPoints: points(9_000_002) };
    expect(await engine.submit('whole', whole)).toMatchObject({ kind: 'done' });
    const rows = await db.query(
      `select open_seen_points, close_seen_points from positions where account_id = $1 order by id`,
      [id],
    );
    // The part that was closed first is a row of its own and no opening.
    expect(rows).toEqual([
      { open_seen_points: 9_000_009, close_seen_points: 9_000_002 },
      { open_seen_points: null, close_seen_points: 9_000_001 },
    ]);
    const move = 'update positions set open_seen_points = open_seen_points + $1 where id = $2';
    await db.query(move, [1, positionId]);
    const problem = `it answered position-opened of position ${positionId}, which is not so`;
    expect((await audit(db)).differences).toMatchObject([{ problem }]);
    await db.query(move, [-1, positionId]);
  });
});
