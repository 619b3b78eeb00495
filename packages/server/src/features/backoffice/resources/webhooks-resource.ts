import {
  WEBHOOK_OWNERS,
  webhookDeliveries as resource,
} from '@halyard/contract/backoffice/webhook-deliveries';
import { DELIVERY_STATUSES, OPERATOR_WEBHOOK_EVENTS } from '@halyard/contract/v1/webhooks';
import { sql } from 'kysely';
import { ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { bindResource } from '../frame/frame.ts';
import type { FrameDeps, ListSource } from '../frame/frame.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

const Stored = z.object({
  id: z.int(),
  customer_id: z.nullable(z.int()),
  owner: z.enum(WEBHOOK_OWNERS),
  webhook_id: z.int(),
  url: z.string(),
  event_id: z.string(),
  type: z.enum(OPERATOR_WEBHOOK_EVENTS),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  created_at: z.date(),
  due_at: z.date(),
  last_error: z.nullable(z.string()),
  webhook_disabled: z.boolean(),
});

const STATUS = {
  pending: sql`d.delivered_at is null and d.dead_at is null`,
  delivered: sql`d.delivered_at is not null`,
  dead: sql`d.dead_at is not null`,
} as const;
const ID = { by: sql`d.id`, type: 'bigint' } as const;

const list = {
  select: sql`d.id, coalesce(d.customer_id, e.customer_id) as customer_id,
    case when e.customer_id is null then 'operator' else 'customer' end as owner, d.endpoint_id as webhook_id, e.url, d.event_id, d.type,
    case when d.dead_at is not null then 'dead'
      when d.delivered_at is not null then 'delivered' else 'pending' end as status,
    d.attempts, d.created_at, d.due_at, d.last_error,
    e.disabled_at is not null as webhook_disabled`,
  from: sql`webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id`,
  key: ID,
  sorts: { id: ID },
  filters: {
    status: (value: keyof typeof STATUS) => STATUS[value],
    type: (value: string) => sql`d.type = ${value}`,
    owner: (value: (typeof WEBHOOK_OWNERS)[number]) =>
      sql`(e.customer_id is null) = ${value === 'operator'}`,
    // Each part has an index.
    customer: (id: number) => sql`d.id in (
      select id from webhook_deliveries where customer_id = ${id}
      union all
      select own.id from webhook_deliveries own
      join webhook_endpoints ep on ep.id = own.endpoint_id where ep.customer_id = ${id})`,
  },
  search: {},
  toRow: (record) => {
    const { url, due_at: dueAt, created_at: createdAt, ...row } = z.parse(Stored, record);
    return {
      ...row,
      receiver: new URL(url).origin,
      created_at: createdAt.toISOString(),
      next_attempt_at: row.status === 'pending' ? dueAt.toISOString() : null,
    };
  },
} satisfies ListSource<unknown>;

export function webhooksResource(
  deps: FrameDeps & Pick<OperatorCommandDeps, 'webhooks'>,
): readonly RouteBinding[] {
  return bindResource(deps, resource, {
    list,
    detail: {},
    actions: {
      resend: async ({ id }) => {
        const answer = await deps.webhooks.resendForStaff(id);
        return answer.kind === 'ok' ? ok({}) : answer;
      },
    },
  });
}
