// Whether the account may open positions at all: not when it is close-only, when the customer takes a
// break, or when questions are to be answered first.
import { getOpeningState, type OpeningState } from '@halyard/contract/trading';
import { MINUTE_MS } from '@halyard/core/time';
import { useRouteQuery } from '../http/query.ts';

/** Breaks and limits end by themselves. */
const POLL_MS = MINUTE_MS;

/** What any opening would be refused with; undefined while the account may open. */
export function useOpeningRefusal(): NonNullable<OpeningState['refusal']> | undefined {
  const state = useRouteQuery(getOpeningState, {}, { pollEveryMs: POLL_MS }).data;
  return state?.refusal ?? undefined;
}
