// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';

export type WebhooksTables = {
  webhook_endpoints: {
    id: Generated<number>;
    customer_id: number | null;
    url: string;
    events: readonly string[];
    sealed_secret: string;
    sealed_previous_secret: string | null;
    previous_until: Date | null;
    created_at: Date;
    environment: Generated<string>;
    disabled_at: Date | null;
    failures_notified_at: Date | null;
  };
  webhook_deliveries: {
    id: Generated<number>;
    endpoint_id: number;
    event_id: string;
    type: string;
    body: string;
    created_at: Date;
    retried_since: Date;
    attempts: Generated<number>;
    due_at: Date;
    delivered_at: Date | null;
    dead_at: Date | null;
    last_error: string | null;
    customer_id: number | null;
    position: number | null;
    attempted_at: Date | null;
  };
};
