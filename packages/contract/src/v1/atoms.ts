// The base types of the public API: decimal strings, times, opaque ids and cursors. Each has the
// description and example that the OpenAPI document shows.
import * as z from 'zod/mini';
import { ACCOUNT_KINDS, type AccountKind } from '../practice/practice.ts';

const ID_LENGTH_MAX = 32;
const CURSOR_LENGTH_MAX = 64;
export const PAGE_MAX = 200;
export const PAGE_DEFAULT = 50;
export const CLIENT_ID_LENGTH_MAX = 64;

const documented = (description: string, ...examples: readonly unknown[]) =>
  z.meta({ description, examples: [...examples] });

export const Money = z
  .string()
  .check(
    z.regex(/^-?\d{1,12}\.\d{2}$/),
    documented('An amount in euros with two decimals.', '250.00'),
  );

/** An amount from a client: decimals are optional. */
export const SentMoney = z
  .string()
  .check(
    z.regex(/^\d{1,12}(\.\d{1,2})?$/, 'must be an amount such as 250.00'),
    documented('An amount in euros with at most two decimals.', '250.00'),
  );

export const Price = z
  .string()
  .check(
    z.regex(/^\d{1,12}(\.\d{1,12})?$/),
    documented("A price with the instrument's number of decimals.", '40010.25'),
  );

export const SentPrice = z
  .string()
  .check(
    z.regex(/^(?=.*[1-9])\d{1,12}(\.\d{1,12})?$/, 'must be a price above zero'),
    documented("A price above zero, with at most the instrument's number of decimals.", '40010.25'),
  );

export const Percent = z
  .string()
  .check(z.regex(/^-?\d+(\.\d+)?$/), documented('A percentage.', '12.5'));

export const Time = z
  .string()
  .check(
    z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    documented('RFC 3339 in UTC with milliseconds.', '2026-01-15T09:30:00.000Z'),
  );

/** A time from a client, in any offset and precision. */
export const SentTime = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-01-15T09:30:00Z' })
  .check(documented('RFC 3339, with any offset.', '2026-01-15T09:30:00Z'));

export const OpaqueId = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(ID_LENGTH_MAX),
    z.regex(/^[\w-]+$/, 'must be an id'),
    documented('An opaque id.', '4711'),
  );

export const Environment = z
  .enum(ACCOUNT_KINDS)
  .check(documented('`live`, or `practice` for practice money.', 'live'));

export const InstrumentSymbol = z
  .string()
  .check(
    z.regex(/^[A-Z0-9]{1,20}$/, 'must be a symbol such as BTCUSD'),
    documented('The symbol of an instrument.', 'BTCUSD'),
  );

export const Cursor = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(CURSOR_LENGTH_MAX),
    z.regex(/^[\w-]+$/, 'must be a cursor of an earlier answer'),
    documented('The `next_cursor` of the page before; opaque.', 'NDcxMQ'),
  );

/**
 * An id that the client chooses: printable ASCII without spaces, so that all clients read the same
 * bytes as the same id.
 */
export const ClientId = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(CLIENT_ID_LENGTH_MAX),
    z.regex(/^[!-~]+$/, 'must be printable ASCII without spaces'),
    documented('An id that you choose, unique for your account.', 'grid-2026-01-15-0042'),
  );

export const PageLimit = z
  .string()
  .check(
    z.regex(/^([1-9]\d?|1\d\d|200)$/, `must be a whole number from 1 to ${PAGE_MAX}`),
    documented(`Rows per page, from 1 to ${PAGE_MAX}; ${PAGE_DEFAULT} if absent.`, '50'),
  );

export const pageQuery = { cursor: z.optional(Cursor), limit: z.optional(PageLimit) };

/** A list reply: its rows, and the cursor of the next page. */
export function Page<const Item extends z.ZodMiniType>(name: string, item: Item) {
  return z
    .object({
      data: z.array(item),
      next_cursor: z.nullable(Cursor).check(documented('Null on the last page.', null)),
    })
    .check(z.meta({ id: name }));
}

/**
 * Returns the id of a customer's account. The two accounts of a customer have different ids, so that
 * a request for one never reaches the other.
 */
export function toAccountId(environment: AccountKind, customerId: number): string {
  return environment === 'live' ? String(customerId) : `practice-${customerId}`;
}

/** Names a schema, which becomes a component of the OpenAPI document. */
export function component(id: string, description: string) {
  return z.meta({ id, description });
}

/** Describes a field whose type has no description of its own. */
export function about(description: string, ...examples: readonly unknown[]) {
  return examples.length === 0 ? z.describe(description) : documented(description, ...examples);
}
