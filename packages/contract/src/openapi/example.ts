// Examples of requests and replies, generated from the schemas. A field shows the first value of
// its name that its schema accepts, so every route has an example that is never outdated.
import * as z from 'zod/mini';

type Json = Readonly<Record<string, unknown>>;
export type Side = 'input' | 'output';

const DEPTH_MAX = 12;

/**
 * Example values by field name, where they say more than the type. A name with several meanings has
 * several values.
 */
const BY_NAME: Readonly<Record<string, readonly unknown[]>> = {
  access_token: ['q3Zr8VbT0yW4mJ7nXc1LdF6sKhPgUe2aR9oIvBwY5tM'],
  account_id: [1042],
  alpha2: ['DE'],
  amount: [250],
  answers: [{ 'loss-at-leverage': 'more-than-invested' }],
  attempt: [7],
  auth: ['BTBZMqHH6r4Tts7J_aSIgg'],
  before: [4100, 'D4K7Q2M9X1B5T8V3N6Z'],
  birth_date: ['1987-04-23'],
  challenge: ['Jm4nXq1LdF6sKhPgUe2aR9oIvBwY5tMq3Zr8VbT0yW4'],
  city: ['Berlin'],
  closed_rate: [40_250.5],
  code: ['482913', 'Jm4nXq1LdF6sKhPgUe2aR9oIvBwY5tMq3Zr8VbT0yW4'],
  comments: ['DE02 1203 0000 0000 2020 51'],
  confirm_password: ['correct horse battery'],
  consent_version: ['2026-01'],
  content_base64: ['VGltZSxQb3N0aW5n'],
  country: ['DE'],
  country_id: [276],
  country_long: ['Germany'],
  country_short: ['DE'],
  currencies: ['EUR,USD'],
  currency: ['EUR', 'USD'],
  customer: ['4711'],
  current_password: ['a longer old password'],
  email: ['anna.keller@example.com'],
  endpoint: ['https://push.example.com/send/f7Hk2mQ9'],
  favourite: ['BTCUSD'],
  file_name: ['statement-2026-01-01-2026-01-31.csv'],
  first_name: ['Anna'],
  format: ['csv'],
  from: ['1760000000000', '2026-01-01', '2026-01-01T09:00:00Z'],
  full_name: ['Anna Keller'],
  header: ['{"email":"E-mail"}'],
  forecast: ['2.1 %'],
  importance: [1, '0,1'],
  id: [
    4711,
    '7d5c1f0e-3b7a-4a58-9f6c-2f1f6f0a9c31',
    '4711',
    'D4K7Q2M9X1B5T8V3N6Z',
    '5f0c1a2b3c4d5e6f7a8b9c0d',
  ],
  info: ['{"ip":"203.0.113.7","country_short":"DE"}'],
  ip: ['203.0.113.7'],
  last_name: ['Keller'],
  level: ['Standard'],
  late_symbol: ['BTCUSD'],
  leverage: [10, '1,2,3,5,10'],
  limit: [50, '50'],
  kind: ['deposit-credited'],
  media_type: ['text/csv'],
  message: ['How do I change my telephone number?'],
  name: ['forex', 'Phone'],
  new_password: ['correct horse battery'],
  original_id: ['D4K7Q2M9X1B5T8V3N6Z'],
  open_rate: [40_010.25],
  p256dh: [
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  ],
  part: [0],
  password: ['correct horse battery'],
  phone: ['+493023125000'],
  profile_version: ['5b41362bc82b7f3d56edc5a306db2210'],
  provider: ['paymaxis'],
  profit: [12.5],
  received: ['250.00'],
  reason: ['asked for by telephone'],
  rawId: ['AQIDBAUGBwgJCgsMDQ4PEA'],
  requestId: ['a1f4c7d2'],
  screening_version: ['none:5b41362bc82b7f3d56edc5a306db2210'],
  secret: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  source_page: ['/'],
  state: ['Berlin', 'live'],
  status: ['success'],
  street: ['Invalidenstrasse 116'],
  symbol: ['BTCUSD'],
  compared: ['ETHUSD'],
  text: ['Your deposit of € 250.00 was credited.'],
  time: ['2026-01-31T13:30Z'],
  timeframe: ['1h'],
  title: ['Deposit credited'],
  to: ['1760086400000', '2026-01-31'],
  token: ['q3Zr8VbT0yW4mJ7nXc1LdF6sKhPgUe2aR9oIvBwY5tM'],
  transaction_id: ['D4K7Q2M9X1B5T8V3N6Z'],
  transaction_status: ['Approved'],
  transaction_type: ['Card'],
  uniqid: ['k3v9w2x7'],
  until: ['2026-01-31', '2026-01-31T18:00:00Z'],
  uri: ['otpauth://totp/Halyard:anna.keller@example.com?secret=JBSWY3DPEHPK3PXP'],
  url: ['https://pay.example.com/checkout/8f3c'],
  version: ['2026-01', '7'],
  zip_code: ['10115'],
};
const INSTANT = '2026-01-15T09:30:00.000Z';
const DAY = '2026-01-15';
const INSTANT_NAME = /(?:_at|_date|^at|^date|^updated|^next_open|^next_close)$/;
/**
 * The fields that examples omit. Session tokens belong to the security scheme; sending one in the
 * body or query is the exception. A passkey's assertion replaces the code.
 */
const LEFT_OUT = new Set(['token', 'passkey']);

/**
 * Returns a value that the schema accepts (`input`) or returns (`output`). Optional fields are
 * included, except those of LEFT_OUT.
 */
export function exampleOf(schema: z.ZodMiniType, side: Side): unknown {
  return toExample(z.toJSONSchema(schema, { io: side }), '', DEPTH_MAX);
}

function toExample(schema: Json, name: string, depth: number): unknown {
  if (depth === 0) return null;
  if (Array.isArray(schema['examples'])) return schema['examples'][0] as unknown;
  const known = (BY_NAME[name] ?? []).find((value) => fits(schema, value));
  if (known !== undefined) return known;
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown;
  const variants = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(variants)) return toExample(variants[0] as Json, name, depth);
  return ofType(schema, name, depth);
}

function ofType(schema: Json, name: string, depth: number): unknown {
  const type = typesOf(schema)[0];
  if (type === 'object') return ofObject(schema, depth);
  if (type === 'array') {
    const { items, prefixItems } = schema;
    const each = Array.isArray(prefixItems) ? (prefixItems as Json[]) : [(items ?? {}) as Json];
    // The example ids of a bulk request are the example of a single id.
    return each.map((item) => toExample(item, name.replace(/s$/, ''), depth - 1));
  }
  if (type === 'integer' || type === 'number') return numberOf(schema);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (schema['format'] === 'date') return DAY;
  if (INSTANT_NAME.test(name)) return INSTANT;
  return textOf(schema, name);
}

function ofObject(schema: Json, depth: number): unknown {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  const shown = properties.filter(([field]) => !LEFT_OUT.has(field));
  const keys = (schema['propertyNames'] as Json | undefined)?.['enum'];
  if (Array.isArray(keys)) {
    const value = schema['additionalProperties'] as Json;
    return Object.fromEntries(
      (keys as string[]).map((key) => [key, toExample(value, key, depth - 1)]),
    );
  }
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const isLeftOut = properties.filter(([field]) => LEFT_OUT.has(field) && required.has(field));
  return Object.fromEntries(
    [...shown, ...isLeftOut].map(([field, inner]) => [field, toExample(inner, field, depth - 1)]),
  );
}

function numberOf(schema: Json): number {
  const { minimum, exclusiveMinimum } = schema;
  if (typeof minimum === 'number') return Math.max(minimum, 1);
  return typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 1;
}

function textOf(schema: Json, name: string): string {
  const least = typeof schema['minLength'] === 'number' ? schema['minLength'] : 0;
  const text = name === '' ? 'text' : name;
  return text.padEnd(least, 'x');
}

function typesOf(schema: Json): readonly string[] {
  const { type } = schema;
  return Array.isArray(type) ? (type as string[]) : [String(type)];
}

/**
 * Returns whether a value matches the part of JSON Schema that choosing an example needs; tests
 * check the choice.
 */
function fits(schema: Json, value: unknown): boolean {
  const variants = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(variants)) return variants.some((variant) => fits(variant as Json, value));
  if ('const' in schema) return schema['const'] === value;
  if (Array.isArray(schema['enum'])) return schema['enum'].includes(value);
  if (!typesOf(schema).some((type) => isOfType(type, value))) return false;
  const { pattern } = schema;
  return typeof value !== 'string' || typeof pattern !== 'string'
    ? true
    : new RegExp(pattern, 'u').test(value);
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'object') return typeof value === 'object' && !Array.isArray(value);
  return typeof value === type;
}
