// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';
import type { Json } from '../json.ts';

export type ShortfallsTables = {
  shortfalls: {
    position_id: number;
    customer_id: number;
    amount_cents: number;
    occurred_at: Date;
    status: Generated<string>;
    covers: Generated<Json>;
    covered_cents: number | null;
    decided_by: string | null;
    decided_at: Date | null;
    reason: string | null;
  };
};
