// The id of a request in answers and logs. A client may bring one to find its own requests in our
// log, so it is bounded in form and length: shorter than any token of ours, so that none passes for
// an id by a mistake of the client.
import { randomUUID } from 'node:crypto';

/** A UUID and the usual ids of proxies fit; a token has 43 characters. */
const PATTERN = /^[\w.-]{8,36}$/;

/** The client's id as it came if it fits, else one of our own. */
export function toRequestId(brought: string | readonly string[] | undefined): string {
  return typeof brought === 'string' && PATTERN.test(brought) ? brought : randomUUID();
}

/** What the log shows of an id that the client chose freely, as that of an order. */
export function toLoggedId(brought: string): string {
  return PATTERN.test(brought) ? brought : '[not shown]';
}
