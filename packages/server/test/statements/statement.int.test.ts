import { inflateSync } from 'node:zlib';
import { DAY_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { dataOf } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY, openFloor, rejectionOf, SELL, type Trader } from '../support/trader.ts';

type File = { file_name: string; media_type: string; content_base64: string };
const STATEMENT = '/api/accounts/statement';

describeOnDatabase('a statement', (database) => {
  const floor = openFloor(database);
  const day = (offset = 0): string =>
    new Date(Date.now() + floor.server().offsetMs() + offset * DAY_MS).toISOString().slice(0, 10);
  const post = async (token: string, body: object) =>
    (await floor.server().post<File>(STATEMENT, body, { token })).envelope;
  const csv = async ({ token }: Trader, from: string, until: string): Promise<string[][]> => {
    const file = dataOf(await post(token, { from, until, format: 'csv' }));
    expect(file.media_type).toBe('text/csv; charset=utf-8');
    const text = Buffer.from(file.content_base64, 'base64').toString();
    return text.split('\r\n').map((line) => line.split(','));
  };
  /** Of the table with this title, without its head. */
  const table = (lines: readonly string[][], title: string): readonly string[][] => {
    const from = lines.findIndex(([first]) => first === title) + 2;
    const until = lines.findIndex(([first], index) => index >= from && first === '');
    return lines.slice(from, until);
  };
  const sum = (amounts: readonly (string | undefined)[]): number =>
    amounts.reduce((total, text) => total + Math.round(Number(text) * 100), 0);

  it('agrees with the ledger to the cent, by day and in total', async () => {
    const trader = await floor.trader('5000');
    for (const order of [BUY, SELL, { ...BUY, leverage: 1 }]) {
      const { id } = await trader.open({ ...order, amount: 133.37 });
      await trader.close({ id });
    }
    await trader.open({ ...BUY, amount: 77.71 });
    const lines = await csv(trader, day(), day());
    expect(lines.find(([name]) => name === 'Time zone of all dates and times')?.[1]).toBe('UTC');
    const movements = table(lines, 'Movements');
    const [ledger] = await floor.server().query(
      `select count(*)::int as rows, sum(amount_cents)::bigint as cents from ledger_entries
       where customer_id = $1`,
      [trader.session.user.id],
    );
    expect(movements.length).toBe(ledger?.['rows']);
    expect(sum(movements.map((cells) => cells[5]))).toBe(Number(ledger?.['cents']));
    const [[, opening, closing] = []] = table(lines, 'Balances');
    expect(opening).toBe('0.00');
    expect(Number(closing)).toBe((await trader.balance()).balance);
    const positions = table(lines, 'Positions open or closed in the period');
    expect(positions.map((cells) => cells[7] === 'open')).toEqual([false, false, false, true]);
    const trades = movements.filter((cells) => cells[2] === 'Position closed');
    expect(sum(positions.map((cells) => cells[10]))).toBe(sum(trades.map((cells) => cells[5])));
  });

  it('opens a later period with the closing balance of the earlier one', async () => {
    const trader = await floor.trader('321.09');
    const lines = await csv(trader, day(1), day(2));
    expect(table(lines, 'Balances')).toEqual([['Cash', '321.09', '321.09']]);
    expect(table(lines, 'Movements')).toEqual([]);
    const earlier = await csv(trader, day(-2), day(-1));
    expect(table(earlier, 'Balances')).toEqual([['Cash', '0.00', '0.00']]);
  });

  it('comes as a PDF, with names in other scripts', async () => {
    const trader = await floor.trader('1000');
    await floor
      .server()
      .query('update customers set last_name = $1 where id = $2', [
        'Őszi-Αθηνά Петров',
        trader.session.user.id,
      ]);
    const request = { from: day(), until: day(), format: 'pdf', language: 'de' };
    const file = dataOf(await post(trader.token, request));
    expect(file).toMatchObject({
      file_name: `statement-${day()}-${day()}.pdf`,
      media_type: 'application/pdf',
    });
    const content = Buffer.from(file.content_base64, 'base64');
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(content.toString('latin1')).toMatch(/%%EOF\s*$/);
    expect(pageTexts(content)).toBeGreaterThan(0);
  });

  it('rejects a period that ends before it begins, and invalid days', async () => {
    const { token } = await floor.trader('1');
    const good = { from: '2026-02-01', until: '2026-02-28', format: 'csv' };
    for (const [field, value] of [
      ['until', '2026-01-31'],
      ['from', '2026-02-30'],
      ['from', '1.2.2026'],
      ['format', 'xls'],
    ] as const) {
      const rejection = rejectionOf(await post(token, { ...good, [field]: value }));
      expect(rejection).toMatchObject({ code: 'invalid', errors: { [field]: expect.anything() } });
    }
  });
});

/** How many streams of drawn text the file has. */
function pageTexts(content: Buffer): number {
  const text = content.toString('latin1');
  return [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].filter(([, stream = '']) => {
    try {
      return inflateSync(Buffer.from(stream, 'latin1')).includes('TJ');
    } catch {
      return false;
    }
  }).length;
}
