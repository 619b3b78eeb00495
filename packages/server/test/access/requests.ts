// Requests made from a route of the contract alone: its example, with somebody's ids where it takes
// ids, and the caller's token where a token stands.
import { exampleOf } from '@halyard/contract/openapi/example';
import type { Route } from '@halyard/contract/route';
import * as z from 'zod/mini';

import { jpeg } from '../documents/sample-files.ts';
import type { TestServer } from '../support/start-server.ts';
import type { Household } from './household.ts';

type Fields = Readonly<Record<string, unknown>>;
type Json = Readonly<Record<string, unknown>>;

/** What one request carries; `token` goes where the route wants it. */
export type RouteRequest = {
  readonly route: Route;
  readonly params: Fields;
  readonly query: Fields;
  readonly body: Fields;
};

export type Where = 'header' | 'input';
export type Credential = { readonly token: string; readonly where: Where };

/** One request for each id of the household that the route could be asked about, at least one. */
export function requestsAbout(route: Route, household: Household): readonly RouteRequest[] {
  const base = {
    params: toFields(route.params),
    query: toFields(route.query),
    body: toFields(route.body),
  };
  const mine = { email: household.email, ref: household.uniqid };
  const body = { ...base.body, ...pick(mine, base.body) };
  const places = [
    { place: 'body', schema: route.body },
    { place: 'query', schema: route.query },
    { place: 'params', schema: route.params },
  ] as const;
  const requests = places.flatMap(({ place, schema }) =>
    fieldsOf(schema).flatMap(([name, property]) =>
      idsFor(name, property, household).map((id) => {
        const request = { route, ...base, body };
        return { ...request, [place]: { ...request[place], [name]: id } };
      }),
    ),
  );
  return requests.length === 0 ? [{ route, ...base, body }] : requests;
}

/** Whether a field of the route names something that belongs to somebody. */
export function takesId(route: Route, household: Household): boolean {
  return [route.body, route.query, route.params].some((schema) =>
    fieldsOf(schema).some(([name, property]) => idsFor(name, property, household).length > 0),
  );
}

export async function sendRequest(
  server: TestServer,
  request: RouteRequest,
  credential: Credential | undefined,
): Promise<{ readonly status: number; readonly text: string }> {
  const { route } = request;
  const place = placeOfToken(route, credential);
  const params = { ...request.params, ...(place === 'params' ? tokenOf(credential) : {}) };
  const query = { ...request.query, ...(place === 'query' ? tokenOf(credential) : {}) };
  const body = { ...request.body, ...(place === 'body' ? tokenOf(credential) : {}) };
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(textOf((params as Fields)[name])),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, textOf(value)]),
  ).toString();
  const address = `${server.url}${path}${search === '' ? '' : `?${search}`}`;
  const response = await fetch(address, {
    method: route.method,
    headers: {
      ...(place === 'header' && credential !== undefined
        ? { authorization: `Bearer ${credential.token}` }
        : {}),
      ...(route.method === 'POST' && route.file === undefined
        ? { 'content-type': 'application/json' }
        : {}),
    },
    ...(route.method === 'POST' ? { body: toBody(route, body) } : {}),
  });
  return { status: response.status, text: await response.text() };
}

function toBody(route: Route, fields: Fields): string | FormData {
  if (route.file === undefined) return JSON.stringify(fields);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, textOf(value));
  form.append(route.file.name, new File([new Uint8Array(jpeg())], 'a.jpg', { type: 'image/jpeg' }));
  return form;
}

/** In the path where the route has it there: then it is the session's in any case. */
function placeOfToken(
  route: Route,
  credential: Credential | undefined,
): 'params' | 'query' | 'body' | 'header' {
  if (route.path.includes('{token}')) return 'params';
  if (credential?.where !== 'input') return 'header';
  return route.method === 'GET' ? 'query' : 'body';
}

function tokenOf(credential: Credential | undefined): Fields {
  return credential === undefined ? {} : { token: credential.token };
}

function idsFor(name: string, property: Json, { ids }: Household): readonly unknown[] {
  if (name === 'country_id') return [];
  if (property['type'] === 'integer' && property['exclusiveMinimum'] === 0) return ids.number;
  if (property['format'] === 'uuid') return ids.uuid;
  return textOf(property['pattern']).startsWith('^[DW]') ? ids.transaction : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function fieldsOf(schema: z.ZodMiniType | undefined): readonly (readonly [string, Json])[] {
  if (schema === undefined) return [];
  const { properties } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties ?? {}) as (readonly [string, Json])[];
}

function toFields(schema: z.ZodMiniType | undefined): Fields {
  return schema === undefined ? {} : (exampleOf(schema, 'input') as Fields);
}

function pick(values: Fields, names: Fields): Fields {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in names));
}
