import { DAY_MS } from '@halyard/core/time';

/**
 * How long after a payment it can still be charged back, by the method it was made with. Cards: the
 * schemes' own limits are 120 days after the service was to be rendered, at most 540 after the
 * payment. All providers here take cards; transfers that staff confirm can't be charged back.
 */
export const CHARGE_BACK_WINDOW_MS = { card: 540 * DAY_MS } as const;
