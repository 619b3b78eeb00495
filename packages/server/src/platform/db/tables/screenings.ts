// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';

export type ScreeningsTables = {
  screenings: {
    id: Generated<number>;
    customer_id: number;
    cause: string;
    requested_at: Date;
    attempts: Generated<number>;
    failure: string | null;
    answered_at: Date | null;
    identity_hash: string | null;
    result: string | null;
    reference: string | null;
    decision: string | null;
    decided_by: string | null;
    decided_at: Date | null;
    decision_reason: string | null;
  };
};
