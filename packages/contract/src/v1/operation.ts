// How an operation of the public API is declared: validation, handler types, the OpenAPI document
// and the contract test follow from one constant.
import type * as z from 'zod/mini';
import type { ApiScope } from '../api-keys.ts';
import { REJECTIONS, type RejectionCode } from '../rejections.ts';

export const V1_ROOT = '/api/v1';

export const TAGS = {
  markets: 'Instruments, quotes and candles.',
  accounts: 'The figures, history and statements of an account.',
  trading: 'Orders and open positions.',
  streams: 'The frames of a stream that a client has missed.',
  alerts: 'Prices that you want to be notified of.',
  watchlists: 'Lists of instruments on the trading screen.',
  webhooks: 'Addresses that events are sent to.',
  keys: 'The API keys of your account.',
} as const;

type Schema = z.ZodMiniType;

export type Operation = {
  readonly id: string;
  readonly tag: keyof typeof TAGS;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The operation's path below V1_ROOT; `{name}` is a path parameter. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string;
  /** The scope that the API key needs. */
  readonly scope: ApiScope;
  /** Set if only the live account has it, so that a practice key is rejected. */
  readonly liveOnly?: true;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Set if the request has an `Idempotency-Key` header. */
  readonly idempotent?: true;
  /** Set where sending the same request twice acts twice, so that no client retries it by itself. */
  readonly isRepeatable?: false;
  readonly status: 200 | 201 | 204;
  /** The schema of the reply; absent for 204 and for a file. */
  readonly reply?: Schema;
  /** The media types of a file that is returned instead of JSON. */
  readonly file?: readonly string[];
  /** The operation's error codes besides those of every operation. */
  readonly codes: readonly RejectionCode[];
};

type InferOf<S> = S extends Schema ? z.infer<S> : undefined;
export type V1ReplyOf<O extends Operation> = InferOf<O['reply']>;
export type V1BodyOf<O extends Operation> = InferOf<O['body']>;
export type V1QueryOf<O extends Operation> = InferOf<O['query']>;
export type V1ParamsOf<O extends Operation> = InferOf<O['params']>;

/** Declares an operation; it only fixes the type. */
export function defineOperation<const O extends Operation>(operation: O): O {
  return operation;
}

const COMMON_CODES = [
  'malformed',
  'api-key-invalid',
  'blocked',
  'network-refused',
  'scope-missing',
  'invalid',
  'too-many',
  'internal',
  'unavailable',
] as const satisfies readonly RejectionCode[];

const BODY_CODES = [
  'too-large',
  'media-type-unsupported',
] as const satisfies readonly RejectionCode[];

/** Returns every error code of an operation. */
export function codesOf(operation: Operation): readonly RejectionCode[] {
  const ofBody = operation.body === undefined ? [] : BODY_CODES;
  const ofLive = operation.liveOnly === true ? (['live-key-required'] as const) : [];
  return [...new Set([...COMMON_CODES, ...ofBody, ...ofLive, ...operation.codes])];
}

/**
 * Returns the HTTP status of a code. The same id with other content is 422, as in the IETF's
 * Idempotency-Key draft.
 */
export function statusOf(code: RejectionCode): number {
  return code === 'duplicate-id' ? 422 : REJECTIONS[code].status;
}
