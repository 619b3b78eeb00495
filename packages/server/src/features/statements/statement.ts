// The content of a statement: opening and closing balance of each of the customer's accounts, each
// movement with the balance after it, and each position with its charges. It adds up by
// construction: the closing balance is the opening balance plus all movements.
import { CUSTOMER_LEDGER_ACCOUNTS } from '@halyard/core/ledger';
import { addCents, cents, ZERO_CENTS } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import type { OwnAccount, Span, StoredEntry, StoredPosition } from './statement-store.ts';

export type Movement = StoredEntry & {
  /** The account's balance after the movement. */
  readonly balanceCents: Cents;
};

export type AccountSummary = {
  readonly account: OwnAccount;
  readonly openingCents: Cents;
  readonly closingCents: Cents;
};

export type StatementPosition = StoredPosition & {
  /** The overnight financing within the period; negative when the customer paid. */
  readonly financingCents: Cents;
  readonly feesCents: Cents;
};

export type Statement = {
  /** The summaries: cash always; other accounts if they have a balance or movements. */
  readonly accounts: readonly AccountSummary[];
  readonly movements: readonly Movement[];
  readonly positions: readonly StatementPosition[];
};

export type StatementRows = {
  readonly span: Span;
  readonly opening: ReadonlyMap<OwnAccount, Cents>;
  /** The movements in booking order. */
  readonly entries: readonly StoredEntry[];
  readonly positions: readonly StoredPosition[];
};

/** Creates a statement. A position that closed after the period is shown as open. */
export function createStatement({ span, opening, entries, positions }: StatementRows): Statement {
  const balances = new Map(opening);
  const movements = entries.map((entry) => {
    const before = balances.get(entry.account) ?? ZERO_CENTS;
    const balanceCents = addCents(before, entry.amountCents);
    balances.set(entry.account, balanceCents);
    return { ...entry, balanceCents };
  });
  const moved = new Set(entries.map(({ account }) => account));
  const accounts = CUSTOMER_LEDGER_ACCOUNTS.map((account) => ({
    account,
    openingCents: opening.get(account) ?? ZERO_CENTS,
    closingCents: balances.get(account) ?? ZERO_CENTS,
  })).filter(
    ({ account, openingCents }) =>
      account === 'customer:cash' || openingCents !== 0 || moved.has(account),
  );
  return { accounts, movements, positions: withCharges(positions, entries, span) };
}

function withCharges(
  positions: readonly StoredPosition[],
  entries: readonly StoredEntry[],
  span: Span,
): readonly StatementPosition[] {
  const charges = Map.groupBy(entries, ({ kind, reference }) => `${kind}:${reference}`);
  const sum = (key: string): Cents =>
    (charges.get(key) ?? []).reduce((total, entry) => addCents(total, entry.amountCents), cents(0));
  return positions.map((position) => ({
    ...asOf(position, span.untilMs),
    financingCents: sum(`financing:position:${position.id}`),
    feesCents: sum(`fee:position:${position.id}`),
  }));
}

function asOf(position: StoredPosition, untilMs: number): StoredPosition {
  if (position.closedAtMs === null || position.closedAtMs < untilMs) return position;
  return {
    ...position,
    closePoints: null,
    closedAtMs: null,
    closingReason: null,
    isClosedByBroker: false,
    profitCents: null,
  };
}
