// The base types of the wire: amounts, rates, ids, dates, and the envelope around every reply.
import * as z from 'zod/mini';

export const AMOUNT_PATTERN = /^-?\d{1,12}(\.\d{1,2})?$/;
const RATE_PATTERN = /^\d{1,12}(\.\d{1,12})?$/;
const REQUEST_ID_LENGTH_MAX = 64;
const TOKEN_LENGTH_MAX = 128;
const INSTANT_MS_MAX = 8.64e15;
const SYMBOL_PATTERN = /^[A-Z0-9]{1,20}$/;

/** An amount in euros, as a JSON number or string with at most two decimals. */
export const Amount = z
  .union([z.number(), z.string()])
  .check(
    z.refine((value) => AMOUNT_PATTERN.test(String(value)), 'must be an amount such as 250.00'),
  );

/** A price: a finite number or decimal text above zero. */
export const Rate = z
  .union([z.number(), z.string()])
  .check(z.refine(isRate, 'must be a price above zero'));

/** A price, or null or '' for none. */
export const OptionalRate = z.nullish(z.union([z.literal(''), Rate]));

export const AssetSymbol = z
  .string()
  .check(z.regex(SYMBOL_PATTERN, 'must be a symbol such as BTCUSD'));

export const Id = z.int().check(z.positive());

/**
 * A request id: printable ASCII without spaces, because it is a database key that must compare
 * equal everywhere.
 */
export const RequestId = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(REQUEST_ID_LENGTH_MAX),
    z.regex(/^[!-~]+$/, 'must be printable ASCII without spaces'),
  );

/**
 * A line without invisible characters, lone surrogates (PostgreSQL rejects them in JSON), or
 * characters that change the text direction.
 */
const PLAIN_LINE_PATTERN = /^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u;

/** One line of text: trimmed, not empty, at most `lengthMax` characters. */
export function PlainLine(lengthMax: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(lengthMax),
      z.regex(PLAIN_LINE_PATTERN, 'must be plain text on one line'),
    );
}

export const Token = z.string().check(z.minLength(1), z.maxLength(TOKEN_LENGTH_MAX));

/** Six digits from an authenticator app, or a recovery code; spaces and dashes are ignored. */
export const SecondFactorCode = z.string().check(z.trim(), z.minLength(6), z.maxLength(32));

/** A day in UTC from the year 1 on: PostgreSQL has no year 0. */
export function Day(example: string) {
  const text = `must be a day such as ${example}`;
  const hasYear = (day: string): boolean => !day.startsWith('0000');
  return z.iso.date(text).check(z.refine(hasYear, text));
}

/** An instant as ISO 8601 in UTC. */
export const Instant = z.string();

/** Milliseconds since 1970 in a query; at most the last instant of a Date. */
export const InstantMs = z.pipe(
  z.string().check(z.regex(/^\d{1,16}$/, 'must be milliseconds since 1970')),
  z.pipe(
    z.transform(Number),
    z.number().check(z.maximum(INSTANT_MS_MAX, 'must be milliseconds since 1970')),
  ),
);

export const Flag = z.union([z.literal(0), z.literal(1)]);

/** The session token in the body, for routes that accept it there too. */
export const tokenField = { token: z.optional(Token) };

export type SuccessEnvelope<Data> = { readonly status: 'success'; readonly data: Data };

export type ErrorEnvelope = {
  readonly status: 'error';
  readonly code: string;
  readonly message: string;
  readonly errors?: Readonly<Record<string, string>>;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly data: null;
};

export type Envelope<Data> = SuccessEnvelope<Data> | ErrorEnvelope;

function isRate(value: number | string): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && value > 0;
  return RATE_PATTERN.test(value) && Number(value) > 0;
}
