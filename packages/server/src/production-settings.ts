// What production demands of the settings beyond their own schemas.
import { isWideRange } from '#platform/http/http.ts';
import { isAnySimulated } from './feed-settings.ts';
import type { FeedRoutes } from './feed-settings.ts';
import { productionPaymentFaults, type PaymentVariables } from './payment-settings.ts';
import type { Fault } from './setting-kinds.ts';

const CLOSE_OUT_PERCENT_MIN_EU = 50;

type CheckedVariables = Partial<PaymentVariables> & {
  readonly FEED?: FeedRoutes;
  readonly NODE_ENV?: string | undefined;
  readonly DATABASE_URL?: string | undefined;
  readonly EMBEDDED_DATABASE?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
  readonly OPERATOR_ADDRESS?: string;
  readonly REGIME?: string;
  readonly MARGIN_CLOSE_OUT_PERCENT?: number;
  readonly TRUST_PROXY?: readonly string[];
};

/** What must not be left to chance where people's money is at stake. */
export function productionFaults(variables: CheckedVariables): readonly Fault[] {
  if (variables.NODE_ENV !== 'production') return [];
  const faults: Fault[] = [];
  if (variables.DATABASE_URL === undefined && variables.EMBEDDED_DATABASE === undefined) {
    const text = 'is required in production: name a PostgreSQL, or set EMBEDDED_DATABASE=accepted';
    faults.push({ name: 'DATABASE_URL', text });
  }
  if (variables.PUBLIC_URL?.startsWith('https:') !== true) {
    const text = 'is required in production and must begin with https://';
    faults.push({ name: 'PUBLIC_URL', text });
  }
  if (variables.OPERATOR_ADDRESS === '') {
    const text =
      'is required in production: the terms, the privacy policy and the imprint name it, ' +
      'such as Example Street 1, 10115 Berlin';
    faults.push({ name: 'OPERATOR_ADDRESS', text });
  }
  const isBelow = (variables.MARGIN_CLOSE_OUT_PERCENT ?? 100) < CLOSE_OUT_PERCENT_MIN_EU;
  if (variables.REGIME === 'eu-retail' && isBelow) {
    const text = `must be at least ${CLOSE_OUT_PERCENT_MIN_EU} in production with REGIME=eu-retail`;
    faults.push({ name: 'MARGIN_CLOSE_OUT_PERCENT', text });
  }
  const wide = variables.TRUST_PROXY?.find(isWideRange);
  if (wide !== undefined) {
    const text =
      `must not trust ${wide} in production: anybody there could write the address that limits ` +
      "and records are kept by. Name your proxies' own addresses";
    faults.push({ name: 'TRUST_PROXY', text });
  }
  const isSimulated = isAnySimulated(variables.FEED ?? new Map());
  return [...faults, ...productionPaymentFaults(variables, { isSimulated })];
}
