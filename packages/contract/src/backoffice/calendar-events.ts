// The economic calendar, edited by staff.
import * as z from 'zod/mini';
import { IMPORTANCES } from '../calendar.ts';
import { Id, Instant, PlainLine } from '../wire.ts';
import { defineResource, field, PathId, QueryDay } from './resource.ts';
import { allow } from './roles.ts';

export const EVENT_TITLE_LENGTH_MAX = 120;
export const EVENT_FIGURE_LENGTH_MAX = 24;
export const EVENT_FILE_LENGTH_MAX = 500_000;
const FILE_BYTES_MAX = 1_048_576;

const READ = allow('content');
const Importance = z.literal(IMPORTANCES);
const Currency = z.string().check(z.regex(/^[A-Z]{3}$/, 'must be three capital letters'));
const Figure = z.nullable(PlainLine(EVENT_FIGURE_LENGTH_MAX));
const Figures = { importance: Importance, actual: Figure, forecast: Figure, previous: Figure };

export const calendarEvents = defineResource({
  name: 'calendar-events',
  title: 'Calendar events',
  one: 'Calendar event',
  group: 'content',
  brief: ['at', 'currency', 'title'],
  heading: ['title'],
  id: PathId,
  read: READ,
  row: {
    id: field(Id, READ),
    at: field(Instant, READ),
    currency: field(z.string(), READ),
    importance: field(Importance, READ),
    title: field(z.string(), READ),
    actual: field(z.nullable(z.string()), READ),
    forecast: field(z.nullable(z.string()), READ),
    previous: field(z.nullable(z.string()), READ),
  },
  detail: {},
  search: ['title'],
  filters: {
    currency: { schema: Currency, fields: ['currency'] },
    importance: { schema: z.enum(['-1', '0', '1']), fields: ['importance'] },
    from: { schema: QueryDay, fields: ['at'] },
    /** The last day of the period, inclusive. */
    until: { schema: QueryDay, fields: ['at'] },
  },
  sorts: ['at', 'id'],
  order: 'desc',
  export: READ,
  actions: {
    create: {
      label: 'Add an event',
      summary:
        'Adds an event, or updates the figures of the event with the same time, currency and title.',
      roles: READ,
      on: 'all',
      input: {
        time: z
          .string()
          .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/, 'must be 2026-12-31T13:30Z')),
        currency: Currency,
        title: PlainLine(EVENT_TITLE_LENGTH_MAX),
        ...Figures,
      },
      reply: {},
      rejections: [],
    },
    change: {
      undo: 'change',
      summary: 'Sets importance and figures. To change time or title, add a new event.',
      roles: READ,
      on: 'one',
      input: Figures,
      reply: {},
      rejections: [],
    },
    remove: {
      summary: 'Removes an event from the calendar.',
      roles: READ,
      on: 'one',
      input: {},
      reply: {},
      rejections: [],
    },
    import: {
      label: 'Import events',
      summary:
        'Adds the events of a CSV file with the columns time, currency, importance, title, actual, forecast, previous: all of them or none.',
      roles: READ,
      on: 'all',
      input: { csv: z.string().check(z.minLength(1), z.maxLength(EVENT_FILE_LENGTH_MAX)) },
      bodyBytesMax: FILE_BYTES_MAX,
      reply: { events: z.int() },
      rejections: [],
    },
  },
});
