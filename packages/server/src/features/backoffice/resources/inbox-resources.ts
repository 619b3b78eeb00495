import { contactMessages, formEntries } from '@halyard/contract/backoffice/inbox';
import { sql } from 'kysely';
import { finishMessage } from '#features/content/content.ts';
import type { Inbox } from '#features/content/content.ts';
import { ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { bindResource, startsWith } from '../frame/frame.ts';
import type { FrameDeps, ListSource } from '../frame/frame.ts';

const HANDLED = {
  created_at: z.date(),
  done_at: z.nullable(z.date()),
  done_by: z.nullable(z.string()),
};
const StoredMessage = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  ...HANDLED,
});
const StoredEntry = z.object({ id: z.int(), form: z.string(), ...HANDLED });
const Message = z.object({ message: z.string() });
const Data = z.object({ data: z.record(z.string(), z.string()) });

const ID = { by: sql`id`, type: 'bigint' } as const;
const EMAIL = sql`email collate "C"`;
/**
 * Filters by whether a message is handled, in the form that the index of unhandled messages can
 * answer.
 */
const done = (value: '0' | '1') =>
  value === '1' ? sql`done_at is not null` : sql`done_at is null`;

export const messageList = {
  select: sql`id, first_name, last_name, email, phone, created_at, done_at, done_by`,
  from: sql`contact_messages`,
  key: ID,
  sorts: { id: ID },
  filters: { done },
  search: {
    email: (text) =>
      sql`select id from contact_messages where ${startsWith(EMAIL, text.toLowerCase())}`,
  },
  toRow: (record) => toHandled(z.parse(StoredMessage, record)),
} satisfies ListSource<unknown>;

export const entryList = {
  select: sql`id, form, created_at, done_at, done_by`,
  from: sql`content_submissions`,
  key: ID,
  sorts: { id: ID },
  filters: { form: (value: string) => sql`form = ${value}`, done },
  search: {},
  toRow: (record) => toHandled(z.parse(StoredEntry, record)),
} satisfies ListSource<unknown>;

export function contactMessagesResource(deps: FrameDeps): readonly RouteBinding[] {
  return bindResource(deps, contactMessages, {
    list: messageList,
    detail: {
      message: async (id) => {
        const found = await deps.db.query('select message from contact_messages where id = $1', [
          id,
        ]);
        return z.parse(Message, found[0]).message;
      },
    },
    actions: finishActions(deps, 'contact_messages'),
  });
}

export function formEntriesResource(deps: FrameDeps): readonly RouteBinding[] {
  return bindResource(deps, formEntries, {
    list: entryList,
    detail: {
      data: async (id) => {
        const [row] = await deps.db.query('select data from content_submissions where id = $1', [
          id,
        ]);
        return z.parse(Data, row).data;
      },
    },
    actions: finishActions(deps, 'content_submissions'),
  });
}

function finishActions(deps: FrameDeps, inbox: Inbox) {
  const finish = (isDone: boolean) => async (message: { id: number; actor: string }) =>
    ok({ changed: await finishMessage(deps, { inbox, isDone, ...message }) });
  return { done: finish(true), reopen: finish(false) };
}

type Handled = { readonly created_at: Date; readonly done_at: Date | null };

function toHandled<Row extends Handled>(row: Row) {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    done_at: row.done_at?.toISOString() ?? null,
  };
}
