// Validates input against a schema and reports one plain text per field: the server's `errors` and
// the browser's form show the same words.
import * as z from 'zod/mini';

const FIELDS_MAX = 20;
const FIELD_NAME_LENGTH_MAX = 64;
/**
 * The message for problems without a text of our own, whatever language another module has set for
 * zod.
 */
const NO_TEXT = 'Invalid input';

type Issue = z.core.$ZodIssue;

export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: Readonly<Record<string, string>> };

/**
 * Accepts any value. Returns the parsed value, or the first problem of each field: `a.b` for a
 * nested one, 'body' for the whole; at most FIELDS_MAX.
 */
export function parseInput<const Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): Parsed<z.infer<Schema>> {
  const result = z.safeParse(schema, input, { reportInput: true, error: () => NO_TEXT });
  if (result.success) return { ok: true, value: result.data };
  const texts = new Map<string, string>();
  for (const [field, text] of result.error.issues.flatMap(fieldTexts)) {
    if (!texts.has(field) && texts.size < FIELDS_MAX) texts.set(field, text);
  }
  return { ok: false, errors: Object.fromEntries(texts) };
}

function fieldTexts(issue: Issue): readonly (readonly [string, string])[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, FIELDS_MAX)
      .map((key) => [fieldName([...issue.path, key]), 'is not a known field'] as const);
  }
  return [[fieldName(issue.path), issueText(issue)]];
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'body' : path.map(String).join('.').slice(0, FIELD_NAME_LENGTH_MAX);
}

function issueText(issue: Issue): string {
  if (issue.message !== NO_TEXT) return issue.message;
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') {
    return 'This field is required';
  }
  if (issue.code === 'invalid_type') return `must be ${withArticle(issue.expected)}`;
  if (issue.code === 'invalid_value') {
    return `must be ${issue.values.slice(0, FIELDS_MAX).map(String).join(' or ')}`;
  }
  if (issue.code === 'too_small') return tooSmallText(issue);
  if (issue.code === 'too_big') return tooBigText(issue);
  return 'is not valid';
}

function tooSmallText(issue: z.core.$ZodIssueTooSmall): string {
  if (issue.origin === 'string') {
    return issue.minimum === 1
      ? 'This field is required'
      : `has minimum ${issue.minimum} characters`;
  }
  return `must be ${issue.inclusive === true ? 'at least' : 'above'} ${issue.minimum}`;
}

function tooBigText(issue: z.core.$ZodIssueTooBig): string {
  return issue.origin === 'string'
    ? `has maximum ${issue.maximum} characters`
    : `must be at most ${issue.maximum}`;
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
