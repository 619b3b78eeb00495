// The performance of an account: what a customer reads is what the ledger booked.
import type { PerformanceReport } from '@halyard/contract/performance/performance';
import { expect, it } from 'vitest';
import { dataOf } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY, openFloor, rejectionOf, SELL, type Trader } from '../support/trader.ts';

describeOnDatabase('the performance of an account', (database) => {
  const floor = openFloor(database);
  const today = () => new Date(Date.now() + floor.server().offsetMs()).toISOString().slice(0, 10);
  const read = async (
    { token }: Pick<Trader, 'token'>,
    { account = 'accounts', from = today(), until = today() } = {},
  ) =>
    (
      await floor
        .server()
        .post<PerformanceReport>(`/api/${account}/performance`, { from, until }, { token })
    ).envelope;

  it('sums closed trades and their costs to the ledger’s result', async () => {
    const trader = await floor.trader();
    const long = await trader.open({ ...BUY, amount: 1_000 });
    const short = await trader.open({ ...SELL, amount: 500 });
    await trader.open({ ...BUY, amount: 700 });
    const before = today();
    await trader.close({ id: long.id });
    await trader.close({ id: short.id });
    const report = dataOf(await read(trader, { from: before }));
    // By hand: 2,000 × 20.20 ÷ 40,020.20 = 1.01 and 1,000 × 20.20 ÷ 39,990.00 = 0.51 lost. The middle
    // is 40,005.10: an opening is 15.10 away from it, a close 5.10. So the spread of the long trade is
    // 0.75 + 0.25, and that of the short one 0.38 + 0.13.
    expect(report.results).toEqual({
      total: -1.52,
      gross: -0.01,
      spread: -1.51,
      financing: 0,
      premium: 0,
      other: 0,
      trades: 2,
      wins: 0,
    });
    expect(report.trades).toEqual({
      count: 2,
      wins: 0,
      losses: 2,
      win_rate: 0,
      average_win: null,
      average_loss: -0.76,
      largest_win: 0,
      largest_loss: -1.01,
      profit_factor: 0,
    });
    expect(report.drawdown).toMatchObject({ amount: 1.52, from: null });
    expect(report.symbols).toEqual([{ symbol: 'BTCUSD', ...report.results }]);
    // Deposits are no result.
    expect(report.balance).toBe(59_998.48);
    const [ledger] = await floor.server().query(
      `select sum(e.amount_cents)::int as cents from ledger_entries e
        join postings p on p.id = e.posting_id
        where e.customer_id = $1 and e.account like 'customer:%' and p.reference like 'position:%'`,
      [trader.session.user.id],
    );
    expect(ledger?.['cents']).toBe(-152);
  });

  it('is empty without trades, separate on practice, and requires a valid period', async () => {
    const trader = await floor.trader('500');
    const live = dataOf(await read(trader));
    expect(live).toMatchObject({ balance: 500, days: [], symbols: [], trades: { win_rate: null } });
    expect(dataOf(await read(trader, { account: 'practice' }))).toMatchObject({ days: [] });
    const reversed = rejectionOf(await read(trader, { from: '2026-02-02', until: '2026-02-01' }));
    expect(reversed).toMatchObject({ code: 'invalid', errors: { until: expect.any(String) } });
  });
});
