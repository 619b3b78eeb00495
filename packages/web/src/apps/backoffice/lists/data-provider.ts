// The react-admin data provider. Changes are actions with a reason (action-dialog.tsx), so it has
// no create, update or delete.
import { PAGE_ROWS } from '@halyard/contract/backoffice/resource';
import { HttpError, type DataProvider } from 'react-admin';
import * as z from 'zod/mini';
import type { CallResult } from '#data/http/call.ts';
import { callDeclared } from '#data/auth/staff.ts';
import { createPageReader, type ListPage } from '../content/page-reader.ts';
import { findResource } from '../names.ts';
import { TEXTS } from '../texts.ts';

const Row = z.looseObject({ id: z.union([z.number(), z.string()]) });
const Page = z.object({ rows: z.array(Row), next: z.nullable(z.string()) });

export type Filter = Readonly<Record<string, unknown>>;
type Params = {
  readonly filter?: unknown;
  readonly sort?: { readonly field: string; readonly order: string };
};

/** The list query without its page cursor; empty values don't filter. */
export function toSelection({ filter, sort }: Params): Record<string, string> {
  const given = Object.entries((filter ?? {}) as Filter)
    .map(([name, value]) => [name, String(value).trim()] as const)
    .filter(([, value]) => value !== '');
  const sorted =
    sort === undefined ? {} : { sort: sort.field, order: sort.order === 'ASC' ? 'asc' : 'desc' };
  return { ...Object.fromEntries(given), ...sorted };
}

export function createDataProvider(): DataProvider {
  const reader = createPageReader(async (resource, query): Promise<ListPage> => {
    const route = findResource(resource)?.list;
    if (route === undefined) throw new Error(`no resource ${resource}`);
    return Page.parse(orThrow(await callDeclared(route, { query })));
  });
  const getOne = async (resource: string, { id }: { readonly id: unknown }) => {
    const route = findResource(resource)?.get;
    if (route === undefined) throw new Error(`no resource ${resource}`);
    return { data: Row.parse(orThrow(await callDeclared(route, { params: { id } }))) };
  };
  return {
    async getList(resource, { pagination, sort, filter }) {
      const { page = 1, perPage = PAGE_ROWS } = pagination ?? {};
      const selection = toSelection({ filter, ...(sort === undefined ? {} : { sort }) });
      const read = await reader.read({ resource, selection, page, perPage });
      const pageInfo = { hasNextPage: read.next !== null, hasPreviousPage: page > 1 };
      return { data: [...read.rows], pageInfo };
    },
    getOne,
    async getMany(resource, { ids }) {
      const found = await Promise.all(ids.map(async (id) => await getOne(resource, { id })));
      return { data: found.map(({ data }) => data) };
    },
    getManyReference: refuse,
    create: refuse,
    update: refuse,
    updateMany: refuse,
    delete: refuse,
    deleteMany: refuse,
  } as DataProvider;
}

/** Returns the error as text. */
export function failureText(result: Exclude<CallResult<unknown>, { kind: 'data' }>): string {
  if (result.kind === 'failure') return TEXTS.noAnswer;
  const errors = Object.entries(result.errors).map(([name, text]) => `${name} ${text}`);
  return [result.message, ...errors].join(' · ');
}

function orThrow(result: CallResult<unknown>): unknown {
  if (result.kind === 'data') return result.data;
  throw new HttpError(failureText(result), result.kind === 'refusal' ? result.status : 0);
}

async function refuse(): Promise<never> {
  await Promise.resolve();
  throw new Error('what changes anything is an action');
}
