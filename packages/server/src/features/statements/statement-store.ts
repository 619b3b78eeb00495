import type { Direction, Points } from '@halyard/core/instrument';
import type { CUSTOMER_LEDGER_ACCOUNTS, PostingKind } from '@halyard/core/ledger';
import type { Cents } from '@halyard/core/money';
import type { ClosingReason } from '@halyard/core/position';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { CLOSED_BY_BROKER } from '#engine/engine.ts';
import type { Narrow } from '#platform/db/db.ts';

export type OwnAccount = (typeof CUSTOMER_LEDGER_ACCOUNTS)[number];

export type StoredEntry = {
  readonly postingId: number;
  readonly atMs: number;
  readonly kind: PostingKind;
  readonly reference: string;
  readonly account: OwnAccount;
  readonly amountCents: Cents;
};

export type StoredPosition = {
  readonly id: number;
  readonly symbol: string;
  readonly direction: Direction;
  readonly amountCents: Cents;
  readonly leverage: number;
  readonly openPoints: Points;
  readonly openedAtMs: number;
  readonly closePoints: Points | null;
  readonly closedAtMs: number | null;
  readonly closingReason: ClosingReason | null;
  readonly isClosedByBroker: boolean;
  readonly profitCents: Cents | null;
};

/** The engine's tables, which are only read here. */
type LedgerTables = {
  postings: Narrow<'postings', { kind: PostingKind }>;
  ledger_entries: Narrow<'ledger_entries', { account: OwnAccount; amount_cents: Cents }>;
  positions: Narrow<
    'positions',
    {
      direction: Direction;
      amount_cents: Cents;
      open_points: Points;
      close_points: Points;
      closing_reason: ClosingReason;
      profit_cents: Cents;
    }
  >;
};

/** A period from an instant, inclusive, to another, exclusive. */
export type Span = { readonly fromMs: number; readonly untilMs: number };

/** Returns the sum of a customer's journal lines before an instant. */
export async function sumBefore(
  db: Kysely<object>,
  customerId: number,
  beforeMs: number,
): Promise<ReadonlyMap<OwnAccount, Cents>> {
  const rows = await entriesOf(db, customerId)
    .select((build) => ['e.account', build.fn.sum<string>('e.amount_cents').as('cents')])
    .where('p.posted_at', '<', new Date(beforeMs))
    .groupBy('e.account')
    .execute();
  return new Map(rows.map((row) => [row.account, Number(row.cents) as Cents]));
}

/** Returns journal lines in booking order, at most `limit`. */
export async function listEntries(
  db: Kysely<object>,
  customerId: number,
  page: Span & { readonly limit: number },
): Promise<readonly StoredEntry[]> {
  const rows = await entriesOf(db, customerId)
    .select(['p.id', 'p.posted_at', 'p.kind', 'p.reference', 'e.account', 'e.amount_cents'])
    .where('p.posted_at', '>=', new Date(page.fromMs))
    .where('p.posted_at', '<', new Date(page.untilMs))
    .orderBy('p.posted_at')
    .orderBy('p.id')
    .orderBy('e.line')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({
    postingId: row.id,
    atMs: row.posted_at.getTime(),
    kind: row.kind,
    reference: row.reference,
    account: row.account,
    amountCents: row.amount_cents,
  }));
}

/**
 * Returns the positions that were open at any time of the period, in their current state; oldest
 * first.
 */
export async function listPositionsOf(
  db: Kysely<object>,
  customerId: number,
  page: Span & { readonly limit: number },
): Promise<readonly StoredPosition[]> {
  const rows = await db
    .withTables<LedgerTables>()
    .selectFrom('positions')
    .selectAll()
    .select(sql<boolean>`${sql.raw(CLOSED_BY_BROKER)}`.as('is_closed_by_broker'))
    .where('account_id', '=', customerId)
    .where('opened_at', '<', new Date(page.untilMs))
    .where((build) =>
      build.or([build('closed_at', 'is', null), build('closed_at', '>=', new Date(page.fromMs))]),
    )
    .orderBy('id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    symbol: row.symbol,
    direction: row.direction,
    amountCents: row.amount_cents,
    leverage: row.leverage,
    openPoints: row.open_points,
    openedAtMs: row.opened_at.getTime(),
    closePoints: row.close_points,
    closedAtMs: row.closed_at?.getTime() ?? null,
    closingReason: row.closing_reason,
    isClosedByBroker: row.is_closed_by_broker,
    profitCents: row.profit_cents,
  }));
}

function entriesOf(db: Kysely<object>, customerId: number) {
  return db
    .withTables<LedgerTables>()
    .selectFrom('ledger_entries as e')
    .innerJoin('postings as p', 'p.id', 'e.posting_id')
    .where('e.customer_id', '=', customerId);
}
