// How a route is declared: one constant from which validation, handler type, client call,
// access check, rate limit and the OpenAPI document follow.
import type * as z from 'zod/mini';
import type { Role } from './backoffice/roles.ts';
import type { RefusalCode } from './refusals.ts';

export const SESSION_KINDS = ['customer', 'affiliate', 'staff', 'content'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

/** Who may call it. There is no default: a route without access does not compile. */
export const ACCESSES = ['public', ...SESSION_KINDS] as const;
export type Access = (typeof ACCESSES)[number];

/** `credential` routes check a secret and are throttled hardest. */
export const RATE_CLASSES = ['ordinary', 'credential'] as const;
export type RateClass = (typeof RATE_CLASSES)[number];

/** What any route may answer with. */
export const COMMON_REFUSALS = [
  'malformed',
  'invalid',
  'too-large',
  'media-type-unsupported',
  'origin-refused',
  'too-many',
  'internal',
  'unavailable',
] as const satisfies readonly RefusalCode[];

type Schema = z.ZodMiniType;

/** A body that is a multipart form: the fields of `body`, and one file. */
export type FilePart = {
  /** Of the form's field. */
  readonly name: string;
  readonly bytesMax: number;
  /** For a request that is no such form; `tooLarge` gets `maximum` in MB. */
  readonly unfit: RefusalCode;
  readonly tooLarge: RefusalCode;
};

export type Route = {
  readonly method: 'GET' | 'POST';
  /** With `{name}` for a path parameter. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** Of a route of staff, who of them may call it; 'any' is for what is everybody's own. */
  readonly roles?: readonly Role[] | 'any';
  readonly rate: RateClass;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly file?: FilePart;
  /** Of staff alone, where a body may be larger than usual; who may not call it is not read. */
  readonly bodyBytesMax?: number;
  /**
   * A POST of customers that changes nothing: whoever only views the account may call it too. GET
   * never changes anything.
   */
  readonly reads?: true;
  /** Answers with a file instead of the envelope; `reply` is empty then. */
  readonly download?: { readonly mediaTypes: readonly string[] };
  readonly reply: Schema;
  readonly status?: 200 | 201;
  /** Beside COMMON_REFUSALS, and session-ended and forbidden where a session is wanted. */
  readonly refusals: readonly RefusalCode[];
};

export type ReplyOf<R extends Route> = z.infer<R['reply']>;
export type BodyOf<R extends Route> = R['body'] extends Schema ? z.infer<R['body']> : undefined;
/** As it is sent, before it is parsed. */
export type SentBodyOf<R extends Route> = R['body'] extends Schema ? z.input<R['body']> : undefined;
export type QueryOf<R extends Route> = R['query'] extends Schema ? z.infer<R['query']> : undefined;
export type ParamsOf<R extends Route> = R['params'] extends Schema
  ? z.infer<R['params']>
  : undefined;

/**
 * Of a request that repeats one refused as `proof-required`: the challenge of that refusal, a dot,
 * and the number that solves it.
 */
export const WORK_HEADER = 'x-proof-of-work';

/** Declares a route; it only fixes the type. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

/** Whether it changes nothing. */
export function isRead({ method, reads }: Pick<Route, 'method' | 'reads'>): boolean {
  return method === 'GET' || reads === true;
}
