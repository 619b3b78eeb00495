// Reads lists and records of any resource.
import type { Resource } from '@halyard/contract/backoffice/resource';
import * as z from 'zod/mini';
import { callDeclared } from '#data/auth/staff.ts';
import type { CallResult } from '#data/http/call.ts';
import { createPageReader, type ListPage } from '../content/page-reader.ts';
import { findResource, labelOf } from '../names.ts';
import { phraseText, rejectionText } from '../rejection-texts.ts';
import { TEXTS } from '../texts.ts';

const Row = z.looseObject({ id: z.union([z.number(), z.string()]) });
const Page = z.object({ rows: z.array(Row), next: z.nullable(z.string()) });

export type Row = { readonly id: string | number; readonly [name: string]: unknown };
export type Filter = Readonly<Record<string, string>>;
export type Sort = { readonly field: string; readonly order: 'asc' | 'desc' };
type Selection = { readonly filter: Filter; readonly sort: Sort };
export type ListRequest = Selection & {
  readonly resource: Resource;
  readonly page: number;
  readonly perPage: number;
};

/** An error reply of the server with its status; 0 if no reply arrived. */
export class CallError extends Error {
  readonly status: number;
  constructor(result: Failed) {
    super(failureText(result));
    this.status = result.kind === 'refusal' ? result.status : 0;
  }
}

type Failed = Exclude<CallResult<unknown>, { kind: 'data' }>;

const reader = createPageReader(async (name, query): Promise<ListPage> => {
  const route = findResource(name)?.list;
  if (route === undefined) throw new Error(`no resource ${name}`);
  return Page.parse(orThrow(await callDeclared(route, { query })));
});

/** The list query without its page cursor; empty values don't filter. */
export function toSelection({ filter, sort }: Selection): Record<string, string> {
  const given = Object.entries(filter)
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([, value]) => value !== '');
  return { ...Object.fromEntries(given), sort: sort.field, order: sort.order };
}

export async function readList({ resource, page, perPage, ...list }: ListRequest) {
  const selection = toSelection(list);
  return await reader.read({ resource: resource.shape.name, selection, page, perPage });
}

export async function readRecord({ get }: Resource, id: string): Promise<Row> {
  return Row.parse(orThrow(await callDeclared(get, { params: { id } })));
}

/** Returns the error as text. */
export function failureText(result: Failed): string {
  if (result.kind === 'failure') return TEXTS.noAnswer;
  const errors = Object.entries(result.errors).map(
    ([name, text]) => `${labelOf(name)} ${phraseText(text)}`,
  );
  return [rejectionText(result), ...errors].join(' · ');
}

export function orThrow<Data>(result: CallResult<Data>): Data {
  if (result.kind === 'data') return result.data;
  throw new CallError(result);
}
