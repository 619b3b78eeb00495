// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';
import type { Json } from '../json.ts';

export type ComplianceTables = {
  documents: {
    id: Generated<number>;
    customer_id: number;
    kind: string;
    status: string;
    note: Generated<string>;
    format: string;
    bytes: number;
    file_id: string;
    key_name: string;
    uploaded_at: Date;
    judged_at: Date | null;
    judged_by: string | null;
    expires_on: string | null;
    expiry: string | null;
    expiry_open: Generated<boolean>;
    replaced_at: Date | null;
  };
  document_views: {
    document_id: number;
    viewed_by: string;
    viewed_at: Date;
  };
  appropriateness_attempts: {
    id: Generated<number>;
    customer_id: number;
    version: string;
    begun_at: Date;
    answered_at: Date | null;
    answers: Json | null;
    score: number | null;
    has_passed: boolean | null;
    acknowledged_at: Date | null;
  };
  own_limits: {
    customer_id: number;
    kind: string;
    period: string;
    amount_cents: number | null;
    next_amount_cents: number | null;
    next_at: Date | null;
  };
  exclusions: {
    customer_id: number;
    kind: string;
    begun_at: Date;
    ends_at: Date | null;
  };
  approvals: {
    id: Generated<number>;
    action: string;
    target: string;
    customer_id: number | null;
    amount_cents: number;
    content: Json;
    status: string;
    first_by: string | null;
    first_at: Date | null;
    first_reason: string | null;
    second_by: string | null;
    second_reason: string | null;
    decided_at: Date | null;
    requested_by: string | null;
    requested_at: Date | null;
    requested_reason: string | null;
  };
};
