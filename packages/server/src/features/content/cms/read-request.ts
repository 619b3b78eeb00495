// Reads a request like Cockpit v1: query, form body and JSON body are one set of parameters, and
// names with brackets are records.
import { hasNul } from '#platform/http/http.ts';
import type { RawCall } from '#platform/http/http.ts';
import { isRecord } from './model.ts';

const NAMES_MAX = 200;
const NAME_DEPTH_MAX = 6;
const VALUE_DEPTH_MAX = 32;

export type CmsRequest = {
  /** The path after `/api/collections/` and the like. */
  readonly segments: readonly string[];
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly token: string | undefined;
};

/** Parses a request; undefined for an unreadable body. */
export function readRequest(call: RawCall): CmsRequest | undefined {
  const body = readBody(call);
  if (body === undefined) return undefined;
  const fromQuery = toBooleans(parseNames(call.query));
  const parameters = { ...fromQuery, ...body };
  if (hasNul(parameters) || isTooDeep(parameters)) return undefined;
  return {
    segments: (call.params['*'] ?? '').split('/').filter((part) => part !== ''),
    parameters,
    token: findToken(call, parameters),
  };
}

function readBody({ contentType, body }: RawCall): Record<string, unknown> | undefined {
  if (body.length === 0) return {};
  const text = body.toString('utf8');
  if (contentType.includes('application/x-www-form-urlencoded')) {
    return parseNames(new URLSearchParams(text));
  }
  if (!contentType.includes('application/json')) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : {};
  } catch {
    return undefined;
  }
}

/** Parses names with brackets: `filter[published]=1` is a record `filter`. */
function parseNames(given: URLSearchParams): Record<string, unknown> {
  const parsed = createRecord();
  for (const [name, value] of [...given].slice(0, NAMES_MAX)) {
    const [first = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''));
    const path = [first, ...rest].slice(0, NAME_DEPTH_MAX);
    const last = path.pop() ?? '';
    let record = parsed;
    for (const part of path) {
      const inner = record[part];
      const next: Record<string, unknown> = isRecord(inner) ? inner : createRecord();
      record[part] = next;
      record = next;
    }
    record[last] = value;
  }
  return parsed;
}

/** Creates a record without prototype, because visitors choose the names. */
function createRecord(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

/** Converts the texts of booleans. Only a query string needs it; JSON has types. */
function toBooleans(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      if (value === 'true' || value === 'false') return [name, value === 'true'];
      return [name, isRecord(value) ? toBooleans(value) : value];
    }),
  );
}

function isTooDeep(input: unknown): boolean {
  let level: unknown[] = [input];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > VALUE_DEPTH_MAX) return true;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
    );
  }
  return false;
}

/** Finds the token: as a parameter, else in Cockpit's own header, else as a bearer token. */
function findToken(
  { headers }: RawCall,
  parameters: Readonly<Record<string, unknown>>,
): string | undefined {
  const { token } = parameters;
  if (typeof token === 'string' && token !== '') return token;
  const own = headers['cockpit-token'];
  if (typeof own === 'string' && own !== '') return own;
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
}
