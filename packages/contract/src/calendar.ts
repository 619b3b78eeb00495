// The economic calendar: upcoming and published figures.
import { DAY_MS } from '@halyard/core/time';
import * as z from 'zod/mini';
import { defineRoute } from './route.ts';
import { Id, Instant, InstantMs } from './wire.ts';

/** The importance of an economic event: low, medium, high. */
export const IMPORTANCES = [-1, 0, 1] as const;
export type Importance = (typeof IMPORTANCES)[number];
/** The maximum number of economic events per request, earliest first. */
export const CALENDAR_EVENTS_MAX = 500;
export const CALENDAR_SPAN_MS_MAX = 62 * DAY_MS;

export const CalendarEvent = z.object({
  id: Id,
  at: Instant,
  /** The currency of the economy, as three letters. */
  currency: z.string(),
  importance: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  title: z.string(),
  /** The published figure with its unit; null if there is none yet. */
  actual: z.nullable(z.string()),
  forecast: z.nullable(z.string()),
  previous: z.nullable(z.string()),
});
export type CalendarEvent = z.infer<typeof CalendarEvent>;

type Span = { readonly from: number; readonly to: number };

export const listCalendarEvents = defineRoute({
  method: 'GET',
  path: '/api/calendar',
  summary:
    'The economic events of a span of at most 62 days, the earliest first: of all currencies and importances unless some are named.',
  access: 'public',
  rate: 'ordinary',
  query: z
    .strictObject({
      from: InstantMs,
      /** The end of the period, exclusive. */
      to: InstantMs,
      currencies: z.optional(
        z
          .string()
          .check(
            z.regex(/^[A-Z]{3}(?:,[A-Z]{3}){0,29}$/, 'must be at most 30 currencies: EUR,USD'),
          ),
      ),
      importance: z.optional(
        z.string().check(z.regex(/^(?:-1|0|1)(?:,(?:-1|0|1)){0,2}$/, 'must be some of -1,0,1')),
      ),
    })
    .check(
      z.refine<Span>(({ from, to }) => from < to, { path: ['to'], message: 'must be after from' }),
      z.refine<Span>(({ from, to }) => to - from <= CALENDAR_SPAN_MS_MAX, {
        path: ['to'],
        message: 'must be at most 62 days after from',
      }),
    ),
  reply: z.array(CalendarEvent),
  /** 'not-found': the operator has switched the calendar off. */
  rejections: ['not-found'],
});
