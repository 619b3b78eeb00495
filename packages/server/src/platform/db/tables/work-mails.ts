// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';

export type WorkMailsTables = {
  work_items: {
    number: Generated<number>;
    queue: string;
    record_id: string;
  };
  work_mails: {
    recipient: string;
    queues: Generated<readonly string[]>;
    language: Generated<string>;
    reported_until: number;
    mailed_at: Date | null;
  };
};
