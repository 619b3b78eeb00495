// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';

export type WebPushTables = {
  push_keys: {
    id: Generated<number>;
    public_key: string;
    sealed_private_key: string;
    created_at: Date;
  };
  push_devices: {
    id: Generated<number>;
    customer_id: number;
    session_id: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    name: string;
    created_at: Date;
    kept_at: Date;
    delivered_at: Date | null;
  };
  push_topics_off: {
    customer_id: number;
    topic: string;
  };
};
