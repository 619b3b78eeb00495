// Validates a request's parts against the schemas of its operation.
import type { Rejection } from '@halyard/contract/rejections';
import { parseInput } from '@halyard/contract/parse-input';
import { ClientId } from '@halyard/contract/v1/atoms';
import type { Operation } from '@halyard/contract/v1/operation';
import { WATCHLIST_SYMBOLS_MAX } from '@halyard/contract/workspace';
import { exceedsJsonBounds, hasNul, toQueryRecord } from '#platform/http/http.ts';
import type { RawCall } from '#platform/http/http.ts';
import * as z from 'zod/mini';

/** The maximum number of values in a body: a full watchlist, and a few other fields. */
const BODY_VALUES_MAX = WATCHLIST_SYMBOLS_MAX + 10;
const JSON_TYPE = /^application\/json\s*(;|$)/i;
const Nothing = z.strictObject({});
const IdempotencyHeader = z.object({ 'Idempotency-Key': ClientId });
/** U+0000 in JSON, where it can't occur unescaped. */
const ESCAPED_NUL = '\\u0000';

type Parts = {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
};

export type ReadCall =
  | { readonly kind: 'ok'; readonly parts: Parts }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

export function readCall(operation: Operation, call: RawCall): ReadCall {
  const params = parseInput(operation.params ?? Nothing, call.params);
  if (!params.ok) return invalid(params.errors);
  const record = toQueryRecord(call.query);
  if (record === undefined) return invalid({ query: 'has the same name twice' });
  const query = parseInput(operation.query ?? Nothing, record);
  if (!query.ok) return invalid(query.errors);
  const idempotencyKey = call.headers['idempotency-key'];
  if (operation.idempotent === true) {
    const key = parseInput(IdempotencyHeader, { 'Idempotency-Key': idempotencyKey });
    if (!key.ok) return invalid(key.errors);
  }
  const body = readBody(operation, call);
  if (body.kind === 'refused') return body;
  // U+0000 is rejected, because PostgreSQL's text type can't contain it.
  const isNulSent = call.body.includes(ESCAPED_NUL) && hasNul(body.body);
  if (isNulSent || hasNul(params.value) || hasNul(query.value)) {
    return invalid({ body: 'has a character that is not allowed' });
  }
  const key = typeof idempotencyKey === 'string' ? idempotencyKey : undefined;
  const parts = { params: params.value, query: query.value, body: body.body };
  return { kind: 'ok', parts: { ...parts, idempotencyKey: key } };
}

type ReadBody =
  | { readonly kind: 'ok'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

function readBody({ body: schema }: Operation, call: RawCall): ReadBody {
  if (schema === undefined) return { kind: 'ok', body: undefined };
  if (!JSON_TYPE.test(call.contentType)) return refuse('media-type-unsupported');
  const text = call.body.toString();
  if (exceedsJsonBounds(text, BODY_VALUES_MAX)) return refuse('too-large');
  const json = parseJson(text);
  if (json === undefined) return refuse('malformed');
  const parsed = parseInput(schema, json);
  return parsed.ok ? { kind: 'ok', body: parsed.value } : invalid(parsed.errors);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalid(errors: Readonly<Record<string, string>>): {
  readonly kind: 'refused';
  readonly rejection: Rejection;
} {
  return { kind: 'refused', rejection: { code: 'invalid', errors } };
}

function refuse(code: Rejection['code']): {
  readonly kind: 'refused';
  readonly rejection: Rejection;
} {
  return { kind: 'refused', rejection: { code } };
}
