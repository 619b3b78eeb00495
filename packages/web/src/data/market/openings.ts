// Whether the account can open positions: not if it is close-only, during the customer's time-out,
// or before the appropriateness test.
import { getOpeningState, type OpeningState } from '@halyard/contract/trading';
import { MINUTE_MS } from '@halyard/core/time';
import { useRouteQuery } from '../http/query.ts';

/** The interval at which time-outs and limits, which end automatically, are checked. */
const POLL_MS = MINUTE_MS;

/** The error that any opening would return; undefined if the account can open positions. */
export function useOpeningRejection(): NonNullable<OpeningState['refusal']> | undefined {
  const state = useRouteQuery(getOpeningState, {}, { pollEveryMs: POLL_MS }).data;
  return state?.refusal ?? undefined;
}
