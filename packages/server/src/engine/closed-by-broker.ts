/**
 * Whether staff closed a row of `positions`, in a statement that reads it: the engine's notice of the
 * close says so.
 */
export const CLOSED_BY_BROKER = `exists (
  select 1 from account_notices n
  where n.kind = 'broker-close' and (n.facts ->> 'positionId')::bigint = positions.id
)`;
