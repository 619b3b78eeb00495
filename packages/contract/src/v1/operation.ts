// How an operation of the public API is declared: one constant from which validation, the handler's
// types, the OpenAPI document and the contract test follow.
import type * as z from 'zod/mini';
import type { ApiScope } from '../api-keys.ts';
import { REFUSALS, type RefusalCode } from '../refusals.ts';

export const V1_ROOT = '/api/v1';

export const TAGS = {
  markets: 'Instruments, quotes and candles.',
  accounts: 'The figures, history and statements of an account.',
  trading: 'Orders and open positions.',
  alerts: 'Prices that you want to be notified of.',
} as const;

type Schema = z.ZodMiniType;

export type Operation = {
  readonly id: string;
  readonly tag: keyof typeof TAGS;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below V1_ROOT, with `{name}` for a path parameter. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string;
  /** What the API key must hold. */
  readonly scope: ApiScope;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The request carries an `Idempotency-Key` header. */
  readonly idempotent?: true;
  readonly status: 200 | 201 | 204;
  /** Absent with 204 and with a file. */
  readonly reply?: Schema;
  /** The media types of a file that is answered instead of JSON. */
  readonly file?: readonly string[];
  /** Beside the codes that every operation answers with. */
  readonly codes: readonly RefusalCode[];
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
] as const satisfies readonly RefusalCode[];

const BODY_CODES = [
  'too-large',
  'media-type-unsupported',
] as const satisfies readonly RefusalCode[];

/** Every code that an operation may answer with. */
export function codesOf(operation: Operation): readonly RefusalCode[] {
  const ofBody = operation.body === undefined ? [] : BODY_CODES;
  return [...new Set([...COMMON_CODES, ...ofBody, ...operation.codes])];
}

/**
 * The HTTP status of a code. The same id with other content is 422 here, as the Idempotency-Key draft
 * of the IETF has it.
 */
export function statusOf(code: RefusalCode): number {
  return code === 'duplicate-id' ? 422 : REFUSALS[code].status;
}
