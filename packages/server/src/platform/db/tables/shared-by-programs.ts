// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';
import type { Json } from '../json.ts';

export type SharedByProgramsTables = {
  changes: {
    id: Generated<number>;
    topic: string;
    key: string;
    changed_in: Generated<string>;
    changed_at: Generated<Date>;
  };
  audit_queue: {
    id: Generated<number>;
    at: Date;
    actor: string;
    action: string;
    subject: string;
    reason: string | null;
    before: Json | null;
    after: Json | null;
    ip: string | null;
    queued_at: Generated<Date>;
  };
};
