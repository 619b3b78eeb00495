// Validates a request's parts against the route's schemas. Undeclared input is rejected.
import type { Rejection } from '@halyard/contract/rejections';
import { parseInput } from '@halyard/contract/parse-input';
import type { Route } from '@halyard/contract/route';
import * as z from 'zod/mini';

const Nothing = z.strictObject({});
const NothingButToken = z.strictObject({ token: z.optional(z.string()) });

export type RawInput = {
  readonly params: unknown;
  readonly query: URLSearchParams;
  readonly body: unknown;
};

export type Input = { readonly params: unknown; readonly query: unknown; readonly body: unknown };

export type ReadInput =
  | { readonly kind: 'ok'; readonly input: Input }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

/** Returns the query as a record without prototype; undefined if a name occurs twice. */
export function toQueryRecord(
  query: URLSearchParams,
): Readonly<Record<string, string>> | undefined {
  const record: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of query) {
    if (name in record) return undefined;
    record[name] = value;
  }
  return record;
}

export function readInput(route: Route, raw: RawInput): ReadInput {
  const query = toQueryRecord(raw.query);
  if (query === undefined) return invalid({ query: 'has the same name twice' });
  // A staff token is only accepted in the header, where no URL and no log can contain it, because
  // it is powerful.
  const isInHeader = route.access === 'public' || route.access === 'staff';
  const anyToken = isInHeader ? Nothing : NothingButToken;
  const params = parseInput(route.params ?? Nothing, raw.params ?? {});
  if (!params.ok) return invalid(params.errors);
  const parsedQuery = parseInput(route.query ?? anyToken, query);
  if (!parsedQuery.ok) return invalid(parsedQuery.errors);
  const body = parseInput(route.body ?? anyToken, raw.body === undefined ? {} : raw.body);
  if (!body.ok) return invalid(body.errors);
  const input = { params: params.value, query: parsedQuery.value, body: body.value };
  // U+0000 is rejected here once instead of in every store, because PostgreSQL's text can't contain
  // it.
  if (hasNul(input)) return invalid({ body: 'has a character that is not allowed' });
  return { kind: 'ok', input };
}

/**
 * Returns whether any text in plain data contains U+0000. Not recursive, because the sender chooses
 * the depth.
 */
export function hasNul(input: unknown): boolean {
  const open: unknown[] = [input];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string' && value.includes('\0')) return true;
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) open.push(key, inner ?? null);
    }
  }
  return false;
}

function invalid(errors: Readonly<Record<string, string>>): ReadInput {
  return { kind: 'refused', rejection: { code: 'invalid', errors } };
}
