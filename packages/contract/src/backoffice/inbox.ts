// Messages from visitors: the contact form, and forms on the pages.
import * as z from 'zod/mini';
import { Id, Instant } from '../wire.ts';
import { defineResource, field, PathId, QueryFlag } from './resource.ts';
import { allow } from './roles.ts';

const READ = allow('support');
const FORM_LENGTH_MAX = 64;

const HANDLED = {
  done_at: field(z.nullable(Instant), READ),
  done_by: field(z.nullable(z.string()), READ),
};
const DONE = {
  done: {
    label: 'Mark as done',
    isPrimary: true,
    when: [{ done_at: 'empty' }],
    undo: 'reopen',
    summary: 'Marks the message as handled.',
    roles: READ,
    on: 'one',
    many: true,
    input: {},
    reply: { changed: z.boolean() },
    rejections: [],
  },
  reopen: {
    when: [{ done_at: 'set' }],
    undo: 'done',
    summary: 'Puts the message back on the work list.',
    roles: READ,
    on: 'one',
    many: true,
    input: {},
    reply: { changed: z.boolean() },
    rejections: [],
  },
} as const;

export const contactMessages = defineResource({
  name: 'contact-messages',
  title: 'Contact messages',
  one: 'Contact message',
  group: 'messages',
  heading: ['first_name', 'last_name'],
  brief: ['last_name', 'created_at'],
  queues: [{ name: 'open', text: 'open', filter: { done: '0' }, urgency: 3 }],
  id: PathId,
  read: READ,
  row: {
    id: field(Id, READ),
    first_name: field(z.string(), READ),
    last_name: field(z.string(), READ),
    email: field(z.string(), READ),
    phone: field(z.string(), READ),
    created_at: field(Instant, READ),
    ...HANDLED,
  },
  detail: { message: field(z.string(), READ) },
  search: ['email'],
  filters: { done: { schema: QueryFlag, fields: ['done_at'] } },
  sorts: ['id'],
  order: 'desc',
  export: READ,
  actions: DONE,
});

export const formEntries = defineResource({
  name: 'form-entries',
  title: 'Form submissions',
  one: 'Form submission',
  group: 'messages',
  brief: ['form', 'created_at'],
  queues: [{ name: 'open', text: 'open', filter: { done: '0' }, urgency: 3 }],
  id: PathId,
  read: READ,
  row: {
    id: field(Id, READ),
    form: field(z.string(), READ),
    created_at: field(Instant, READ),
    ...HANDLED,
  },
  /** The visitor's entries by form field. */
  detail: { data: field(z.record(z.string(), z.string()), READ) },
  search: [],
  filters: {
    form: {
      schema: z.string().check(z.minLength(1), z.maxLength(FORM_LENGTH_MAX)),
      fields: ['form'],
    },
    done: { schema: QueryFlag, fields: ['done_at'] },
  },
  sorts: ['id'],
  order: 'desc',
  export: READ,
  actions: DONE,
});
