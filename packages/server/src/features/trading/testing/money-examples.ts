// The examples of the customers' trading rules about avoiding losses of the broker: late prices,
// overnight financing, partial closes, withdrawals, reversed deposits, and linked accounts.
import { planCovers } from '@halyard/core/linked-accounts';
import { cents } from '@halyard/core/money';
import { DAY_MS } from '@halyard/core/time';

import { nextNights } from '../financing/financing.ts';
import { measureTradedMs } from './late-prices.ts';
import type { Example } from './read-examples.ts';
import { centsOf, createRulesDesk, euros, partsOf } from './rules-desk.ts';

const EURUSD = { symbol: 'EURUSD', direction: 'buy' } as const;

export const MONEY_EXAMPLES: Readonly<Record<string, Example>> = {
  'a price of EURUSD that reaches us late, and no other after it': async (rows) =>
    await Promise.all(
      rows.map(async ({ 'reaches us after': lag = '' }) => {
        const tradedMs = await measureTradedMs(Number.parseFloat(lag) * 1_000);
        return {
          'reaches us after': lag,
          'is used': tradedMs > 0 ? 'yes' : 'no',
          'you can trade at it for': `${(tradedMs / 1_000).toFixed(1)} s`,
        };
      }),
    ),

  '€ 123.45 at leverage 10 and 7.3 % a year, closed before the nights were charged': (rows) =>
    rows.map((row) => {
      const openedAtMs = toNewYork(row['opened in New York'] ?? '', 0);
      const rules = { financingBpsYear: { forex: { buy: 730, sell: 730 } } };
      const desk = createRulesDesk({ balance: '€ 1,000.00', rules });
      desk.setNights(nextNights('2026-01-04', 14));
      desk.moveTo(openedAtMs);
      desk.open({ ...EURUSD, at: '1.10000', amount: '€ 123.45', leverage: 10 });
      desk.moveTo(toNewYork(row['closed in New York'] ?? '', openedAtMs));
      desk.price('EURUSD', '1.10000');
      const [closed] = desk.closeAll();
      const { financing: charges = [] } = closed?.kind === 'position-closed' ? closed : {};
      const paid = charges.reduce((sum, { entries }) => sum - (entries[0]?.amountCents ?? 0), 0);
      return { ...row, nights: String(charges.length), 'you pay': euros(paid) };
    }),

  'a buy of EURUSD at leverage 1, opened at 1.00000, closed at 1.00600': (rows) =>
    rows.map(({ amount = '' }) => {
      const desk = createRulesDesk({ balance: '€ 1,000.00' });
      const { id } = desk.open({ ...EURUSD, at: '1.00000', amount, leverage: 1 });
      desk.price('EURUSD', '1.00600');
      const [closed] = partsOf(desk.close(id, null));
      const exactly = `${((centsOf(amount) * 6) / 1_000).toFixed(1)} cents`;
      return { amount, exactly, profit: euros(closed?.profitCents ?? Number.NaN) };
    }),

  'a buy of EURUSD for € 40.00 at leverage 1, opened at 1.00000, closed in parts at 1.00060': (
    rows,
  ) => {
    const desk = createRulesDesk({ balance: '€ 1,000.00' });
    const { id } = desk.open({ ...EURUSD, at: '1.00000', amount: '€ 40.00', leverage: 1 });
    desk.price('EURUSD', '1.00060');
    let sum = 0;
    return rows.map(({ part = '', closes = '' }, index) => {
      const isLast = index === rows.length - 1;
      const [closed] = partsOf(desk.close(id, isLast ? null : closes));
      const profit = closed?.profitCents ?? Number.NaN;
      sum += profit;
      return { part, closes, profit: euros(profit), 'in sum': euros(sum) };
    });
  },

  'a withdrawal of € 8,900.00 of € 10,000.00, looked at again beside a buy of EURUSD for € 1,000.00 at leverage 30 opened at 1.00000':
    (rows) =>
      rows.map(({ price = '' }) => {
        const desk = createRulesDesk({ balance: '€ 10,000.00' });
        desk.open({ ...EURUSD, at: '1.00000', amount: '€ 1,000.00', leverage: 30 });
        desk.price('EURUSD', '1.00000');
        desk.withdraw('€ 8,900.00');
        desk.price('EURUSD', price);
        const { profitCents } = desk.figures();
        const rejection = desk.findPayoutRejection();
        const maximum = Number(rejection?.facts['maximum'] ?? 0);
        return {
          price,
          profit: euros(profitCents),
          'we pay it': rejection === undefined ? 'yes' : 'no',
          'you can withdraw': rejection === undefined ? '€ 8,900.00' : euros(cents(maximum * 100)),
        };
      }),

  '€ 1,000.00, of which € 300.00 are in a withdrawal, and a buy of EURUSD for € 400.00 at leverage 10 that has lost € 100.00':
    (rows) =>
      rows.map((row) => {
        const { 'taken back': amount = '' } = row;
        const desk = createRulesDesk({ balance: '€ 1,000.00' });
        desk.open({ ...EURUSD, at: '1.10000', amount: '€ 400.00', leverage: 10 });
        desk.withdraw('€ 300.00');
        desk.price('EURUSD', '1.07250');
        const events = desk.reverseFunds(amount);
        const isCancelled = events.some(({ kind }) => kind === 'withdrawal-cancelled');
        const { balanceCents, withdrawableCents } = desk.figures();
        return {
          'taken back': amount,
          withdrawal: isCancelled ? 'cancelled' : 'remains',
          balance: euros(balanceCents),
          'you owe us': euros(desk.debtCents()),
          withdrawable: euros(withdrawableCents),
        };
      }),

  '€ 600.00 below zero, on one of three linked accounts': (rows) =>
    rows.map(({ 'second account has': second = '', 'third account has': third = '' }) => {
      const loss = centsOf('€ 600.00');
      const covers = planCovers(loss, [
        { accountId: 2, availableCents: centsOf(second) },
        { accountId: 3, availableCents: centsOf(third) },
      ]);
      const paidBy = (id: number): number =>
        covers.find(({ accountId }) => accountId === id)?.amountCents ?? 0;
      return {
        'second account has': second,
        'third account has': third,
        'second covers': euros(paidBy(2)),
        'third covers': euros(paidBy(3)),
        'we pay': euros(loss - paidBy(2) - paidBy(3)),
      };
    }),
};

/** Returns the first such New York time after another instant, from Monday, 5 January 2026 on. */
function toNewYork(text: string, afterMs: number): number {
  const [weekday = '', time = ''] = text.split(', ');
  const first = Date.parse(`2026-01-05T${time}:00-05:00`);
  const days = Array.from({ length: 14 }, (_, index) => first + index * DAY_MS);
  const format = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'America/New_York' });
  return days.find((atMs) => atMs > afterMs && format.format(atMs) === weekday) ?? Number.NaN;
}
