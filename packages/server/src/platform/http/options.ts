import type { RateClass } from '@halyard/contract/route';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';

import type { FindCaller, RouteBinding } from './binding.ts';
import type { PageSource } from './page-source.ts';
import type { Rate } from './rate.ts';
import type { RawBinding } from './raw-routes.ts';

/** One answered request; the route is its declared pattern, never the address itself. */
export type Answered = {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
};

export type HttpOptions = {
  /** Every route of the program; one that is declared twice or without access stops the start. */
  readonly routes: readonly RouteBinding[];
  /** Without envelope and schema, see raw-routes.ts. */
  readonly rawRoutes?: readonly RawBinding[];
  /** Origins to which a page of ours may send a form, beside its own. */
  readonly formOrigins?: readonly string[];
  /** Origins of which a page of ours may show pictures, beside its own. */
  readonly pictureOrigins?: readonly string[];
  /** Origins that a page of ours may show in a frame; none otherwise. */
  readonly frameOrigins?: readonly string[];
  readonly findCaller: FindCaller;
  readonly publicUrl: string | undefined;
  readonly host: string;
  readonly trustProxy: readonly string[];
  readonly rates: Readonly<Record<RateClass, Rate>>;
  /** The built web app; without it only the API answers. */
  readonly webRoot: string | undefined;
  /** What the pages of the web app are called, and which there are; without it only their addresses count. */
  readonly pages?: PageSource;
  /** Until a request has been received whole; 30 seconds if absent. */
  readonly requestTimeoutMs?: number;
  readonly onAnswered?: ((answered: Answered) => void) | undefined;
  readonly clock: Clock;
  readonly log: Log;
};

/** Per network. Guessing of passwords is slowed per account as well, by the accounts feature. */
export const HTTP_RATES: HttpOptions['rates'] = {
  ordinary: { perSecond: 50, burst: 300 },
  credential: { perSecond: 1, burst: 60 },
};
