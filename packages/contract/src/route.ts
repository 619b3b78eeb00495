// How a route is declared: validation, handler types, client call, access check, rate limit and the
// OpenAPI document follow from one constant.
import type * as z from 'zod/mini';
import type { Role } from './backoffice/roles.ts';
import type { RejectionCode } from './rejections.ts';

export const SESSION_KINDS = ['customer', 'affiliate', 'staff', 'content'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

/**
 * The kinds of callers that a route can require. There is no default: a route without access does
 * not compile.
 */
export const ACCESSES = ['public', ...SESSION_KINDS] as const;
export type Access = (typeof ACCESSES)[number];

/** `credential` routes check a secret and have the lowest rate limits. */
export const RATE_CLASSES = ['ordinary', 'credential'] as const;
export type RateClass = (typeof RATE_CLASSES)[number];

/** The errors that any route can return. */
export const COMMON_REJECTIONS = [
  'malformed',
  'invalid',
  'too-large',
  'media-type-unsupported',
  'origin-refused',
  'too-many',
  'internal',
  'unavailable',
] as const satisfies readonly RejectionCode[];

type Schema = z.ZodMiniType;

/** A multipart body: the fields of `body`, and one file. */
export type FilePart = {
  /** The name of the form field that contains the file. */
  readonly name: string;
  readonly bytesMax: number;
  /**
   * The error codes of a bad upload. `unfit`: the request is not such a form; `tooLarge` gets
   * `maximum` in MB.
   */
  readonly unfit: RejectionCode;
  readonly tooLarge: RejectionCode;
};

export type Route = {
  readonly method: 'GET' | 'POST';
  /** The route's path, with `{name}` for a path parameter. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** For staff routes: the roles that can call it; 'any' for a member's own data. */
  readonly roles?: readonly Role[] | 'any';
  readonly rate: RateClass;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly file?: FilePart;
  /**
   * The maximum body size of a staff route that accepts larger bodies; the body is not read for
   * callers without permission.
   */
  readonly bodyBytesMax?: number;
  /**
   * Set for a customer's POST that changes nothing: staff who view the account can call it, too.
   * GET never changes anything.
   */
  readonly reads?: true;
  /** Set if the route returns a file instead of the envelope; `reply` is empty then. */
  readonly download?: { readonly mediaTypes: readonly string[] };
  readonly reply: Schema;
  readonly status?: 200 | 201;
  /**
   * The route's error codes besides COMMON_REJECTIONS, and besides session-ended and forbidden if a
   * session is required.
   */
  readonly rejections: readonly RejectionCode[];
};

export type ReplyOf<R extends Route> = z.infer<R['reply']>;
export type BodyOf<R extends Route> = R['body'] extends Schema ? z.infer<R['body']> : undefined;
/** The body as sent, before parsing. */
export type SentBodyOf<R extends Route> = R['body'] extends Schema ? z.input<R['body']> : undefined;
export type QueryOf<R extends Route> = R['query'] extends Schema ? z.infer<R['query']> : undefined;
export type ParamsOf<R extends Route> = R['params'] extends Schema
  ? z.infer<R['params']>
  : undefined;

/**
 * Header of a request that repeats one rejected as `proof-required`: the challenge from the
 * rejection, a dot, and the number that solves it.
 */
export const WORK_HEADER = 'x-proof-of-work';

/** Declares a route; it only fixes the type. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

/** Returns whether the route changes nothing. */
export function isRead({ method, reads }: Pick<Route, 'method' | 'reads'>): boolean {
  return method === 'GET' || reads === true;
}
