import type { Rejection } from '@halyard/contract/rejections';
import type { FastifyRequest } from 'fastify';
import { noteOutage } from '#platform/log/log.ts';
import type { Log } from '#platform/log/log.ts';
import { toFailure } from './envelope.ts';

/** Logs the failure of a request and returns the reply to its caller. */
export function noteFailure(
  log: Pick<Log, 'error' | 'warn'>,
  request: FastifyRequest,
  error: unknown,
): Rejection {
  const { rejection, cause } = toFailure(error);
  const entry = { err: error, requestId: request.id, route: request.routeOptions.url };
  if (cause === 'bug') log.error(entry, 'a request met a bug');
  if (cause === 'outage') noteOutage(log, entry, 'a request met an outage');
  return rejection;
}
