// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';
import type { Json } from '../json.ts';

export type DeliveriesTables = {
  push_messages: {
    id: Generated<number>;
    device_id: number;
    customer_id: number;
    kind: string;
    facts: Json;
    topic: string;
    tag: string;
    created_at: Date;
    expires_at: Date;
    attempts: Generated<number>;
    due_at: Date;
  };
};
