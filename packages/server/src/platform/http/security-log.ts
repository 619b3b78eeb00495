// Writes the security events of HTTP to the log (OWASP ASVS 5.0, V16.3): every answer of a route
// that judges credentials, every denied access, and every attempt to pass a limit, an origin or the
// validation of input. Each line has the request id, the caller and the address.
import type { IncomingMessage } from 'node:http';
import type { Rejection } from '@halyard/contract/rejections';
import { MINUTE_MS } from '@halyard/core/time';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Caller } from './binding.ts';
import { createFindIp, networkOf } from './client-ip.ts';

/** An address of the range for documentation (RFC 5737), which no proxy has. */
const SAMPLE_ADDRESS = '192.0.2.1';
const UNAUTHENTICATED = 401;
const FORBIDDEN = 403;
/** A flood must not fill the disk: further lines of one network and code are counted. */
const LINES_PER_MINUTE_MAX = 20;
const COUNTED_MAX = 10_000;

/** Rejections of requests that the program's own pages never send. */
const ATTEMPTS: ReadonlySet<string> = new Set<Rejection['code']>([
  'duplicate-id',
  'invalid',
  'malformed',
  'origin-refused',
  'read-only',
  'second-person',
  'too-large',
  'too-many',
]);
/** Not an attempt: every page that stays open for long enough receives it. */
const ORDINARY = 'session-ended' satisfies Rejection['code'];

const codes = new WeakMap<FastifyRequest, string>();
const callers = new WeakMap<FastifyRequest, Caller>();

/** Remembers the rejection until the answer is logged. */
export function noteRejection(request: FastifyRequest, { code }: Rejection): void {
  codes.set(request, code);
}

/** Remembers who calls, permitted or not, until the answer is logged. */
export function noteCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

export type LoggedAnswer = {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
};

export type SecurityLog = (
  request: FastifyRequest,
  answered: LoggedAnswer,
  isCredential: boolean,
) => void;

export function createSecurityLog(options: {
  readonly log: Log;
  readonly clock: Clock;
  readonly trustProxy: readonly string[];
}): SecurityLog {
  const { log, clock } = options;
  const findIp = createFindIp(options.trustProxy);
  const counts = new Map<string, { sinceMs: number; lines: number }>();
  /** Returns how many lines were omitted before this one; undefined: this one is omitted, too. */
  const admit = (key: string): number | undefined => {
    const nowMs = clock.nowMs();
    const known = counts.get(key);
    if (known !== undefined && nowMs - known.sinceMs < MINUTE_MS) {
      known.lines += 1;
      return known.lines > LINES_PER_MINUTE_MAX ? undefined : 0;
    }
    counts.delete(key);
    if (counts.size >= COUNTED_MAX) counts.clear();
    counts.set(key, { sinceMs: nowMs, lines: 1 });
    return Math.max(0, (known?.lines ?? 0) - LINES_PER_MINUTE_MAX);
  };
  return (request, answered, isCredential) => {
    const code = codes.get(request);
    const message = toMessage({ code, status: answered.status, isCredential });
    const caller = callers.get(request);
    const ip = findIp(request.socket.remoteAddress, request.headers['x-forwarded-for']);
    const entry = {
      ...answered,
      requestId: request.id,
      ip,
      ...(code === undefined ? {} : { code }),
      ...(caller === undefined ? {} : { caller: `${caller.kind}:${caller.subjectId}` }),
    };
    if (message === undefined) {
      log.debug(entry, 'answered');
      return;
    }
    const omitted = admit(`${networkOf(ip)} ${code ?? ''}`);
    if (omitted === undefined) return;
    log.info(omitted === 0 ? entry : { ...entry, omitted }, message);
  };
}

type Judged = {
  readonly code: string | undefined;
  readonly status: number;
  readonly isCredential: boolean;
};

function toMessage({ code, status, isCredential }: Judged): string | undefined {
  if (status === FORBIDDEN) return 'access was denied';
  if (isCredential)
    return code === undefined ? 'credentials were taken' : 'credentials were refused';
  if (code !== undefined && ATTEMPTS.has(code)) return 'a request was rejected';
  if (status === UNAUTHENTICATED && code !== ORDINARY) return 'a caller was not known';
  return undefined;
}

/**
 * Warns once of a proxy that TRUST_PROXY does not name: every visitor then appears with the proxy's
 * address, shares its rate limits, and is recorded with it. Only once, because anybody can send the
 * header.
 */
export function createProxyWarning(options: {
  readonly log: Log;
  readonly trustProxy: readonly string[];
}): (request: IncomingMessage) => void {
  const findIp = createFindIp(options.trustProxy);
  let hasWarned = false;
  return ({ headers, socket }) => {
    if (hasWarned || headers['x-forwarded-for'] === undefined) return;
    const from = findIp(socket.remoteAddress, SAMPLE_ADDRESS);
    if (from === SAMPLE_ADDRESS) return;
    hasWarned = true;
    options.log.warn({ from }, 'a proxy that TRUST_PROXY does not name forwards requests');
  };
}
