import { expect, it } from 'vitest';
import { Position as WirePosition } from '@halyard/contract/trading';
import { points } from '@halyard/core/instrument';
import type { Instrument, Quote } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import type { ClosedPosition, Position } from '@halyard/core/position';
import { toWireClosedPosition, toWireOpenPosition } from './position-to-wire.ts';

const instrument: Instrument = {
  symbol: 'EURUSD',
  name: 'Euro / US Dollar',
  category: 'forex',
  decimals: 5,
  leverageMaxRetail: 30,
  amountMaxCents: 10_000_000,
  staleAfterMs: 15_000,
  chartSymbol: 'FX:EURUSD',
  sessionId: 'fx',
};

function quoteOf(sell: number, buy: number): Quote {
  return {
    symbol: 'EURUSD',
    bidPoints: points(sell),
    askPoints: points(buy),
    sequence: 1,
    source: 'test',
    sourceAtMs: 0,
    receivedAtMs: 0,
  };
}

const rules = { financingBpsYear: { forex: { buy: 250, sell: -100 } } };

const position: Position = {
  id: 7,
  accountId: 17,
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: cents(25_050),
  leverage: 30,
  openPoints: points(115_000),
  openedAtMs: Date.UTC(2026, 10, 20, 9, 30, 0, 125),
  openQuote: quoteOf(114_960, 114_971),
  stopPoints: points(114_000),
  targetPoints: null,
  stopOutPoints: points(111_205),
  hasGuaranteedStop: false,
  isAutomatic: false,
};

it('shows an open position in the units of the wire, its profit at the given quote [e-position-fields] [e-position-direction] [e-position-protected]', () => {
  const wire = toWireOpenPosition(position, instrument, {
    quote: quoteOf(115_115, 115_126),
    rules,
  });
  expect(WirePosition.parse(wire)).toEqual(wire);
  expect(wire).toEqual({
    id: 7,
    symbol: 'EURUSD',
    symbolName: 'Euro / US Dollar',
    direction: 'buy',
    amount: 250.5,
    leverage: 30,
    open_rate: 1.15,
    open_date: '2026-11-20T09:30:00.125Z',
    closed_rate: null,
    close_date: null,
    take_profit: null,
    stop_lost: 1.14,
    termination_rate: 1.11205,
    // Profit: 250.50 × 30 × (1.15115 − 1.15) ÷ 1.15 = 7.515, rounded half to even.
    profit: 7.52,
    // Financing per night: 250.50 × 30 × 2.5 % ÷ 365 = 0.5147….
    financing: 0.51,
    protected: 0,
    closingReason: null,
  });
});

it('includes the rounding carry of closed parts, which the browser needs for the profit', () => {
  const reduced = { ...position, carry: 60_000 };
  const moment = { quote: quoteOf(115_115, 115_126), rules };
  const wire = toWireOpenPosition(reduced, instrument, moment);
  // Profit with carry: 751,500… × 115 ÷ 115,000 = 751.5 cents, plus 0.52… of a cent: 752.02….
  expect(wire).toMatchObject({ carry: 60_000, profit: 7.52 });
  expect(toWireOpenPosition(position, instrument, moment)).not.toHaveProperty('carry');
});

it('values a sell at the ask [k-profit]', () => {
  const sell = {
    ...position,
    direction: 'sell' as const,
    stopPoints: null,
    stopOutPoints: points(118_795),
    hasGuaranteedStop: true,
  };
  const wire = toWireOpenPosition(sell, instrument, {
    quote: quoteOf(115_115, 115_230),
    rules,
  });
  // Profit of the sell: 250.50 × 30 × (1.15 − 1.1523) ÷ 1.15 = −15.03. Financing: 250.50 × 30 × 1 %
  // ÷ 365 = 0.2058….
  expect(wire).toMatchObject({ direction: 'sell', profit: -15.03, financing: -0.21, protected: 1 });
});

it('shows no profit without any quote', () => {
  const wire = toWireOpenPosition(position, instrument, { quote: undefined, rules: {} });
  expect(wire).toMatchObject({ profit: null, financing: 0 });
});

it.each([
  ['manually', 0],
  ['stop-loss', 1],
  ['take-profit', 2],
  ['low-margin', 3],
  ['ai-trade', 4],
] as const)('shows what closed %s with the reason %i [e-position-reason]', (reason, index) => {
  const closed: ClosedPosition = {
    ...position,
    closePoints: points(115_115),
    closedAtMs: Date.UTC(2026, 10, 20, 9, 31),
    closeQuote: quoteOf(115_115, 115_126),
    closingReason: reason,
    profitCents: cents(752),
  };
  const wire = toWireClosedPosition(closed, instrument);
  expect(WirePosition.parse(wire)).toEqual(wire);
  expect(wire).toMatchObject({
    closed_rate: 1.15115,
    close_date: '2026-11-20T09:31:00.000Z',
    profit: 7.52,
    financing: null,
    closingReason: index,
  });
  expect(Object.keys(wire)).not.toContain('closeQuote');
});
