// The inputs of a link's score: traits, positions and payments of balance protection.
import type { Direction } from '@halyard/core/instrument';
import { shortfallKey } from '@halyard/core/ledger';
import { HEDGE_WINDOW_MS, TRAIT_HOLDERS_MAX } from '@halyard/core/linked-accounts';
import type { AccountFacts, TradedPosition, TraitKind } from '@halyard/core/linked-accounts';
import type { Cents } from '@halyard/core/money';
import { DAY_MS } from '@halyard/core/time';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Pair } from './trait-store.ts';

/** How far back positions are compared. */
const POSITIONS_SINCE_MS = 30 * DAY_MS;
/** The maximum number of positions per account, newest first. */
const POSITIONS_MAX = 200;
/**
 * The maximum difference between the ids of the two positions of a hedge. It only limits the
 * search.
 */
const HEDGE_IDS_MAX = 20_000;

export type LabelledFacts = AccountFacts & {
  /** Descriptions of the traits for staff, by kind and value. */
  readonly labels: ReadonlyMap<string, string>;
};

export function labelKey({
  kind,
  value,
}: {
  readonly kind: string;
  readonly value: string;
}): string {
  return `${kind} ${value}`;
}

/** Returns the facts of these accounts, by id. */
export async function loadFacts(
  db: Kysely<object>,
  { accountIds, nowMs }: { readonly accountIds: readonly number[]; readonly nowMs: number },
): Promise<ReadonlyMap<number, LabelledFacts>> {
  const traits = Map.groupBy(await listTraits(db, accountIds), (row) => row.customer_id);
  const positions = await listPositions(db, { accountIds, sinceMs: nowMs - POSITIONS_SINCE_MS });
  const protectedAtMs = await listProtected(db, positions);
  const owned = Map.groupBy(positions, ({ accountId }) => accountId);
  return new Map(
    accountIds.map((accountId) => {
      const own = traits.get(accountId) ?? [];
      const held = owned.get(accountId) ?? [];
      const facts: LabelledFacts = {
        accountId,
        traits: own.map(({ kind, value, holders }) => ({ kind, value, holders })),
        labels: new Map(own.map((row) => [labelKey(row), row.label])),
        positions: held,
        protectedAtMs: held.flatMap(({ id }) => protectedAtMs.get(id) ?? []),
      };
      return [accountId, facts];
    }),
  );
}

type TraitRow = {
  readonly kind: TraitKind;
  readonly value: string;
  readonly customer_id: number;
  readonly label: string;
  readonly holders: number;
};

/**
 * Returns the traits of these accounts, counting up to one more holder than what is significant.
 */
async function listTraits(
  db: Kysely<object>,
  accountIds: readonly number[],
): Promise<readonly TraitRow[]> {
  const { rows } = await sql<TraitRow>`
    select t.kind, t.value, t.customer_id, t.label, (
      select count(*)::int from (
        select 1 from account_traits h where h.kind = t.kind and h.value = t.value
        limit ${TRAIT_HOLDERS_MAX + 1}
      ) held
    ) as holders
    from account_traits t where t.customer_id = any(${[...accountIds]}::bigint[])`.execute(db);
  return rows;
}

type OwnedPosition = TradedPosition & { readonly accountId: number };

async function listPositions(
  db: Kysely<object>,
  { accountIds, sinceMs }: { readonly accountIds: readonly number[]; readonly sinceMs: number },
): Promise<readonly OwnedPosition[]> {
  const { rows } = await sql<{
    id: number;
    account_id: number;
    symbol: string;
    direction: Direction;
    exposure_cents: Cents;
    opened_at: Date;
    closed_at: Date | null;
  }>`
    select p.* from unnest(${[...accountIds]}::bigint[]) as a (id)
    cross join lateral (
      select id, account_id, symbol, direction, amount_cents * leverage as exposure_cents, opened_at,
        closed_at
      from positions where account_id = a.id and opened_at > ${new Date(sinceMs)}
      order by id desc limit ${POSITIONS_MAX}
    ) p`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    symbol: row.symbol,
    direction: row.direction,
    exposureCents: row.exposure_cents,
    openedAtMs: row.opened_at.getTime(),
    closedAtMs: row.closed_at?.getTime() ?? null,
  }));
}

/** Returns when balance protection was paid or withheld as a position closed, by position id. */
async function listProtected(
  db: Kysely<object>,
  positions: readonly OwnedPosition[],
): Promise<ReadonlyMap<number, number>> {
  const closed = positions.filter(({ closedAtMs }) => closedAtMs !== null);
  const keys = closed.flatMap(({ id }) => [`protection:position:${id}`, shortfallKey(id)]);
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ reference: string; posted_at: Date }>`
    select reference, posted_at from postings where unique_key = any(${keys}::text[])`.execute(db);
  return new Map(
    rows.map((row) => [Number(row.reference.slice('position:'.length)), row.posted_at.getTime()]),
  );
}

/**
 * Returns pairs of one of these accounts, whose losses the broker has borne, with another that
 * opened the opposite position at about the same time; lower id first.
 */
export async function listOpposingPairs(
  db: Kysely<object>,
  asked: {
    readonly accountIds: readonly number[];
    readonly nowMs: number;
    readonly limit: number;
  },
): Promise<readonly Pair[]> {
  if (asked.accountIds.length === 0) return [];
  const since = new Date(asked.nowMs - POSITIONS_SINCE_MS);
  const windowSeconds = HEDGE_WINDOW_MS / 1_000;
  const { rows } = await sql<{ first_id: number; second_id: number }>`
    select distinct least(p.account_id, q.account_id) as first_id,
      greatest(p.account_id, q.account_id) as second_id
    from unnest(${[...asked.accountIds]}::bigint[]) as a (id)
    cross join lateral (
      select * from positions where account_id = a.id and opened_at > ${since}
      order by id desc limit ${POSITIONS_MAX}
    ) p
    join positions q on q.symbol = p.symbol and q.id between p.id - ${HEDGE_IDS_MAX}
      and p.id + ${HEDGE_IDS_MAX}
      and q.direction <> p.direction and q.account_id <> p.account_id
      and q.opened_at between p.opened_at - ${windowSeconds} * interval '1 second'
        and p.opened_at + ${windowSeconds} * interval '1 second'
    order by 1, 2 limit ${asked.limit}`.execute(db);
  return rows.map(({ first_id: first, second_id: second }): Pair => [first, second]);
}
