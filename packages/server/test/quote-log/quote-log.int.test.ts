// The quote log through the whole program, and the audit that holds fills against it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PositionAnswer } from '@halyard/contract/live';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditQuotes } from '#features/quote-log/quote-log.ts';
import type { QuoteAudit } from '#features/quote-log/quote-log.ts';
import type { Database, Lane } from '#platform/db/db.ts';
import { eventually } from '../support/eventually.ts';
import { STILL, stagePrices } from '../support/staged-prices.ts';
import { dataOf, send, signUpTrader, startServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

/** Stated again, so that a change of them is meant. */
const BLOCKS_KEPT = 2_000;
const REFUSED_KEPT = 20_000;

const SIGNAL = new AbortController().signal;

// Position 1 is closed, 2 is open: three fills.
describeOnDatabase('the quote log', (database) => {
  let folder: string;
  let db: Database;
  let lane: Lane;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-quotes-'));
    const server = await startServer({ database, environment: stagePrices(folder) });
    const session = await signUpTrader(server, 'logged@example.com', '1000');
    const socket = await server.connect('/positions', session.access_token);
    const order = { symbol: 'BTCUSD', direction: 'buy', leverage: 2, price: STILL.orderBuy };
    const open = async (): Promise<void> => {
      dataOf(await send<PositionAnswer>(socket, 'openPosition', { ...order, amount: 100 }));
    };
    await eventually(open);
    await open();
    await send(socket, 'closePosition', { id: 1 });
    // A price that stands still is quoted once a second.
    await sleep(2_500);
    await server.stop();
    db = await database.open();
    lane = db.openLane({ name: 'test' });
  });
  afterAll(async () => {
    await lane.close();
    await db.close();
    rmSync(folder, { recursive: true });
  });

  const judge = async (): Promise<QuoteAudit> =>
    await auditQuotes(db, { signal: SIGNAL, onProgress: () => undefined });
  const judgeWith = async (statement: string, undo: string): Promise<QuoteAudit> => {
    await lane.run(statement);
    try {
      return await judge();
    } finally {
      await lane.run(undo);
    }
  };

  it('contains every accepted quote once, in order', async () => {
    const rows = await db.query(
      `select sequence, sell_points, buy_points, source, source_at, received_at
        from quote_log where symbol = 'BTCUSD' order by sequence`,
      [],
    );
    expect(rows.length).toBeGreaterThan(1);
    rows.forEach((row, index) => {
      expect(row).toMatchObject({
        sell_points: 4_000_000,
        buy_points: 4_001_020,
        source: 'replay',
      });
      expect(row.sequence).toBe(Number(rows[0]?.sequence) + index);
      const previous = rows[index - 1]?.received_at as Date | undefined;
      expect(row.received_at).toBeInstanceOf(Date);
      expect(Number(row.received_at)).toBeGreaterThanOrEqual(Number(previous ?? 0));
    });
  });

  it('confirms correct fills', async () => {
    expect(await judge()).toEqual({
      agreeing: 3,
      older: 0,
      missing: 0,
      differences: [],
      differenceCount: 0,
    });
  });

  it.each([
    ['sell price', 'close_sell_points', '- 1'],
    ['buy price', 'close_buy_points', '+ 1'],
    ['source', 'close_source', `|| 'x'`],
    ['time at the source', 'close_source_at', `+ interval '1 millisecond'`],
    ['time of arrival', 'close_received_at', `+ interval '1 millisecond'`],
  ])('shows a fill whose %s is not the one logged', async (_, column, change) => {
    await lane.run('create table kept as select * from positions');
    const found = await judgeWith(
      `update positions set ${column} = ${column} ${change} where id = 1`,
      `update positions p set ${column} = k.${column} from kept k where k.id = p.id;
        drop table kept`,
    );
    expect(found).toMatchObject({ agreeing: 2, missing: 0, older: 0, differenceCount: 1 });
    expect(found.differences).toEqual([
      {
        subject: 'positions 1',
        problem: expect.stringMatching(
          /^it was closed at a quote \d+ that the quote log has otherwise$/,
        ),
      },
    ]);
  });

  it('shows a quote that was changed in the log', async () => {
    await lane.run('create table kept as select * from quote_blocks');
    const found = await judgeWith(
      `update quote_blocks set sell_points = array(select p - 1 from unnest(sell_points) p)`,
      `delete from quote_blocks; insert into quote_blocks select * from kept; drop table kept`,
    );
    expect(found).toMatchObject({ agreeing: 0, differenceCount: 3 });
  });

  it('distinguishes quotes older than the log from lost ones', async () => {
    const replaceBy = (sequence: string, receivedAtMs: number): string =>
      `with gone as (delete from quote_blocks returning *)
        insert into quote_blocks (symbol, first_sequence, source, sell_points, buy_points,
          source_at_ms, received_at_ms)
        select symbol, ${sequence}, 'x', '{1}'::bigint[], '{1}'::bigint[], '{1}'::bigint[],
          '{${receivedAtMs}}'::bigint[]
        from gone group by symbol`;
    await lane.run('create table kept as select * from quote_blocks');
    const restore = `delete from quote_blocks; insert into quote_blocks select * from kept`;
    for (const sequence of ['max(first_sequence) + 100000', 'min(first_sequence) - 100000']) {
      const older = await judgeWith(replaceBy(sequence, Date.now() + 60_000), restore);
      expect(older).toMatchObject({ older: 3, missing: 0, agreeing: 0 });
      const lost = await judgeWith(replaceBy(sequence, 1), restore);
      expect(lost).toMatchObject({ older: 0, missing: 3, agreeing: 0 });
    }
    expect(await judgeWith('delete from quote_blocks', restore)).toMatchObject({ older: 3 });
    await lane.run('drop table kept');
    expect((await judge()).agreeing).toBe(3);
  });

  it('is read page by page, and no further when aborted', async () => {
    const shares: number[] = [];
    const options = { onProgress: (share: number) => shares.push(share) };
    await auditQuotes(db, { ...options, signal: SIGNAL });
    expect(shares).toEqual([0]);
    const stopped = AbortSignal.abort(new Error('enough'));
    await expect(auditQuotes(db, { ...options, signal: stopped })).rejects.toThrow('enough');
  });

  it('is limited, like rejected quotes: the oldest are deleted at the next write', async () => {
    await lane.run(`insert into quote_blocks
      select 'BTCUSD', place, 'x', '{1}', '{1}', '{1}', '{1}' from generate_series(1, 2100) place`);
    await lane.run(`insert into rejected_quotes (source, reason, evidence, rejected_at)
      select 'x', 'garbage', place, now() from generate_series(1, 20100) place`);
    await lane.close();
    await db.close();
    const server = await startServer({ database, environment: stagePrices(folder) });
    // What was quoted by then is written at the end.
    await eventually(async () => {
      const { envelope } = await server.get<Record<string, object>>('/api/market/quotes');
      expect(dataOf(envelope)).toHaveProperty('BTCUSD');
    });
    await server.stop();
    db = await database.open();
    lane = db.openLane({ name: 'test' });
    const [log] = await db.query(
      `select count(*) as count, max(first_sequence) as newest from quote_blocks
        where symbol = 'BTCUSD'`,
      [],
    );
    expect(Number(log?.count)).toBe(BLOCKS_KEPT);
    expect(Number(log?.newest)).toBeGreaterThan(2_100);
    const [refused] = await db.query(
      `select count(*) as count, max(evidence::int) as newest from rejected_quotes
        where source = 'x'`,
      [],
    );
    expect(Number(refused?.count)).toBe(REFUSED_KEPT);
    expect(Number(refused?.newest)).toBe(20_100);
  });
});
