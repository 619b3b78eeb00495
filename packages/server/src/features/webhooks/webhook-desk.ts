import type { AccountKind } from '@halyard/contract/practice/practice';
import type {
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookEvent,
} from '@halyard/contract/v1/webhooks';
import type { Answer } from '#platform/http/http.ts';
import type { DeliveryStatus } from './webhook-store.ts';

/** Whose webhooks: those of one account, or of both without an environment. */
export type Owner = {
  readonly customerId: number;
  readonly environment: AccountKind | undefined;
};

export type Owned = Owner & { readonly id: number };

/** The use cases of webhooks, for the profile, the public API and staff. */
export type WebhookDesk = {
  list(owner: Owner): Promise<readonly Webhook[]>;
  create(wish: {
    readonly customerId: number;
    readonly environment: AccountKind;
    readonly url: string;
    readonly events: readonly WebhookEvent[];
  }): Promise<Answer<NewWebhook>>;
  remove(owned: Owned): Promise<Answer<undefined>>;
  rotate(owned: Owned): Promise<Answer<NewWebhook>>;
  listDeliveries(
    page: Owned & {
      readonly status: DeliveryStatus | undefined;
      readonly before: number | undefined;
      readonly limit: number;
    },
  ): Promise<Answer<readonly WebhookDelivery[]>>;
  resend(owned: Owned & { readonly deliveryId: number }): Promise<Answer<WebhookDelivery>>;
  /** Sends a delivery of any customer or of the operator again. */
  resendForStaff(deliveryId: number): Promise<Answer<object>>;
};
