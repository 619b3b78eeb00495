import { afterAll, beforeAll, expect, it } from 'vitest';

import { audit } from '#engine/engine.ts';
import { migrate } from '#platform/db/db.ts';
import type { Database, Lane } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import {
  addAccount,
  BTCUSD,
  close,
  levels,
  open,
  openedBy,
  startEngine,
  TERMS,
} from './engine-fixture.ts';
import { FORGERIES } from './audit-forgeries.ts';

const APPEND_ONLY = ['postings', 'ledger_entries', 'account_notices'] as const;

// Positions 1 to 4: closed by hand, closed in part (the part is 5), open, protected and stopped.
describeOnDatabase('the audit', (target) => {
  let db: Database;
  let lane: Lane;

  beforeAll(async () => {
    db = await target.open();
    await migrate(db);
    lane = db.openLane({ name: 'test' });
    const engine = await startEngine(db);
    await addAccount(engine, 1, 1_000);
    await addAccount(engine, 2, 1_000, { ...TERMS, hasGuaranteedStop: true });
    const whole = openedBy(await engine.submit('1', open(engine, 1)));
    const part = openedBy(await engine.submit('2', open(engine, 1, { direction: 'sell' })));
    await engine.submit('3', open(engine, 1, { leverage: 1 }));
    await engine.submit('4', open(engine, 2, { stopPoints: 8_950_000, leverage: 5 }));
    await engine.tick(BTCUSD, 8_900_000);
    await engine.submit('5', close(1, whole));
    await engine.submit('6', close(1, part, 40));
    await engine.submit('7', levels(1, part, 8_000_000));
    const change = { kind: 'change-terms', accountId: 1, atMs: Date.now() } as const;
    await engine.submit('8', { ...change, terms: { ...TERMS, isVerified: false } });
    await engine.submit('poor', open(engine, 1, { euros: 50_000 }));
    await engine.stop();
    for (const table of APPEND_ONLY) await lane.run(`alter table ${table} disable trigger all`);
  });
  afterAll(async () => {
    await lane.close();
    await db.close();
  });

  /** What the audit says while the statement is in effect; it is undone after. */
  const findWith = async (statement: string, undo: string): Promise<readonly string[]> => {
    await lane.run(statement);
    try {
      const { differences, differenceCount } = await audit(db);
      expect(differences).toHaveLength(differenceCount);
      return differences.map(({ subject, problem }) => `${subject}: ${problem}`);
    } finally {
      await lane.run(undo);
    }
  };

  it('finds no difference in correct books, and reports how much it read', async () => {
    const steps: string[] = [];
    const report = await audit(db, { onProgress: (subject) => steps.push(subject) });
    expect(report).toEqual({
      accounts: 2,
      positions: 5,
      postings: 5,
      notices: 1,
      commands: 13,
      differences: [],
      differenceCount: 0,
    });
    const subjects = [...new Set(steps)].toSorted().join(' ');
    expect(subjects).toBe('accounts commands notices positions postings');
  });

  it('stops when it is aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(audit(db, { signal })).rejects.toThrow('enough');
  });

  it.each(FORGERIES)('finds %s', async (_what, statement, undo, problem) => {
    expect(await findWith(statement, undo)).toContainEqual(expect.stringMatching(problem));
    expect((await audit(db)).differences).toEqual([]);
  });

  it('finds no difference while trading continues', async () => {
    const engine = await startEngine(db);
    let isFirst = true;
    const trade = async (): Promise<void> => {
      isFirst = false;
      const opened = openedBy(await engine.submit('9', open(engine, 2, { leverage: 1 })));
      await engine.submit('10', close(2, opened, 40));
      await engine.submit('11', levels(2, opened, 9_900_000));
      await engine.submit('12', close(1, 2, 10));
      await engine.submit('13', levels(1, 2, 7_900_000));
      await engine.submit('14', close(1, 3));
      const terms = { kind: 'change-terms', accountId: 2, atMs: Date.now(), terms: TERMS } as const;
      await engine.submit('15', terms);
      await addAccount(engine, 3, 10);
    };
    const busy: Database = {
      ...db,
      query: async (text, values) => {
        const rows = await db.query(text, values);
        if (isFirst) await trade();
        return rows;
      },
    };
    expect((await audit(busy)).differences).toEqual([]);
    await engine.stop();
    expect((await audit(db)).differences).toEqual([]);
  });
});
