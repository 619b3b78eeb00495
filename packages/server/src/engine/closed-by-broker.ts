/**
 * An SQL condition: whether staff closed the row of `positions`, according to the engine's notice
 * of the close.
 */
export const CLOSED_BY_BROKER = `exists (
  select 1 from account_notices n
  where n.kind = 'broker-close' and (n.facts ->> 'positionId')::bigint = positions.id
)`;
