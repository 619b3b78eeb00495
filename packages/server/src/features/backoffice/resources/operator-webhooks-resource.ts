import { operatorWebhooks as resource } from '@halyard/contract/backoffice/operator-webhooks';
import { ACCOUNT_KINDS } from '@halyard/contract/practice/practice';
import { OPERATOR_WEBHOOK_EVENTS } from '@halyard/contract/v1/webhooks';
import { sql } from 'kysely';
import { ok } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { bindResource } from '../frame/frame.ts';
import type { FrameDeps, ListSource } from '../frame/frame.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

const Stored = z.object({
  id: z.int(),
  url: z.string(),
  environment: z.enum(ACCOUNT_KINDS),
  events: z.array(z.enum(OPERATOR_WEBHOOK_EVENTS)),
  disabled: z.boolean(),
  created_at: z.date(),
  previous_until: z.nullable(z.date()),
});
const Count = z.object({ count: z.int() });
const LastFailed = z.object({ dead_at: z.date() });
const LastError = z.object({ last_error: z.nullable(z.string()) });

const ID = { by: sql`id`, type: 'bigint' } as const;

const list = {
  select: sql`id, url, environment, events, disabled_at is not null as disabled, created_at,
    previous_until`,
  from: sql`(select * from webhook_endpoints where customer_id is null) endpoints`,
  key: ID,
  sorts: { id: ID },
  filters: {
    environment: (value: string) => sql`environment = ${value}`,
    disabled: (value: '0' | '1') => sql`(disabled_at is not null) = ${value === '1'}`,
  },
  search: {},
  toRow: (record) => {
    const { created_at: createdAt, previous_until: until, ...row } = z.parse(Stored, record);
    return {
      ...row,
      created_at: createdAt.toISOString(),
      previous_secret_until: until?.toISOString() ?? null,
    };
  },
} satisfies ListSource<unknown>;

const PENDING = 'delivered_at is null and dead_at is null';
const FAILED = 'dead_at is not null';
const RETRIED = `${PENDING} and attempts > 0`;
const LAST_FAILED = `select dead_at, last_error from webhook_deliveries
  where endpoint_id = $1 and ${FAILED} order by dead_at desc limit 1`;
const LAST_RETRIED = `select last_error from webhook_deliveries
  where endpoint_id = $1 and ${RETRIED} order by attempted_at desc limit 1`;

export function operatorWebhooksResource(
  deps: FrameDeps & Pick<OperatorCommandDeps, 'webhooks'>,
): readonly RouteBinding[] {
  const { ofOperator } = deps.webhooks;
  const count = async (id: number, condition: string): Promise<number> => {
    const text = `select count(*)::int as count from webhook_deliveries
      where endpoint_id = $1 and ${condition}`;
    const [row] = await deps.db.query(text, [id]);
    return z.parse(Count, row).count;
  };
  return bindResource(deps, resource, {
    list,
    detail: {
      pending_deliveries: async (id) => await count(id, PENDING),
      retried_deliveries: async (id) => await count(id, RETRIED),
      failed_deliveries: async (id) => await count(id, FAILED),
      last_failed_at: async (id) => {
        const [row] = await deps.db.query(LAST_FAILED, [id]);
        return row === undefined ? null : z.parse(LastFailed, row).dead_at.toISOString();
      },
      last_error: async (id) => {
        const [failed] = await deps.db.query(LAST_FAILED, [id]);
        const [row] = failed === undefined ? await deps.db.query(LAST_RETRIED, [id]) : [failed];
        return row === undefined ? null : z.parse(LastError, row).last_error;
      },
    },
    actions: {
      create: async ({ input, actor }) => await ofOperator.create({ ...input, actor }),
      'rotate-secret': async ({ id, actor }) => await ofOperator.rotate({ id, actor }),
      disable: async ({ id, actor }) =>
        toEmpty(await ofOperator.setDisabled({ id, actor, isDisabled: true })),
      enable: async ({ id, actor }) =>
        toEmpty(await ofOperator.setDisabled({ id, actor, isDisabled: false })),
      delete: async ({ id, actor }) => toEmpty(await ofOperator.remove({ id, actor })),
    },
  });
}

function toEmpty(answer: Answer<unknown>): Answer<Record<string, never>> {
  return answer.kind === 'ok' ? ok({}) : answer;
}
