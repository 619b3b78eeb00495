// The server calls of the content screens.
import {
  getPageVersion,
  getSingletonVersion,
  previewPage,
  previewSingleton,
} from '@halyard/contract/backoffice/content-pages';
import type { Resource } from '@halyard/contract/backoffice/resource';
import type { Language } from '@halyard/contract/config';
import type { ReplyOf } from '@halyard/contract/route';
import { assertPresent } from '@halyard/core/assertion';
import * as z from 'zod/mini';
import type { CallResult } from '#data/http/call.ts';
import { callDeclared, staffCall } from '#data/auth/staff.ts';
import { toProblems, type Document } from './content-form.ts';
import { orThrow } from '../lists/list-calls.ts';

const Row = z.object({
  id: z.string(),
  slug: z.optional(z.string()),
  title: z.optional(z.string()),
  published: z.optional(z.boolean()),
  version: z.int(),
  online_version: z.nullable(z.int()),
  draft: z.optional(z.boolean()),
  data: z.record(z.string(), z.unknown()),
  versions: z.array(
    z.object({
      version: z.int(),
      saved_at: z.string(),
      saved_by: z.string(),
      saved_by_name: z.nullable(z.string()),
    }),
  ),
});
export type ContentRow = z.infer<typeof Row>;

export type PreviewAnswer = ReplyOf<typeof previewPage>;
export type VersionAnswer = ReplyOf<typeof getPageVersion>;

/** The resource and the record's id; undefined for a new page. */
export type Subject = { readonly resource: Resource; readonly id: string | undefined };

export async function readRow({ resource, id }: Subject): Promise<ContentRow> {
  return Row.parse(orThrow(await callDeclared(resource.get, { params: { id } })));
}

export async function readPreview(
  { resource, id }: Subject,
  body: { readonly data: Document; readonly language: Language },
): Promise<PreviewAnswer> {
  const sent = { ...body, data: { ...body.data } };
  return orThrow(
    resource.shape.name === 'pages'
      ? await staffCall(previewPage, { body: sent })
      : await staffCall(previewSingleton, { params: { id: id ?? '' }, body: sent }),
  );
}

export async function readVersion(
  { resource, id = '' }: Subject,
  version: number,
): Promise<VersionAnswer> {
  const params = { id, version };
  return orThrow(
    resource.shape.name === 'pages'
      ? await staffCall(getPageVersion, { params })
      : await staffCall(getSingletonVersion, { params }),
  );
}

/** Executes an action of the resource; the document's errors are named by field. */
export async function actOn(
  { resource, id }: Subject,
  name: string,
  body: Readonly<Record<string, unknown>>,
): Promise<CallResult<unknown>> {
  const route = assertPresent(resource.actions[name], `${name} has a route`);
  const params = id === undefined ? {} : { params: { id } };
  const result = await callDeclared(route, { ...params, body });
  return result.kind === 'refusal' ? { ...result, errors: toProblems(result.errors) } : result;
}
