import { calendarEvents } from '@halyard/contract/backoffice/calendar-events';
import { IMPORTANCES } from '@halyard/contract/calendar';
import { sql } from 'kysely';
import { readEvent } from '#features/calendar/calendar.ts';
import type { NewEvent } from '#features/calendar/calendar.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { bindResource, startsWith } from '../frame/frame.ts';
import type { FrameDeps, ListSource } from '../frame/frame.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

const PROBLEMS_SHOWN_MAX = 20;

const Stored = z.object({
  id: z.int(),
  at: z.date(),
  currency: z.string(),
  importance: z.literal(IMPORTANCES),
  title: z.string(),
  actual: z.nullable(z.string()),
  forecast: z.nullable(z.string()),
  previous: z.nullable(z.string()),
});
const Identity = z.object({ at: z.date(), currency: z.string(), title: z.string() });

const ID = { by: sql`id`, type: 'bigint' } as const;
const TITLE = sql`lower(title) collate "C"`;

const list = {
  select: sql`id, at, currency, importance, title, actual, forecast, previous`,
  from: sql`calendar_events`,
  key: ID,
  sorts: { at: { by: sql`at`, type: 'timestamptz' }, id: ID },
  filters: {
    currency: (value: string) => sql`currency = ${value}`,
    importance: (value: string) => sql`importance = ${Number(value)}`,
    from: (day: string) => sql`at >= ${day}::date::timestamp at time zone 'UTC'`,
    until: (day: string) => sql`at < (${day}::date + 1)::timestamp at time zone 'UTC'`,
  },
  search: {
    title: (text) =>
      sql`select id from calendar_events where ${startsWith(TITLE, text.toLowerCase())}`,
  },
  toRow: (record) => {
    const { at, ...row } = z.parse(Stored, record);
    return { ...row, at: at.toISOString() };
  },
} satisfies ListSource<unknown>;

type Deps = FrameDeps & Pick<OperatorCommandDeps, 'calendar'>;
type Saved = Awaited<ReturnType<OperatorCommandDeps['calendar']['save']>>;

export function calendarResource(deps: Deps): readonly RouteBinding[] {
  const { calendar } = deps;
  const saveOne = async (event: NewEvent, by: string) =>
    toAnswer(await calendar.save([event], by), 'time');
  return bindResource(deps, calendarEvents, {
    list,
    detail: {},
    actions: {
      create: async ({ input, actor }) => {
        const { importance, actual, forecast, previous, ...texts } = input;
        const figures = {
          actual: actual ?? '',
          forecast: forecast ?? '',
          previous: previous ?? '',
        };
        const read = readEvent({ ...texts, importance: String(importance), ...figures });
        if ('problems' in read) return unfit('time', read.problems);
        const saved = await saveOne(read.event, actor);
        return saved.kind === 'ok' ? ok({}) : saved;
      },
      change: async ({ id, input, actor }) => {
        const [row] = await deps.db.query(
          'select at, currency, title from calendar_events where id = $1',
          [id],
        );
        const { at, ...identity } = z.parse(Identity, row);
        const saved = await saveOne({ ...identity, ...input, atMs: at.getTime() }, actor);
        return saved.kind === 'ok' ? ok({}) : saved;
      },
      remove: async ({ id, actor }) =>
        (await calendar.remove(id, actor)) ? ok({}) : refused({ code: 'not-found' }),
      import: async ({ input, actor }) =>
        toAnswer(await calendar.importFile(input.csv, actor), 'csv'),
    },
  });
}

function toAnswer(saved: Saved, field: string): Answer<{ readonly events: number }> {
  return saved.kind === 'saved' ? ok({ events: saved.events }) : unfit(field, saved.problems);
}

function unfit(field: string, problems: readonly string[]): Answer<never> {
  const text = problems.slice(0, PROBLEMS_SHOWN_MAX).join('; ');
  return refused({ code: 'invalid', errors: { [field]: text } });
}
