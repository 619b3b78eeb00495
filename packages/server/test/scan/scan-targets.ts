// What the scanners are given: every public route, the lists of the back office, and the reading
// operations of the public API, each with values that pass its schema.
import { RESOURCES } from '@halyard/contract/backoffice/resources';
import { exampleOf } from '@halyard/contract/openapi/example';
import type { Route } from '@halyard/contract/route';
import { ROUTES } from '@halyard/contract/testing/routes';
import { OPERATIONS } from '@halyard/contract/v1/operations';
import { V1_ROOT, type Operation } from '@halyard/contract/v1/operation';
import type * as z from 'zod/mini';

export type ScanTarget = {
  readonly name: string;
  /** Path and query; a star marks a part of the path that is tested as well. */
  readonly path: string;
  readonly json?: string;
  readonly token?: string;
};

export type ScanKeys = {
  readonly staff: string;
  readonly apiKey: string;
  readonly account: string;
};

/** Values that reach the database, where the example of the documentation would not. */
const REACHING: Readonly<Record<string, string>> = {
  symbol: 'BTCUSD',
  symbols: 'BTCUSD,ETHUSD',
  timeframe: '1h',
  from: '2024-01-01T00:00:00Z',
  to: '2024-01-02T00:00:00Z',
  until: '2024-01-31',
  limit: '10',
};
/** A place in a list that this program did not give is rejected before anything is read. */
const PLACES = ['cursor', 'after'];

export function listTargets(keys: ScanKeys): readonly ScanTarget[] {
  const open = ROUTES.filter(({ access }) => access === 'public');
  const reading = OPERATIONS.filter(({ method }) => method === 'GET');
  return [
    ...open.flatMap((route) => toTargets(route)),
    ...RESOURCES.flatMap(({ list }) => toTargets(list, { token: keys.staff })),
    ...reading.flatMap((operation) =>
      toTargets(
        { ...operation, path: `${V1_ROOT}${operation.path}` },
        { token: keys.apiKey, account: keys.account },
      ),
    ),
  ];
}

type Declared = Pick<Route | Operation, 'method' | 'params' | 'query' | 'body'> & {
  readonly path: string;
  readonly file?: unknown;
};

/**
 * Returns one target for the query or body, and one for the path, whose parts are marked: sqlmap
 * tests either the marked parts or the others. What takes nothing has nothing to be tested.
 */
function toTargets(
  { method, path, params, query, body, file }: Declared,
  { token, account }: { readonly token?: string; readonly account?: string } = {},
): readonly ScanTarget[] {
  if (file !== undefined && method === 'POST') return [];
  const name = `${method} ${path}`;
  const given = { ...fieldsOf(params), ...(account === undefined ? {} : { account_id: account }) };
  const asked = toQuery(fieldsOf(query));
  const json = body === undefined ? {} : { json: JSON.stringify(exampleOf(body, 'input')) };
  const common = { ...json, ...(token === undefined ? {} : { token }) };
  const filled = fill(path, given);
  return [
    ...(asked === '' && body === undefined
      ? []
      : [{ name, path: filled.replaceAll('*', '') + asked, ...common }]),
    ...(filled === path ? [] : [{ name: `${name} (path)`, path: filled + asked, ...common }]),
  ];
}

type Fields = Record<string, string>;

function fieldsOf(schema: z.ZodMiniType | undefined): Fields {
  if (schema === undefined) return {};
  const example = exampleOf(schema, 'input') as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(example)
      .filter(([name]) => !PLACES.includes(name))
      .map(([name, value]) => [name, REACHING[name] ?? String(value)]),
  );
}

function fill(path: string, params: Readonly<Fields>): string {
  return path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => `${encodeURIComponent(params[name] ?? '1')}*`,
  );
}

function toQuery(query: Readonly<Fields>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}
