// What may come instead of a value, after the list of hazards that OWASP ASVS 5.0 asks to be tried,
// and the places of a good request that each is put into.

/** JSON text, for some of it no JavaScript value would write. */
export const BAD_VALUES: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '-0',
  '1.005',
  '1e-9',
  '1e309',
  '-1e309',
  '9007199254740993',
  '123456789012345678901234567890',
  '[]',
  '[[]]',
  '[null]',
  '{}',
  '{"$gt":""}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":"x","valueOf":1}',
  '""',
  '" "',
  '"0"',
  '"-1"',
  '"1e400"',
  '"NaN"',
  '"0x10"',
  '"30;"',
  '"null"',
  // A year that JavaScript has and PostgreSQL has not.
  '"0000-01-01"',
  '"__proto__"',
  '"constructor"',
  '"../../../etc/passwd"',
  `"' or '1'='1"`,
  '"<script>alert(1)</script>"',
  '"a\\r\\nBcc: x@example.com"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\u202eabc"',
  '"\\ud800"',
  '"\\ufeff"',
  '"\\u0130\\ud83d\\udc68\\u200d\\ud83d\\udc69\\u200d\\ud83d\\udc66"',
  JSON.stringify('x'.repeat(20_000)),
  JSON.stringify('Ω'.repeat(5_000)),
];

const STAND_IN = 'put-the-bad-value-here';

export type Spoilt = {
  /** Such as 'response.id'. */
  readonly field: string;
  /** The whole, as JSON text. */
  readonly text: string;
};

/** The good value with each bad one in the place of each of its fields, nested ones too. */
export function spoil(good: Readonly<Record<string, unknown>>): readonly Spoilt[] {
  return fieldsOf(good).flatMap((path) => {
    const text = JSON.stringify(replaced(good, path));
    return BAD_VALUES.map((bad) => ({
      field: path.join('.'),
      text: text.replace(JSON.stringify(STAND_IN), () => bad),
    }));
  });
}

/** What is wrong with the whole: fields too many, of dangerous names, and the same name twice. */
export function overload(good: Readonly<Record<string, unknown>>): readonly Spoilt[] {
  const text = JSON.stringify(good);
  const rest = text === '{}' ? '}' : `,${text.slice(1)}`;
  return [
    ...['__proto__', 'constructor', 'prototype', 'unknown', 'isAdmin', 'balance', 'verified'].map(
      (name) => ({ field: name, text: `{${JSON.stringify(name)}:{"isAdmin":true}${rest}` }),
    ),
    { field: 'whole', text: '[]' },
    { field: 'whole', text: 'null' },
    { field: 'whole', text: '"text"' },
    { field: 'whole', text: '1' },
    { field: 'whole', text: `[${text}]` },
    { field: 'whole', text: `${'['.repeat(5_000)}${']'.repeat(5_000)}` },
  ];
}

/** The same name twice; JSON lets the last one win. */
export function doubled(good: Readonly<Record<string, unknown>>): readonly Spoilt[] {
  return Object.keys(good).map((field) => ({
    field,
    text: `{${JSON.stringify(field)}:{"a":[]},${JSON.stringify(good).slice(1)}`,
  }));
}

function fieldsOf(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [name],
    ...fieldsOf(inner).map((path) => [name, ...path]),
  ]);
}

function replaced(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return STAND_IN;
  const record = value as Readonly<Record<string, unknown>>;
  return { ...record, [name]: replaced(record[name], rest) };
}
