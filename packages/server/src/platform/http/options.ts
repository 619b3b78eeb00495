import type { RateClass } from '@halyard/contract/route';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Tracer } from '#platform/tracing/tracing.ts';

import type { FindCaller, RouteBinding } from './binding.ts';
import type { PageSource } from './page-source.ts';
import type { Rate } from './rate.ts';
import type { RawBinding } from './raw-binding.ts';

/** One answered request; the route is its declared pattern, never the address itself. */
export type Answered = {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
};

export type HttpOptions = {
  /**
   * Every route of the program; one that is declared twice or without access prevents the start.
   */
  readonly routes: readonly RouteBinding[];
  /** Routes without envelope and schema, see raw-routes.ts. */
  readonly rawRoutes?: readonly RawBinding[];
  /** Origins to which our pages may submit a form, besides their own. */
  readonly formOrigins?: readonly string[];
  /** Origins of images on our pages, besides their own. */
  readonly pictureOrigins?: readonly string[];
  /** Origins that our pages may show in a frame; none otherwise. */
  readonly frameOrigins?: readonly string[];
  readonly findCaller: FindCaller;
  readonly publicUrl: string | undefined;
  /** The only address that serves the back office; if undefined, every host serves it. */
  readonly backofficeUrl?: string | undefined;
  readonly host: string;
  readonly trustProxy: readonly string[];
  readonly rates: Readonly<Record<RateClass, Rate>>;
  /** The built web app; without it only the API is served. */
  readonly webRoot: string | undefined;
  /** The built documentation, served at /docs; without it there is none. */
  readonly docsRoot?: string | undefined;
  /** The titles of the web app's pages, and which exist; without it only their addresses count. */
  readonly pages?: PageSource;
  /** The time limit for receiving a request; 30 seconds if absent. */
  readonly requestTimeoutMs?: number;
  readonly onAnswered?: ((answered: Answered) => void) | undefined;
  /** Traces every request; without it none is traced. */
  readonly tracer?: Tracer | undefined;
  /** Returns the key of proofs of work that several programs share; absent: a random one. */
  readonly findWorkKey?: () => Buffer;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * The default rates per network. The accounts feature also limits password attempts per account.
 */
export const HTTP_RATES: HttpOptions['rates'] = {
  ordinary: { perSecond: 50, burst: 300 },
  credential: { perSecond: 1, burst: 60 },
};
