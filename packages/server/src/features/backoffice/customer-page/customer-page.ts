// The routes of a customer's page besides the record: the timeline and the related accounts.
import {
  getRelatedAccounts,
  getTimeline,
  RELATED_MAX,
  TIMELINE_KINDS,
  TIMELINE_READ,
} from '@halyard/contract/backoffice/customer-page';
import { customers as shape } from '@halyard/contract/backoffice/customers';
import { mayRead } from '@halyard/contract/backoffice/resource';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import { listRelated } from '#features/linked-accounts/linked-accounts.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { TimelineEnd } from '#platform/timeline/timeline.ts';
import * as z from 'zod/mini';
import type { OperatorCommandDeps } from '../operator-command.ts';
import { readTimeline } from './read-timeline.ts';

/** Microseconds have 16 digits until the year 2286; a key is a kind and an id. */
const End = z.tuple([
  z.string().check(z.regex(/^\d{1,16}$/)),
  z.string().check(z.regex(/^[a-z-]{1,20}:[\w-]{1,40}$/)),
]);

export function customerPageRoutes({
  db,
  customers,
}: Pick<OperatorCommandDeps, 'db' | 'customers'>): readonly RouteBinding[] {
  const { kysely } = db;
  const isKnown = async (id: number) => (await customers.findCustomer(id)) !== undefined;
  return [
    bind(getTimeline, async ({ params, query, caller }) => {
      const roles = caller.roles ?? [];
      const { kind, after } = query;
      const readable = TIMELINE_KINDS.filter((one) => isAllowed(roles, TIMELINE_READ[one]));
      if (kind !== undefined && !readable.includes(kind)) return refused({ code: 'forbidden' });
      const before = after === undefined ? undefined : parseEnd(after);
      if (after !== undefined && before === undefined) {
        return refused({ code: 'invalid', errors: { after: 'is not of a page of this list' } });
      }
      if (!(await isKnown(params.id))) return refused({ code: 'not-found' });
      const kinds = kind === undefined ? readable : [kind];
      const { events, next } = await readTimeline(kysely, { customerId: params.id, kinds, before });
      return ok({ events, next: next === undefined ? null : toEndText(next) });
    }),
    bind(getRelatedAccounts, async ({ params, caller }) => {
      if (!(await isKnown(params.id))) return refused({ code: 'not-found' });
      const roles = caller.roles ?? [];
      const related = await listRelated(kysely, { customerId: params.id, limit: RELATED_MAX });
      const accounts = related.map(({ name, email, found_at: foundAt, ...row }) => ({
        ...row,
        ...(mayRead(shape.shape, 'first_name', roles) ? { name } : {}),
        ...(mayRead(shape.shape, 'email', roles) ? { email } : {}),
        found_at: foundAt.toISOString(),
      }));
      return ok({ accounts });
    }),
  ];
}

function toEndText({ atMicros, key }: TimelineEnd): string {
  return Buffer.from(JSON.stringify([atMicros, key])).toString('base64url');
}

/** Parses the end of a page; undefined if it is invalid. */
function parseEnd(text: string): TimelineEnd | undefined {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  const parsed = z.safeParse(End, json);
  if (!parsed.success) return undefined;
  const [atMicros, key] = parsed.data;
  return { atMicros, key };
}
