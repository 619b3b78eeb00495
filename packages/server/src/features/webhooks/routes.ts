// The routes of the customer's profile.
import * as contract from '@halyard/contract/webhooks';
import type { Customers } from '#features/customers/customers.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { Caller, RouteBinding } from '#platform/http/http.ts';
import type { Owner, WebhookDesk } from './webhook-desk.ts';

export type WebhookRoutesDeps = {
  readonly customers: Pick<Customers, 'checkCredentialChange'>;
  readonly webhooks: WebhookDesk;
};

export function bindWebhookRoutes({
  customers,
  webhooks,
}: WebhookRoutesDeps): readonly RouteBinding[] {
  return [
    bind(contract.listOwnWebhooks, async ({ caller }) =>
      ok([...(await webhooks.list(ownerOf(caller)))]),
    ),
    bind(contract.createOwnWebhook, async ({ caller, ip, body }) => {
      // Whoever gets hold of a session must not have the account's events sent to an own address.
      const rejection = await customers.checkCredentialChange(caller, { ip, code: body.code });
      if (rejection !== undefined) return refused(rejection);
      const { url, events, environment = 'live' } = body;
      return await webhooks.create({ customerId: caller.subjectId, environment, url, events });
    }),
    bind(contract.rotateOwnSecret, async ({ caller, ip, body: { id, code } }) => {
      // Whoever gets hold of a session must not be able to sign events for the customer's programs.
      const rejection = await customers.checkCredentialChange(caller, { ip, code });
      if (rejection !== undefined) return refused(rejection);
      return await webhooks.rotate({ ...ownerOf(caller), id });
    }),
    bind(contract.removeOwnWebhook, async ({ caller, body }) => {
      const answer = await webhooks.remove({ ...ownerOf(caller), id: body.id });
      return answer.kind === 'ok' ? ok({}) : answer;
    }),
    bind(contract.listOwnDeliveries, async ({ caller, body: { id, status } }) => {
      const page = { status, before: undefined, limit: contract.DELIVERIES_SHOWN_MAX };
      const answer = await webhooks.listDeliveries({ ...ownerOf(caller), id, ...page });
      return answer.kind === 'ok' ? ok([...answer.data]) : answer;
    }),
    bind(
      contract.resendOwnDelivery,
      async ({ caller, body: { id, delivery_id: deliveryId } }) =>
        await webhooks.resend({ ...ownerOf(caller), id, deliveryId }),
    ),
  ];
}

/** The profile manages the webhooks of both accounts. */
function ownerOf({ subjectId: customerId }: Caller): Owner {
  return { customerId, environment: undefined };
}
