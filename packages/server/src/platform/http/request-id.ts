// The id of a request in replies and logs. A client can send one to find its requests in our log,
// so its form and length are limited: shorter than any of our tokens, so that a token is never
// logged as an id by mistake.
import { randomUUID } from 'node:crypto';

/** The accepted ids: UUIDs and the usual ids of proxies. A token is longer, with 43 characters. */
const PATTERN = /^[\w.-]{8,36}$/;

/** Returns the client's id if it is valid, otherwise a new one. */
export function toRequestId(brought: string | readonly string[] | undefined): string {
  return typeof brought === 'string' && PATTERN.test(brought) ? brought : randomUUID();
}

/** Returns what the log shows of an id that the client chose freely, such as an order's. */
export function toLoggedId(brought: string): string {
  return PATTERN.test(brought) ? brought : '[not shown]';
}
