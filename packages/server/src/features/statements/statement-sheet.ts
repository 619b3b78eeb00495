// A statement as lines of text, the same for CSV and PDF.
import { toRate } from '@halyard/core/instrument';
import type { Instrument, Points } from '@halyard/core/instrument';
import { toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import type { Statement, StatementPosition } from './statement.ts';
import type { StatementTexts } from './statement-texts.ts';

export type Owner = { readonly id: number; readonly name: string; readonly email: string };
export type Instruments = ReadonlyMap<string, Instrument>;

export type Table = {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The indexes of number columns, which are right-aligned. */
  readonly figures: readonly number[];
};

export type Sheet = {
  readonly title: string;
  /** The facts at the top: the account, the period, and that all times are UTC. */
  readonly facts: readonly (readonly [string, string])[];
  readonly tables: readonly Table[];
};

export type SheetOptions = {
  readonly statement: Statement;
  readonly owner: Owner;
  /** The first and last day of the period, YYYY-MM-DD, both inclusive. */
  readonly from: string;
  readonly until: string;
  readonly madeAtMs: number;
  readonly operator: string;
  readonly instruments: Instruments;
  readonly texts: StatementTexts;
};

export function createSheet(options: SheetOptions): Sheet {
  const { owner, texts, from, until, madeAtMs, operator } = options;
  return {
    title: texts.title,
    facts: [
      [texts.operator, operator],
      [texts.name, owner.name],
      [texts.email, owner.email],
      [texts.account, String(owner.id)],
      [texts.period, `${from} – ${until}`],
      [texts.made, instant(madeAtMs)],
      [texts.timeZone, 'UTC'],
      [texts.currency, 'EUR'],
    ],
    tables: [balances(options), movements(options), positions(options)],
  };
}

function balances({ statement, texts }: SheetOptions): Table {
  const { columns } = texts;
  return {
    title: texts.balances,
    columns: [columns.account, columns.opening, columns.closing],
    rows: statement.accounts.map(({ account, openingCents, closingCents }) => [
      texts.accounts[account],
      euros(openingCents),
      euros(closingCents),
    ]),
    figures: [1, 2],
  };
}

function movements({ statement, texts }: SheetOptions): Table {
  const { columns } = texts;
  return {
    title: texts.movements,
    columns: [
      columns.time,
      columns.posting,
      columns.kind,
      columns.reference,
      columns.account,
      columns.amount,
      columns.balance,
    ],
    rows: statement.movements.map((movement) => [
      instant(movement.atMs),
      String(movement.postingId),
      texts.kinds[movement.kind],
      movement.reference,
      texts.accounts[movement.account],
      euros(movement.amountCents),
      euros(movement.balanceCents),
    ]),
    figures: [5, 6],
  };
}

function positions({ statement, texts, instruments }: SheetOptions): Table {
  const { columns } = texts;
  return {
    title: texts.positions,
    columns: [
      columns.position,
      columns.symbol,
      columns.direction,
      columns.amount,
      columns.leverage,
      columns.opened,
      columns.openRate,
      columns.closed,
      columns.closeRate,
      columns.reason,
      columns.profit,
      columns.financing,
      columns.fees,
    ],
    rows: statement.positions.map((position) => positionRow(position, texts, instruments)),
    figures: [3, 4, 6, 8, 10, 11, 12],
  };
}

function positionRow(
  position: StatementPosition,
  texts: StatementTexts,
  instruments: Instruments,
): readonly string[] {
  const decimals = instruments.get(position.symbol)?.decimals;
  const { closedAtMs, closePoints, profitCents } = position;
  return [
    String(position.id),
    position.symbol,
    texts.directions[position.direction],
    euros(position.amountCents),
    String(position.leverage),
    instant(position.openedAtMs),
    rate(position.openPoints, decimals),
    closedAtMs === null ? texts.open : instant(closedAtMs),
    closePoints === null ? '' : rate(closePoints, decimals),
    reasonOf(position, texts),
    profitCents === null ? '' : euros(profitCents),
    euros(position.financingCents),
    euros(position.feesCents),
  ];
}

function reasonOf(
  position: StatementPosition,
  { closedByBroker, reasons }: StatementTexts,
): string {
  if (position.isClosedByBroker) return closedByBroker;
  return position.closingReason === null ? '' : reasons[position.closingReason];
}

/**
 * Formats a price. The decimals of an instrument that is no longer offered are unknown, so its
 * prices stay in points.
 */
function rate(points: Points, decimals: number | undefined): string {
  return decimals === undefined ? String(points) : toRate(points, decimals).toFixed(decimals);
}

function euros(amountCents: Cents): string {
  return toEuros(amountCents).toFixed(2);
}

function instant(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replace('T', ' ');
}
