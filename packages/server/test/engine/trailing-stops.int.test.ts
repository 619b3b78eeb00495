import type { AccountCommand } from '@halyard/core/engine';
import { points } from '@halyard/core/instrument';
import { trailingStop } from '@halyard/core/position';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { audit } from '#engine/engine.ts';
import type { Outcome } from '#engine/engine.ts';
import { auditQuotes } from '#features/quote-log/quote-log.ts';
import type { Database } from '#platform/db/db.ts';
import { eventually } from '../support/eventually.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import {
  addAccount,
  BTCUSD,
  expectHealthy,
  open as openingOf,
  openedBy,
  startEngine,
} from './engine-fixture.ts';
import type { TestEngine } from './engine-fixture.ts';

const ACCOUNT_ID = 1;
const START = 9_000_000;
const DISTANCE = points(10_000);
const MARKS = 'select direction, points from trail_marks order by sequence';

describeOnDatabase('trailing stops in the engine', (target) => {
  let db: Database;
  let engine: TestEngine;
  let count = 0;
  beforeAll(async () => {
    db = await target.open();
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    engine = await startEngine(db);
    await addAccount(engine, ACCOUNT_ID, 10_000);
    await engine.tick(BTCUSD, START);
  });
  afterEach(async () => {
    await engine.submit(`end:${count}`, {
      kind: 'close-positions',
      accountId: ACCOUNT_ID,
      atMs: Date.now(),
      which: 'all',
    });
    engine.feed({ kind: 'record-trails', atMs: Date.now() });
    await eventually(async () => expect(await db.query(MARKS, [])).toEqual([]));
    await engine.stop();
    await expectHealthy(engine, db);
  });

  const submit = async (command: AccountCommand): Promise<Outcome> => {
    count += 1;
    const outcome = await engine.submit(`trail:${count}`, command);
    expect(outcome).toMatchObject({ kind: 'done' });
    return outcome;
  };
  /** A buy of the trailing stop's distance; gives its id. */
  const open = async (): Promise<number> => {
    const command = openingOf(engine, ACCOUNT_ID);
    return openedBy(await submit({ ...command, trailDistance: DISTANCE } as AccountCommand));
  };
  const stopOf = async (id: number): Promise<number | undefined> => {
    const position = (await engine.account(ACCOUNT_ID))?.positions.get(id);
    return position?.trail && trailingStop(position.direction, position.trail);
  };
  const record = async (marks: readonly object[]): Promise<void> => {
    engine.feed({ kind: 'record-trails', atMs: Date.now() });
    await eventually(async () => expect(await db.query(MARKS, [])).toEqual(marks));
  };
  const restart = async (): Promise<void> => {
    await engine.stop();
    engine = await startEngine(db);
  };

  it('continue after a restart from the last stored mark', async () => {
    const id = await open();
    await engine.tick(BTCUSD, START + 30_000);
    await record([{ direction: 'buy', points: START + 30_000 }]);
    await engine.tick(BTCUSD, START + 25_000);
    expect(await stopOf(id)).toBe(START + 20_000);
    await restart();
    expect(await stopOf(id)).toBe(START + 20_000);
    // What the last quote of before the restart would do, the next one does.
    await engine.tick(BTCUSD, START + 19_000);
    await eventually(async () => expect(await stopOf(id)).toBeUndefined());
    const rows = await db.query(
      `select closing_reason, stop_points, trail_distance, trail_points
        from positions where id = $1`,
      [id],
    );
    expect(rows).toEqual([
      {
        closing_reason: 'stop-loss',
        stop_points: null,
        trail_distance: DISTANCE,
        trail_points: START + 30_000,
      },
    ]);
  });

  it('lose at most the movement since the last mark', async () => {
    const id = await open();
    await engine.tick(BTCUSD, START + 30_000);
    await record([{ direction: 'buy', points: START + 30_000 }]);
    await engine.tick(BTCUSD, START + 40_000);
    await restart();
    expect(await stopOf(id)).toBe(START + 20_000);
  });

  it('write one row for many positions, and none per quote', async () => {
    for (let opened = 0; opened < 5; opened += 1) await open();
    const before = await db.query('select max(sequence) as sequence from commands', []);
    for (let step = 1; step <= 20; step += 1) await engine.tick(BTCUSD, START + step * 100);
    await record([{ direction: 'buy', points: START + 2_000 }]);
    await engine.tick(BTCUSD, START + 2_100);
    await record([{ direction: 'buy', points: START + 2_100 }]);
    expect(await db.query('select max(sequence) as sequence from commands', [])).toEqual(before);
  });

  it('continue when the take profit changes, and end when they are removed', async () => {
    const id = await open();
    await engine.tick(BTCUSD, START + 5_000);
    const change = { kind: 'update-position', accountId: ACCOUNT_ID, positionId: id } as const;
    await submit({ ...change, atMs: Date.now(), targetPoints: points(9_900_000) });
    expect(await stopOf(id)).toBe(START - 5_000);
    await submit({ ...change, atMs: Date.now(), trailDistance: null });
    await restart();
    expect((await engine.account(ACCOUNT_ID))?.positions.get(id)).toMatchObject({
      targetPoints: 9_900_000,
    });
    expect(await stopOf(id)).toBeUndefined();
  });

  it.each([
    ['distance of an open one', 'trail_distance = trail_distance + 1', 'open', 'trailing distance'],
    ['price of an open one', 'trail_points = trail_points + 1', 'open', 'trailing stop'],
    ['distance of a closed one', 'trail_distance = trail_distance * 9', 'closed', 'stop-loss'],
    ['price of a closed one', 'trail_points = trail_points - 90000', 'closed', 'trailing stop'],
    ['quote of a closed one', 'trail_sequence = 1', 'closed', 'trailing stop'],
  ])('are compared by the audit with the %s', async (_, forge, state, problem) => {
    const id = await open();
    await engine.tick(BTCUSD, START + 30_000);
    if (state === 'closed') {
      await engine.tick(BTCUSD, START + 10_000);
      await eventually(async () => expect(await stopOf(id)).toBeUndefined());
    }
    const kept = await db.query(
      'select trail_distance, trail_points, trail_sequence from positions where id = $1',
      [id],
    );
    expect((await audit(db)).differences).toEqual([]);
    await db.query(`update positions set ${forge} where id = $1`, [id]);
    const { differences } = await audit(db);
    await db.query(
      `update positions set trail_distance = $2, trail_points = $3, trail_sequence = $4
        where id = $1`,
      [id, ...Object.values(kept[0] ?? {})],
    );
    expect(differences).toContainEqual({
      subject: `positions ${id}`,
      problem: expect.stringContaining(problem),
    });
    expect((await audit(db)).differences).toEqual([]);
  });

  it('are compared by the audit of quotes with the price at which the quote log has their best', async () => {
    const id = await open();
    await engine.tick(BTCUSD, START + 30_000);
    const { quote } = engine.market(BTCUSD);
    await engine.tick(BTCUSD, START + 10_000);
    await eventually(async () => expect(await stopOf(id)).toBeUndefined());
    const options = { onProgress: () => undefined, signal: AbortSignal.timeout(10_000) };
    const log = `insert into quote_blocks (symbol, first_sequence, source, sell_points, buy_points,
        source_at_ms, received_at_ms) values ($1, $2, 'test', $3, $4, $5, $5)`;
    await db.query(log, [
      BTCUSD,
      quote?.sequence,
      `{${quote?.bidPoints}}`,
      `{${quote?.askPoints}}`,
      `{${quote?.receivedAtMs}}`,
    ]);
    expect((await auditQuotes(db, options)).differences).toEqual([]);
    await db.query('update quote_blocks set sell_points = array[sell_points[1] - 1]', []);
    expect((await auditQuotes(db, options)).differences).toMatchObject([
      { subject: `positions ${id}`, problem: expect.stringContaining('trailing stop') },
    ]);
    await db.query('delete from quote_blocks', []);
  });
});
