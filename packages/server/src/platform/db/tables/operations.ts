// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';
import type { Json } from '../json.ts';

export type OperationsTables = {
  jobs: {
    id: Generated<number>;
    kind: string;
    stream: Generated<string>;
    key: string;
    payload: Json;
    created_at: Date;
    due_at: Date;
    attempts: Generated<number>;
    lease: string | null;
    last_error: string | null;
    done_at: Date | null;
    dead_at: Date | null;
  };
  outbox: {
    id: Generated<number>;
    kind: string;
    stream: string;
    key: string;
    payload: Json;
    created_at: Date;
    due_at: Date;
    attempts: Generated<number>;
    lease: string | null;
    last_error: string | null;
    done_at: Date | null;
    dead_at: Date | null;
  };
  audit_events: {
    id: number;
    at: Date;
    actor: string;
    action: string;
    subject: string;
    reason: string | null;
    before: Json | null;
    after: Json | null;
    previous_hash: Buffer;
    hash: Buffer;
    ip: string | null;
  };
  audit_head: {
    id: Generated<number>;
    event_id: number;
    hash: Buffer;
  };
  first_run: {
    id: Generated<number>;
    demo: string;
    begun_at: Date;
  };
};
