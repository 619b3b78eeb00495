import * as v1 from '@halyard/contract/v1/webhooks';
import type { Webhooks } from '#features/webhooks/webhooks.ts';
import { ok, refused } from '#platform/http/http.ts';
import { bindOperation } from './binding.ts';
import type { OperationBinding } from './binding.ts';
import { BAD_CURSOR, readPage, toPage } from './paging.ts';
import { readId } from './read-id.ts';

export type WebhookDeps = { readonly webhooks: Webhooks };

const NOT_FOUND = { code: 'not-found' } as const;

export function webhookOperations({ webhooks }: WebhookDeps): readonly OperationBinding[] {
  return [
    bindOperation(v1.listWebhooks, async ({ customerId, environment }) =>
      ok({ data: [...(await webhooks.list({ customerId, environment }))], next_cursor: null }),
    ),
    bindOperation(
      v1.createWebhook,
      async ({ customerId, environment, body }) =>
        await webhooks.create({ ...body, customerId, environment }),
    ),
    bindOperation(v1.deleteWebhook, async ({ customerId, environment, params }) => {
      const id = readId(params.webhook_id);
      return id === undefined
        ? refused(NOT_FOUND)
        : await webhooks.remove({ customerId, environment, id });
    }),
    bindOperation(v1.rotateWebhookSecret, async ({ customerId, environment, params }) => {
      const id = readId(params.webhook_id);
      return id === undefined
        ? refused(NOT_FOUND)
        : await webhooks.rotate({ customerId, environment, id });
    }),
    bindOperation(v1.listWebhookDeliveries, async ({ customerId, environment, params, query }) => {
      const id = readId(params.webhook_id);
      if (id === undefined) return refused(NOT_FOUND);
      const page = readPage(query, (text) => readId(text) !== undefined);
      if (page === undefined) return refused(BAD_CURSOR);
      const before = page.before === undefined ? undefined : Number(page.before);
      const { status } = query;
      const limit = page.limit + 1;
      const answer = await webhooks.listDeliveries({
        customerId,
        environment,
        id,
        status,
        before,
        limit,
      });
      return answer.kind === 'refused' ? answer : ok(toPage(answer.data, page.limit));
    }),
    bindOperation(v1.resendWebhookDelivery, async ({ customerId, environment, params }) => {
      const id = readId(params.webhook_id);
      const deliveryId = readId(params.delivery_id);
      if (id === undefined || deliveryId === undefined) return refused(NOT_FOUND);
      return await webhooks.resend({ customerId, environment, id, deliveryId });
    }),
  ];
}
