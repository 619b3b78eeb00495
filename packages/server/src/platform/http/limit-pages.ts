import type { Rejection } from '@halyard/contract/rejections';
import { SECOND_MS } from '@halyard/core/time';
import type { FastifyRequest } from 'fastify';

import { createFindIp, networkOf } from './client-ip.ts';
import type { HttpOptions } from './options.ts';
import { createRateLimiter } from './rate.ts';

/**
 * Limits requests for everything except declared routes: pages, the sitemap and the API's
 * documentation.
 */
export type LimitPages = (request: FastifyRequest) => Rejection | undefined;

/** Creates a limit that counts these requests per network, separately from API calls. */
export function createLimitPages(
  options: Pick<HttpOptions, 'trustProxy' | 'rates' | 'clock'>,
): LimitPages {
  const findIp = createFindIp(options.trustProxy);
  const limiter = createRateLimiter(options.rates.ordinary, options.clock);
  return ({ socket, headers }) => {
    const waitMs = limiter.take(
      networkOf(findIp(socket.remoteAddress, headers['x-forwarded-for'])),
    );
    if (waitMs <= 0) return undefined;
    return { code: 'too-many', facts: { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) } };
  };
}
