import { DAY_MS } from '@halyard/core/time';

/**
 * How long a payment can be charged back, by method. The card schemes' limits are 120 days after
 * the service was due, at most 540 after the payment. All providers here take cards; transfers that
 * staff confirm can't be charged back.
 */
export const CHARGE_BACK_WINDOW_MS = { card: 540 * DAY_MS } as const;
