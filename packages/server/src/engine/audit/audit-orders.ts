// Compares entry orders with the positions that they opened. Each page is the positions with an id
// above $1 and up to $2.

const SMALL_BELOW_CENTS = 2_000;
const FILL = 'coalesce(p.filled_points, p.open_points)';
const SIGN = `case p.direction when 'buy' then 1 else -1 end`;

/** Filled orders whose position does not have the order's terms or the quote that triggered it. */
export const UNTRUE_FILLS = `select p.id, format('order %s was filled by it, which is not so', o.id)
    as problem
  from entry_orders o join positions p on p.id = o.position_id
  where p.id > $1 and p.id <= $2 and (
    p.account_id = o.account_id and p.symbol = o.symbol and p.direction = o.direction
    and p.leverage = o.leverage and p.opened_at = o.ended_at and p.open_seen_points = o.points
    and p.open_sell_points = o.end_sell_points and p.open_buy_points = o.end_buy_points
    and p.open_sequence = o.end_sequence and p.open_source = o.end_source
    and o.ended_at < o.expires_at
    -- A limit order fills at its price or better; a stop order once the quote has reached its
    -- price.
    and case
      when o.kind = 'limit' then (${FILL} - o.points) * ${SIGN} <= 0
      when o.direction = 'buy' then p.open_buy_points >= o.points
      else p.open_sell_points <= o.points
    end
    and not exists (
      select 1 from entry_orders b
      where b.id = o.oco_id and b.outcome = 'filled'
    )
  ) is not true`;

/**
 * Positions opened by entry orders, in the form of an answer that opened a position: no command
 * opened them, but every later change has an answer.
 */
export const ORDER_OPENINGS = `select 0 as sequence, p.account_id, 'position-opened' as kind,
    p.id as position_id, o.amount_cents,
    coalesce(o.stop_points, ${FILL} - ${SIGN} * o.stop_distance) as stop_points,
    coalesce(o.target_points, ${FILL} + ${SIGN} * o.target_distance) as target_points,
    ${FILL} as open_points,
    case when o.amount_cents * o.leverage < ${SMALL_BELOW_CENTS}
      then 0 - (${FILL} - 1) / 2 end as carry,
    o.trail_distance, case when o.trail_distance is null then null
      when p.direction = 'buy' then p.open_sell_points else p.open_buy_points end as trail_points,
    case when o.trail_distance is not null then p.open_sequence end as trail_sequence,
    null as terms, p.closed_at is not null as is_closed, p.amount_cents as left_amount_cents,
    p.stop_points as left_stop_points, p.target_points as left_target_points,
    p.open_points as left_open_points, p.carry as left_carry,
    p.trail_distance as left_trail_distance, p.trail_points as left_trail_points,
    p.trail_sequence as left_trail_sequence, p.direction
  from entry_orders o join positions p on p.id = o.position_id
  where p.id > $1 and p.id <= $2
    and (p.closed_at is null or p.closing_reason in ('low-margin', 'stop-loss', 'take-profit'))
  order by p.id`;

/** Counts rows whose origin is an order and not an answer. */
export const ORDER_BEGINNINGS = `select count(*) as positions, count(t.id) as charges
  from entry_orders o
  left join postings t on t.unique_key = 'protection-fee:position:' || o.position_id
  where o.position_id > $1 and o.position_id <= $2`;
