// Compares the current state with the commands' answers: margin and levels of each open position,
// and of each position that a tick closed, and the terms of each account. The answers are read in
// order, and only the last one on each subject is kept.
import type { Row } from '#platform/db/db.ts';

/**
 * The changes by answers: one row per subject that an answer changed, in the order of the changes.
 */
const CHANGES = `select c.sequence, n.ordinality,
    coalesce((n.value ->> 'accountId')::bigint, c.account_id) as account_id, n.value ->> 'kind' as kind,
    coalesce(n.value #>> '{position,id}', n.value ->> 'positionId')::bigint as position_id,
    coalesce(n.value #>> '{position,amountCents}', n.value ->> 'remainingCents')::bigint
      as amount_cents,
    coalesce(n.value #>> '{position,stopPoints}', n.value ->> 'stopPoints')::bigint as stop_points,
    coalesce(n.value #>> '{position,targetPoints}', n.value ->> 'targetPoints')::bigint
      as target_points,
    coalesce(n.value #>> '{position,trail,distance}', n.value #>> '{trail,distance}')::bigint
      as trail_distance,
    coalesce(n.value #>> '{position,trail,bestPoints}', n.value #>> '{trail,bestPoints}')::bigint
      as trail_points,
    coalesce(n.value #>> '{position,trail,bestSequence}', n.value #>> '{trail,bestSequence}')::bigint
      as trail_sequence,
    coalesce(n.value #>> '{position,openPoints}', n.value ->> 'openPoints')::bigint as open_points,
    coalesce(n.value ->> 'remainingCarry', n.value ->> 'carry', n.value #>> '{position,carry}')::bigint
      as carry,
    (n.value -> 'terms')::text as terms
  from commands c
  cross join lateral jsonb_array_elements(coalesce(c.outcome::jsonb -> 'events', '[]'::jsonb))
    with ordinality n
  where not c.is_refused and n.value ->> 'kind' in
    ('position-opened', 'position-reduced', 'levels-changed', 'position-split',
     'account-added', 'terms-changed')`;

/**
 * Whether a position's current state is checked here. The answer of a command that closed a
 * position is checked completely elsewhere.
 */
const FIXTURES = `(p.closed_at is null
    or p.closing_reason in ('low-margin', 'stop-loss', 'take-profit'))`;

/** Rows about the current state; for closed positions with their state before the close. */
export const STANDING_CHANGES = `select a.*, p.closed_at is not null as is_closed,
    p.amount_cents as left_amount_cents, p.stop_points as left_stop_points,
    p.target_points as left_target_points, p.open_points as left_open_points,
    p.carry as left_carry, p.trail_distance as left_trail_distance,
    p.trail_points as left_trail_points, p.trail_sequence as left_trail_sequence, p.direction
  from (${CHANGES}) a
  left join positions p on p.id = a.position_id
  where a.sequence > $1 and a.sequence <= $2 and (a.terms is not null or ${FIXTURES})
  order by a.sequence, a.ordinality`;

const POSITION = `p.id, p.amount_cents, p.stop_points, p.target_points, p.open_points, p.carry,
    p.trail_distance, p.trail_points, p.trail_sequence, p.direction,
    p.closed_at is not null as is_closed`;
const ACCOUNT = `t.id, (jsonb_build_object(
    'status', t.status, 'isVerified', t.is_verified, 'clientCategory', t.client_category,
    'isProtected', t.is_protected, 'permittedCategories', t.permitted_categories,
    'leverageIndexes', t.leverage_indexes) || case when t.shares_protection
      then jsonb_build_object('sharesProtection', true) else '{}' end)::text as terms`;

export const OPEN_POSITIONS_PAGE = `select ${POSITION} from positions p
  where p.id > $1 and p.id <= $2 and p.closed_at is null`;
export const TERMS_PAGE = `select ${ACCOUNT} from trading_accounts t where t.id > $1 and t.id <= $2`;

// Reads differing rows again together with later answers, because trading continues meanwhile.
export const POSITIONS_SINCE = `select ${POSITION}, a.kind, a.amount_cents as next_amount_cents,
    a.stop_points as next_stop_points, a.target_points as next_target_points,
    a.open_points as next_open_points, a.carry as next_carry,
    a.trail_distance as next_trail_distance, a.trail_points as next_trail_points,
    a.trail_sequence as next_trail_sequence
  from positions p
  left join (${CHANGES}) a
    on a.account_id = p.account_id and a.position_id = p.id and a.sequence > $2
  where p.id = any ($1::bigint[]) and ${FIXTURES}
  order by p.id, a.sequence, a.ordinality`;
export const TERMS_SINCE = `select ${ACCOUNT}, a.terms as next_terms
  from trading_accounts t
  left join (${CHANGES}) a on a.account_id = t.id and a.terms is not null and a.sequence > $2
  where t.id = any ($1::bigint[])
  order by t.id, a.sequence, a.ordinality`;

type Standing = {
  readonly amountCents: unknown;
  readonly stopPoints: unknown;
  readonly targetPoints: unknown;
  readonly openPoints: unknown;
  readonly carry: unknown;
  readonly trailDistance: unknown;
  readonly trailPoints: unknown;
  readonly trailSequence: unknown;
};

/** The expected state according to the answers read so far. */
export class Standings {
  /**
   * Closed positions are kept only while they differ from their last state, because there is no
   * limit to their number.
   */
  readonly #positions = new Map<number, Standing>();
  readonly #unlike = new Set<number>();
  readonly #terms = new Map<number, string>();
  /** Thousands of accounts share a few terms, so each text is stored once. */
  readonly #texts = new Map<string, string>();

  /** Processes a row of STANDING_CHANGES. */
  note(row: Row): void {
    const { terms } = row;
    if (typeof terms === 'string') this.#noteTerms(Number(row.account_id), terms);
    else if (row.is_closed === true) this.#noteClosed(row);
    else this.#notePosition(Number(row.position_id), String(row.kind), fromRow(row, ''));
  }

  /** The closed positions that differ from the answers read so far. */
  listUnlike(): readonly number[] {
    return [...this.#unlike];
  }

  /** Processes a row of POSITIONS_SINCE or TERMS_SINCE, which can contain one more change. */
  noteSince(row: Row): void {
    const { next_terms: terms } = row;
    if (typeof terms === 'string') this.#noteTerms(Number(row.id), terms);
    if (typeof row.kind === 'string') {
      this.#notePosition(Number(row.id), row.kind, fromRow(row, 'next_'));
    }
  }

  /** Returns the differences of an open position in words. */
  judgePosition(row: Row): readonly string[] {
    const expected = this.#positions.get(Number(row.id));
    if (expected === undefined) return ['it is open, but no command opened it'];
    return compare(row, fromRow(row, ''), expected);
  }

  /** Returns the differences of an account's terms in words. */
  judgeTerms(row: Row): readonly string[] {
    const expected = this.#terms.get(Number(row.id));
    if (expected === undefined) return ['no command added it'];
    return differences('terms', row.terms, expected);
  }

  #noteTerms(accountId: number, terms: string): void {
    const text = this.#texts.get(terms) ?? terms;
    this.#texts.set(text, text);
    this.#terms.set(accountId, text);
  }

  #notePosition(id: number, kind: string, change: Standing): void {
    const known = this.#positions.get(id);
    // Without an opening nothing can have changed, so only that is reported.
    if (known === undefined && kind !== 'position-opened') return;
    this.#positions.set(id, merge(known ?? change, kind, change));
  }

  #noteClosed(row: Row): void {
    const id = Number(row.position_id);
    const left = fromRow(row, 'left_');
    const next = merge(this.#positions.get(id) ?? left, String(row.kind), fromRow(row, ''));
    if (compare(row, left, next).length > 0) {
      this.#positions.set(id, next);
      this.#unlike.add(id);
    } else {
      this.#positions.delete(id);
      this.#unlike.delete(id);
    }
  }
}

function merge(known: Standing, kind: string, change: Standing): Standing {
  const { amountCents, openPoints, carry } = known;
  switch (kind) {
    case 'position-reduced':
      return { ...known, amountCents: change.amountCents, carry: change.carry };
    case 'levels-changed':
      return { ...change, amountCents, openPoints, carry };
    case 'position-split':
      return { ...change, amountCents };
    default:
      return change;
  }
}

function compare(row: Row, found: Standing, expected: Standing): readonly string[] {
  return [
    ...differences('amount', found.amountCents, expected.amountCents),
    ...differences('stop', found.stopPoints, expected.stopPoints),
    ...differences('target', found.targetPoints, expected.targetPoints),
    ...differences('open rate', found.openPoints, expected.openPoints),
    ...differences('carry', found.carry, expected.carry),
    ...differences('trailing distance', found.trailDistance, expected.trailDistance),
    ...(isTrailFollowed(row, found, expected)
      ? []
      : differences('trailing stop', found.trailPoints, expected.trailPoints)),
  ];
}

/**
 * Returns whether a closed position's trailing stop is consistent: its best price is the one at
 * which the stop was set, or a later one.
 */
function isTrailFollowed(row: Row, found: Standing, expected: Standing): boolean {
  const isSame = found.trailPoints === expected.trailPoints;
  if (isSame && found.trailSequence === expected.trailSequence) return true;
  if (row.is_closed !== true || found.trailPoints === null) return false;
  const sign = row.direction === 'buy' ? 1 : -1;
  const isBetter = sign * (Number(found.trailPoints) - Number(expected.trailPoints)) > 0;
  return isBetter && Number(found.trailSequence) > Number(expected.trailSequence);
}

function fromRow(row: Row, prefix: '' | 'next_' | 'left_'): Standing {
  return {
    amountCents: row[`${prefix}amount_cents`],
    stopPoints: row[`${prefix}stop_points`],
    targetPoints: row[`${prefix}target_points`],
    openPoints: row[`${prefix}open_points`],
    carry: row[`${prefix}carry`],
    trailDistance: row[`${prefix}trail_distance`],
    trailPoints: row[`${prefix}trail_points`],
    trailSequence: row[`${prefix}trail_sequence`],
  };
}

function differences(what: string, found: unknown, expected: unknown): readonly string[] {
  return found === expected
    ? []
    : [`its ${what}: ${String(found)}, but by its commands ${String(expected)}`];
}
