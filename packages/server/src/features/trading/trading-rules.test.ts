// Recomputes every example of the customers' trading rules with the real engine. Each row is passed
// to its example's function with all its cells, and must come back unchanged.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { protectionFee } from '@halyard/core/engine';
import type { Event } from '@halyard/core/engine';
import {
  CATEGORIES,
  listLeverages,
  points,
  SLIPPAGE_TOLERANCE_BPS,
  stopOutPercent,
} from '@halyard/core/instrument';
import type { Direction } from '@halyard/core/instrument';
import type { EntryOrderKind } from '@halyard/core/order';
import { dividend, financing, profit, splitPosition } from '@halyard/core/position';
import { loadCatalogue } from '@halyard/market';
import { expect, it } from 'vitest';

import { MONEY_EXAMPLES } from './testing/money-examples.ts';
import { TRAIL_EXAMPLES } from './testing/trail-examples.ts';
import { readExamples } from './testing/read-examples.ts';
import type { Example } from './testing/read-examples.ts';
import { centsOf, closedBy, createRulesDesk, euros, rate } from './testing/rules-desk.ts';

const RULES = join(import.meta.dirname, '../../../../../docs/operate/trading-rules.md');
const REASONS = { manually: 'Manually', 'stop-loss': 'Stop Loss', 'low-margin': 'Low Margin' };
const EURUSD = { symbol: 'EURUSD', direction: 'buy', at: '1.10000' } as const;

const EXAMPLES: Readonly<Record<string, Example>> = {
  ...MONEY_EXAMPLES,
  ...TRAIL_EXAMPLES,

  'one account at different prices': (rows) => {
    const desk = createRulesDesk({ balance: '€ 1,000.00' });
    desk.open({ ...EURUSD, amount: '€ 400.00', leverage: 10 });
    return rows.map(({ EURUSD: price = '' }) => {
      desk.price('EURUSD', price);
      const figures = desk.figures();
      return {
        EURUSD: price,
        profit: euros(figures.profitCents),
        equity: euros(figures.equityCents),
        'free margin': euros(figures.freeMarginCents),
        'margin level': percent(figures.marginLevelPercent),
        withdrawable: euros(figures.withdrawableCents),
      };
    });
  },

  'what an order fills at': (rows) =>
    rows.map(({ asset = '', 'sell price': sell = '', 'buy price': buy = '' }) => {
      const opensAt = (direction: Direction) => {
        const desk = createRulesDesk({ balance: '€ 1,000.00' });
        desk.quote(asset, sell, buy);
        return rate(desk.order(asset, direction).openPoints, desk.decimals(asset));
      };
      return {
        asset,
        'sell price': sell,
        'buy price': buy,
        'a buy opens at': opensAt('buy'),
        'a sell opens at': opensAt('sell'),
      };
    }),

  'what a limit and a stop order fill at': (rows) =>
    rows.map((row) => {
      const { order = '', 'trigger price': trigger = '' } = row;
      const desk = createRulesDesk({ balance: '€ 1,000.00' });
      desk.quote('EURUSD', '1.11000', '1.11008');
      const [direction, kind] = order.split(' ') as [Direction, EntryOrderKind];
      const fill = desk.fillOrder({ direction, kind, trigger }, () =>
        desk.quote('EURUSD', row['sell price'] ?? '', row['buy price'] ?? ''),
      );
      return { ...row, 'fills at': fill === undefined ? 'waits' : rate(fill, 5) };
    }),

  tolerance: () =>
    CATEGORIES.toSorted(
      (one, other) => SLIPPAGE_TOLERANCE_BPS[one] - SLIPPAGE_TOLERANCE_BPS[other],
    ).map((category) => ({
      category,
      'worse by at most': `${SLIPPAGE_TOLERANCE_BPS[category] / 100} %`,
    })),

  'largest leverage': (rows) =>
    rows.map(({ asset = '' }) => {
      const instrument = loadCatalogue().find(({ symbol }) => symbol === asset);
      if (instrument === undefined) throw new Error(`${asset} is not in the catalogue`);
      const largest = listLeverages(instrument, 'eu-retail', 'retail').at(-1);
      return { asset, 'at most': String(largest) };
    }),

  'a split of four new for one old': (rows) =>
    rows.map((row) => {
      const { direction = '', leverage = '', 'opened at': opened = '' } = row;
      const { 'stop loss': stop = '', 'take profit': target = '' } = row;
      const position = {
        direction: direction === 'buy' ? 'buy' : 'sell',
        leverage: Number(leverage),
        hasGuaranteedStop: false,
        openPoints: toPoints(opened),
        stopPoints: toPoints(stop),
        targetPoints: toPoints(target),
      } as const;
      const split = splitPosition(position, { newUnits: 4, oldUnits: 1 }) ?? expect.fail(opened);
      return {
        ...row,
        'opening then': rate(split.openPoints, 2),
        'stop loss then': rate(split.stopPoints ?? 0, 2),
        'take profit then': rate(split.targetPoints ?? 0, 2),
        'stop-out price then': rate(split.stopOutPoints, 2),
      };
    }),

  'a dividend of 0.24 a share': (rows) =>
    rows.map((row) => {
      const { direction = '', amount = '', leverage = '', 'opened at': opened = '' } = row;
      const exposure = {
        direction: direction === 'buy' ? 'buy' : 'sell',
        amountCents: centsOf(amount),
        leverage: Number(leverage),
        openPoints: toPoints(opened),
      } as const;
      return { ...row, 'you get': euros(dividend(exposure, { micros: 240_000, decimals: 2 })) };
    }),

  'what a position earns': (rows) =>
    rows.map((row) => {
      const { direction = '', amount = '', leverage = '', 'opens at': opens = '' } = row;
      const { 'closes at': closes = '' } = row;
      const exposure = {
        direction: direction === 'buy' ? 'buy' : 'sell',
        amountCents: centsOf(amount),
        leverage: Number(leverage),
        openPoints: toPoints(opens),
      } as const;
      return { ...row, profit: euros(profit(exposure, toPoints(closes))) };
    }),

  'a stop loss at 1.09000, € 100.00 at leverage 10, opened at 1.10000': (rows) =>
    rows.map(({ price = '' }) => {
      const desk = createRulesDesk({ balance: '€ 1,000.00' });
      desk.open({ ...EURUSD, amount: '€ 100.00', leverage: 10, stop: '1.09000' });
      const [closed] = closedBy(desk.price('EURUSD', price));
      return {
        price,
        'what happens': closed === undefined ? 'stays open' : reasonOf(closed.closingReason),
        profit: euros(closed?.profitCents ?? desk.figures().profitCents),
      };
    }),

  'stop-out of € 100.00, opened at 1.00000': (rows) =>
    rows.map(({ leverage = '' }) => {
      const positionOf = (direction: Direction) =>
        createRulesDesk({ balance: '€ 1,000.00' }).open({
          symbol: 'EURUSD',
          direction,
          amount: '€ 100.00',
          leverage: Number(leverage),
          at: '1.00000',
        });
      const [buy, sell] = [positionOf('buy'), positionOf('sell')];
      return {
        leverage,
        percent: `${stopOutPercent(Number(leverage), false)} %`,
        'stop-out price of a buy': rate(buy.stopOutPoints, 5),
        'stop-out price of a sell': rate(sell.stopOutPoints, 5),
        'loss at stop-out': euros(0 - profit(buy, buy.stopOutPoints)),
      };
    }),

  'margin close-out': (rows) => {
    const desk = createRulesDesk({ balance: '€ 10,000.00' });
    desk.open({ ...EURUSD, amount: '€ 3,666.67', leverage: 30 });
    desk.open({
      symbol: 'AAPL',
      direction: 'buy',
      amount: '€ 4,000.00',
      leverage: 5,
      at: '200.00',
    });
    let invested = desk.figures().usedMarginCents;
    return rows.map(({ EURUSD: eurusd = '', AAPL: aapl = '' }) => {
      const events = [...desk.price('EURUSD', eurusd), ...desk.price('AAPL', aapl)];
      // A close moves its loss from the position to the balance, so the equity before it is the
      // same.
      const { equityCents, usedMarginCents } = desk.figures();
      const level = Math.floor((equityCents * 10_000) / invested) / 100;
      const row = {
        EURUSD: eurusd,
        AAPL: aapl,
        equity: euros(equityCents),
        invested: euros(invested),
        'margin level': percent(level),
        'what happens': whatHappens(events),
      };
      invested = usedMarginCents;
      return row;
    });
  },

  '€ 3,666.67, all of it in a buy of EURUSD at leverage 30 opened at 1.10000, and a jump': (rows) =>
    rows.map(({ price = '' }) => {
      const desk = createRulesDesk({ balance: '€ 3,666.67' });
      desk.open({ ...EURUSD, amount: '€ 3,666.67', leverage: 30 });
      const events = desk.price('EURUSD', price);
      const [closed] = [...closedBy(events), ...closedBy(desk.closeAll())];
      return {
        price,
        profit: euros(closed?.profitCents ?? Number.NaN),
        'we pay': euros(paidBy(events)),
        balance: euros(desk.figures().balanceCents),
      };
    }),

  '€ 1,000.00, a buy and a sell of EURUSD for € 480.00 each at leverage 30, and a jump from 1.00000 to 0.90000':
    () => {
      const desk = createRulesDesk({ balance: '€ 1,000.00' });
      desk.quote('EURUSD', '1.00000', '1.00008');
      const amounts = { amount: '€ 480.00', leverage: 30 };
      desk.order('EURUSD', 'buy', amounts);
      desk.order('EURUSD', 'sell', amounts);
      const [buy] = closedBy(desk.quote('EURUSD', '0.90000', '0.90008'));
      const afterBuy = desk.figures().balanceCents;
      const [sell] = closedBy(desk.closeAll());
      const rowOf = (what: string, profitCents = Number.NaN, balanceCents = 0) => ({
        'what happens': what,
        profit: euros(profitCents),
        balance: euros(balanceCents),
      });
      return [
        rowOf('the buy is stopped out', buy?.profitCents, afterBuy),
        rowOf('you close the sell', sell?.profitCents, desk.figures().balanceCents),
      ];
    },

  'what can be withdrawn of € 10,000.00 beside a buy of EURUSD for € 1,000.00 opened at 1.10000': (
    rows,
  ) =>
    rows.map(({ leverage = '' }) => {
      const rules = { gapPercents: { forex: 5 } };
      const desk = createRulesDesk({ balance: '€ 10,000.00', rules });
      desk.open({ ...EURUSD, amount: '€ 1,000.00', leverage: Number(leverage) });
      desk.price('EURUSD', '1.10000');
      const withdrawable = () => euros(desk.figures().withdrawableCents);
      const open = withdrawable();
      desk.setState('EURUSD', 'closed');
      return { leverage, 'market open': open, 'market closed': withdrawable() };
    }),

  '€ 10,000.00, a buy of EURUSD for € 1,000.00 at leverage 30, a withdrawal of € 8,900.00, and a jump from 1.00000':
    (rows) =>
      rows.map(({ price = '' }) => {
        const desk = createRulesDesk({ balance: '€ 10,000.00' });
        desk.price('EURUSD', '1.00000');
        desk.order('EURUSD', 'buy', { amount: '€ 1,000.00', leverage: 30 });
        desk.withdraw('€ 8,900.00');
        const events = desk.price('EURUSD', price);
        const isCancelled = events.some(({ kind }) => kind === 'withdrawal-cancelled');
        const paid = events.find((event) => event.kind === 'funds-posted');
        return {
          price,
          profit: euros(closedBy(events)[0]?.profitCents ?? Number.NaN),
          withdrawal: isCancelled ? 'cancelled' : 'remains',
          balance: euros(desk.figures().balanceCents),
          'we pay': euros(paid?.posting.entries[0]?.amountCents ?? 0),
        };
      }),

  '€ 100.00 opened at 1.10000, and a jump to 1.00000': (rows) =>
    rows.map(({ leverage = '' }) => {
      const lost = (hasGuaranteedStop: boolean) => {
        const desk = createRulesDesk({ balance: '€ 1,000.00', hasGuaranteedStop });
        desk.open({ ...EURUSD, amount: '€ 100.00', leverage: Number(leverage) });
        const [closed] = closedBy(desk.price('EURUSD', '1.00000'));
        return euros(closed?.profitCents ?? desk.figures().profitCents);
      };
      return { leverage, 'not protected': lost(false), protected: lost(true) };
    }),

  'fee for protection, where it is 0.1 %': (rows) =>
    rows.map(({ amount = '', leverage = '' }) => {
      const exposure = { amountCents: centsOf(amount), leverage: Number(leverage) };
      return { amount, leverage, fee: euros(protectionFee({ protectionFeeBps: 10 }, exposure)) };
    }),

  'one night': (rows) =>
    rows.map((row) => {
      const { amount = '', leverage = '', 'percent a year': year = '' } = row;
      const exposure = { amountCents: centsOf(amount), leverage: Number(leverage) };
      const bps = Math.round(Number.parseFloat(year.replace('−', '-')) * 100);
      return { ...row, 'you pay': euros(financing(exposure, bps)) };
    }),
};

function toPoints(text: string) {
  return points(Number(text.replaceAll(/[.,]/g, '')));
}

function percent(value: number | null): string {
  return value === null ? 'none' : `${value.toFixed(2)} %`;
}

function reasonOf(reason: string): string {
  return Object.entries(REASONS).find(([name]) => name === reason)?.[1] ?? reason;
}

function paidBy(events: readonly Event[]): number {
  const paid = events.find((event) => event.kind === 'funds-posted');
  return paid?.posting.entries[0]?.amountCents ?? 0;
}

function whatHappens(events: readonly Event[]): string {
  const closes = closedBy(events).map(
    ({ symbol, profitCents }) => `${symbol} closes at ${euros(profitCents)}`,
  );
  const warnings = events.flatMap((event) =>
    event.kind === 'margin-level-crossed' && (event.toPercent ?? 101) < (event.fromPercent ?? 101)
      ? [`warning at ${event.toPercent} %`]
      : [],
  );
  return [...closes, ...warnings].join(', ') || 'nothing';
}

const written = readExamples(readFileSync(RULES, 'utf8'));

it('contains exactly the examples that are computed here', () => {
  expect([...written.keys()].toSorted()).toEqual(Object.keys(EXAMPLES).toSorted());
});

it.each(Object.entries(EXAMPLES))('states for %s what the engine does', async (title, workOut) => {
  const rows = written.get(title) ?? [];
  expect(rows.length).toBeGreaterThan(1);
  expect(rows).toEqual(await workOut(rows));
});
