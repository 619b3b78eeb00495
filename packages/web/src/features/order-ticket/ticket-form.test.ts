import { expect, it } from 'vitest';
import { changeTicket, EMPTY_TICKET, type TicketChange } from './ticket-form.ts';

const ORDER: readonly TicketChange[] = [
  { kind: 'direction', direction: 'sell' },
  { kind: 'leverage', leverage: 5 },
  { kind: 'amount', text: '100' },
  { kind: 'terms', terms: { stopText: '41000' } },
  { kind: 'sent' },
];
const after = (...changes: readonly TicketChange[]) =>
  [...ORDER, ...changes].reduce(changeTicket, EMPTY_TICKET);

it('clears amount and levels of an executed order, and keeps direction and leverage', () => {
  expect(after({ kind: 'executed' })).toEqual({
    ...EMPTY_TICKET,
    direction: 'sell',
    leverage: 5,
  });
});

it.each([
  [{ kind: 'amount', text: '250' }, { amountText: '250' }],
  [{ kind: 'terms', terms: { stopText: '42000' } }, { stopText: '42000' }],
  [{ kind: 'terms', terms: { targetText: '39000' } }, { targetText: '39000' }],
] as const)('keeps what was typed while the order was pending: %j', (typed, kept) => {
  expect(after(typed, { kind: 'executed' })).toMatchObject({ amountText: '100', ...kept });
});

it('keeps the kind of order after one was placed, and drops its price, levels and link', () => {
  const placed = changes([
    { kind: 'order-kind', orderKind: 'limit' },
    { kind: 'terms', terms: { priceText: '39000', stopText: '500', stopUnit: 'distance' } },
    { kind: 'oco', id: 7 },
    { kind: 'sent' },
    { kind: 'executed' },
  ]);
  expect(placed).toMatchObject({ kind: 'limit', stopUnit: 'distance', ocoId: null });
  expect(placed).toMatchObject({ priceText: '', stopText: '' });
});

it('keeps levels and their units when the order becomes a market order', () => {
  const market = changes([
    { kind: 'order-kind', orderKind: 'stop' },
    { kind: 'terms', terms: { stopText: '500', stopUnit: 'distance', targetText: '41000' } },
    { kind: 'order-kind', orderKind: 'market' },
  ]);
  expect(market).toMatchObject({ stopText: '500', stopUnit: 'distance', targetText: '41000' });
});

it('keeps the amount of one-click trading for the next click', () => {
  const executed = changes([
    { kind: 'amount', text: '250' },
    { kind: 'terms', terms: { stopText: '42000' } },
    { kind: 'sent' },
    { kind: 'executed', keepsAmount: true },
  ]);
  expect(executed).toMatchObject({ amountText: '250', stopText: '', isSent: false });
});

function changes(list: readonly TicketChange[]) {
  return list.reduce(changeTicket, EMPTY_TICKET);
}
