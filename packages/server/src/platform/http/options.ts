import type { RateClass } from '@halyard/contract/route';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';

import type { FindCaller, RouteBinding } from './binding.ts';
import type { Rate } from './rate.ts';

export type HttpOptions = {
  /** Every route of the program; one that is declared twice or without access stops the start. */
  readonly routes: readonly RouteBinding[];
  readonly findCaller: FindCaller;
  readonly publicUrl: string | undefined;
  readonly host: string;
  readonly trustProxy: readonly string[];
  readonly rates: Readonly<Record<RateClass, Rate>>;
  /** The built web app; without it only the API answers. */
  readonly webRoot: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
};

/** Per network. Guessing of passwords is slowed per account as well, by the accounts feature. */
export const HTTP_RATES: HttpOptions['rates'] = {
  ordinary: { perSecond: 50, burst: 300 },
  credential: { perSecond: 1, burst: 60 },
};
